// SPDX-License-Identifier: MIT
// No bytes may crash the reader of task files, and whatever it accepts can be checked and written.
#include "base/ensure.h"
#include "core/goals/check.h"
#include "format/goals/impl_task.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace assay;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const format::ImplTaskReading reading = format::read_impl_task("fuzz", text);
  ENSURE(reading.problems.size() <= 101);
  if (!reading.problems.empty()) return 0;
  ENSURE(!reading.task.criteria.empty());
  const std::vector<core::goals::Task> tasks{reading.task};
  for (const core::goals::Check& check : core::goals::checks_of(tasks)) {
    ENSURE(!check.expected.empty() && !check.type.empty());
    ENSURE(core::goals::unchecked(check).status != core::goals::CheckStatus::ok);
  }
  return 0;
}
