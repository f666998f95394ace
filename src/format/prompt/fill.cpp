// SPDX-License-Identifier: MIT
#include "format/prompt/fill.h"

#include "format/prompt/prompt.h"
#include "format/spec/progress.h"

namespace assay::format {

namespace {

constexpr std::size_t progress_bytes = 32U << 10;

}  // namespace

std::string fill_prompt(const core::agent::Order& order,
                        const std::vector<std::pair<std::string, std::string>>& contents) {
  PromptValues values(order.values.begin(), order.values.end());
  for (const auto& [name, text] : contents)
    values[name] = name == "progress" ? progress_digest(text, progress_bytes) : text;
  const PromptReading reading = read_prompt(order.role, order.prompt, prompt_variables(order.role));
  return render(reading.prompt, values);
}

}  // namespace assay::format
