// SPDX-License-Identifier: MIT
// XML reports: whatever the bytes, a tally or an error, and never a count nothing stands for.
#include "base/ensure.h"
#include "format/report.h"
#include "named_tests.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string xml = "<testsuite tests=\"1\">";
  const std::string_view input{reinterpret_cast<const char*>(bytes), size};
  for (const std::string& text : {std::string{input}, xml + std::string{input} + "</testsuite>"}) {
    assay::format::TestList tests;
    const auto tally = assay::format::read_report("fuzz.xml", text, &tests);
    assay::fuzz::check_tests(tests);
    if (!tally) continue;
    // Each executed test takes more than one byte to write down.
    ENSURE(tally->executed >= -1 && tally->executed <= static_cast<std::int64_t>(text.size()));
    ENSURE(tally->failed >= 0 && tally->skipped >= 0);
    ENSURE(tally->known() || !tally->hint.empty());
  }
  return 0;
}
