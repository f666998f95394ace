// SPDX-License-Identifier: MIT
// Ids of tests, whatever they were read from: bounded, unique, safe to show, and kept as they are.
#pragma once

#include "base/ensure.h"
#include "base/text/escape.h"
#include "format/outcomes.h"
#include "format/test_list.h"

#include <string_view>

namespace assay::fuzz {

inline void check_tests(format::TestList& list) {
  const core::TestResults results = list.take();
  std::string_view before;
  for (const core::TestResult& test : results.tests) {
    ENSURE(!test.id.empty() && test.id.size() <= format::test_id_bytes_max);
    ENSURE(before < test.id);
    ENSURE(printable(test.id) == test.id && test.id.find('\n') == std::string::npos);
    before = test.id;
  }
  std::size_t count = 0;
  const auto read = format::read_outcomes(
      format::write_outcomes(results),
      [&](const format::OutcomeLine& line) { ENSURE(line.id == results.tests[count++].id); });
  ENSURE(read && count == results.tests.size());
}

}  // namespace assay::fuzz
