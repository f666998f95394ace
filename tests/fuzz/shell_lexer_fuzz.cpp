// SPDX-License-Identifier: MIT
// Any bytes as a command: the lint must end, stay within the text, and say the same twice.
#include "format/shell/lint.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view command(reinterpret_cast<const char*>(bytes), size);
  const auto lint = assay::format::lint_command(command);
  for (const auto& finding : lint.findings) {
    if (finding.offset > size || finding.excerpt.size() > 60 || finding.why.empty()) std::abort();
  }
  if (!(lint == assay::format::lint_command(command))) std::abort();
  return 0;
}
