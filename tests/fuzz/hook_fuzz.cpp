// SPDX-License-Identifier: MIT
// Any bytes as what an agent says to its hook: the reader ends, says the same twice, and what a
// tool would write is worked out from any command; any bytes as a file that connect edits come
// back.
#include "base/ensure.h"
#include "face/hook/agent.h"
#include "format/connect/json_edit.h"
#include "format/shell/writes.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using assay::format::JsonPath;

void edit(std::string_view text) {
  const JsonPath path{"hooks", "Stop"};
  const auto ours = [](std::string_view raw) {
    return raw.find("assay hook claude") != std::string_view::npos;
  };
  const std::string value = R"({"hooks":[{"command":"assay hook claude Stop"}]})";
  const auto once = assay::format::add_item(text, path, value, ours);
  if (!once) return;
  const auto twice = assay::format::add_item(*once, path, value, ours);
  ENSURE(twice && *twice == *once);
  const auto without = assay::format::remove_items(*once, path, ours);
  ENSURE(without);
  ENSURE(assay::format::our_items(*without, path, ours)->empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto input = assay::hook::read_input("claude", text);
  const auto again = assay::hook::read_input("claude", text);
  ENSURE(static_cast<bool>(input) == static_cast<bool>(again));
  if (input) {
    ENSURE(input->use.paths == again->use.paths && input->who.session == again->who.session);
    for (const std::string& command : input->use.commands)
      assay::format::shell::deeds_of(command, "/w");
    for (const std::string& name : assay::hook::agent_names()) {
      const assay::hook::Agent* agent = assay::hook::find_agent(name);
      if (agent != nullptr) static_cast<void>(assay::hook::find_event(*agent, input->event));
    }
  }
  assay::format::shell::deeds_of(text, "/w");
  edit(text);
  return 0;
}
