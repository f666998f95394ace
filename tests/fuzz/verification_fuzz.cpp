// SPDX-License-Identifier: MIT
// No bytes may crash the reader of front matter, and what a report says of any text reads back.
#include "base/ensure.h"
#include "format/goals/summary.h"
#include "format/goals/verification.h"
#include "format/yaml/front_matter.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace assay;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  static_cast<void>(static_cast<bool>(format::read_verification_record("fuzz", text)));
  static_cast<void>(static_cast<bool>(format::read_task_summary("fuzz", text)));
  if (size > 100'000) return 0;
  core::goals::Report report;
  report.phase = text;
  report.gaps.push_back({"T", "semantic", std::string(text), "", std::string(text), "", 0, false});
  report.tasks.push_back({"T", std::string(text), "", core::goals::Score::fail, {}});
  const auto back = format::read_verification_record(
      "fuzz", format::write_verification_markdown({report, 1, std::nullopt}));
  ENSURE(back && back->gaps.size() == 1 && back->gaps[0].item == back->gaps[0].actual);
  return 0;
}
