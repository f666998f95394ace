// SPDX-License-Identifier: MIT
// Report files of every format, and what is said about a failing command's output.
#include "base/ensure.h"
#include "format/excerpt.h"
#include "format/report.h"
#include "named_tests.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

void read_as_report(const std::string& text) {
  assay::format::TestList tests("/w");
  const auto tally = assay::format::read_report("fuzz", text, &tests);
  assay::fuzz::check_tests(tests);
  if (!tally) return;
  ENSURE(tally->executed >= -1 && tally->executed <= static_cast<std::int64_t>(text.size()));
  ENSURE(tally->failed >= 0 && tally->skipped >= 0);
}

void read_as_output(std::string_view text) {
  const auto lines = assay::format::failure_excerpt("make test", text);
  ENSURE(lines.size() <= 20);
  for (const std::string& line : lines) {
    ENSURE(!line.empty() && line.size() <= assay::format::excerpt_line_bytes_max);
    ENSURE(line.find('\n') == std::string::npos && line.find('\x1b') == std::string::npos);
  }
  for (const auto& spot : assay::format::source_spots(text, "/w")) {
    ENSURE(!spot.path.empty() && spot.path.front() != '/' && spot.line > 0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view input{reinterpret_cast<const char*>(bytes), size};
  for (const char* head :
       {"", "TAP version 14\n", "{\"results\":", "{\"Action\":\"pass\",\"Package\":"}) {
    read_as_report(head + std::string{input});
  }
  read_as_output(input);
  return 0;
}
