// SPDX-License-Identifier: MIT
// Any bytes as the output of any command: the reader answers, and its answer makes sense.
#include "base/ensure.h"
#include "format/runners.h"
#include "format/test_names.h"
#include "named_tests.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  const std::size_t first_line = input.find('\n');
  const bool has_command = first_line != std::string_view::npos && first_line < 80;
  const std::string_view command = has_command ? input.substr(0, first_line) : "make test";
  const assay::core::Tally tally = assay::format::read_runner_output(command, input);
  ENSURE(tally.executed >= -1);
  ENSURE(tally.failed >= 0);
  ENSURE(tally.skipped >= 0);
  ENSURE(!tally.cached || tally.executed == 0);
  ENSURE(tally.known() || !tally.hint.empty());
  assay::format::TestList tests;
  assay::format::read_test_names(input, tests);
  assay::fuzz::check_tests(tests);
  ENSURE(assay::format::cache_marker(command, input).size() <= 200);
  return 0;
}
