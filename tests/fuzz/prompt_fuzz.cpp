// SPDX-License-Identifier: MIT
// No template may crash its reader, and no content may end its block.
#include "base/ensure.h"
#include "format/prompt/prompt.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace assay::format;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const PromptReading reading = read_prompt("fuzz", text, prompt_variables("executor"));
  ENSURE(reading.problems.size() <= 101);
  PromptValues values;
  for (const PromptVariable& variable : prompt_variables("executor"))
    values[std::string(variable.name)] = std::string(text.substr(0, 64));
  ENSURE(render(reading.prompt, values) == render(reading.prompt, values));
  const std::string block = delimited("task", text);
  const std::string end = block.substr(block.rfind('\n'));
  ENSURE(block.find(end) == block.size() - end.size());
  return 0;
}
