// SPDX-License-Identifier: MIT
// Any sentence is read, always in the same way, and never into something that leads out of the
// workspace or proves nothing.
#include "base/ensure.h"
#include "format/goals/criterion.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace assay;
  using namespace assay::core::goals;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const format::CriterionContext context{{"src/a.ts"}, {"make test"}};
  const Criterion criterion = format::read_criterion(text, context);
  ENSURE(criterion.text == text && !criterion.forms.empty() && !criterion.reading.empty());
  ENSURE(criterion == format::read_criterion(text, context));
  for (const Form& form : criterion.forms) {
    if (const auto* file = std::get_if<FileExists>(&form)) {
      ENSURE(format::path_objection(file->path).empty());
    }
    if (const auto* pattern = std::get_if<Pattern>(&form)) {
      ENSURE(format::pattern_objection(pattern->pattern).empty());
      ENSURE(pattern->min > 0 || pattern->max);
    }
    if (const auto* command = std::get_if<Command>(&form)) ENSURE(!command->command.empty());
  }
  return 0;
}
