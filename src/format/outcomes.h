// SPDX-License-Identifier: MIT
// The outcomes of an attempt as they are kept beside its log: one line per test, sorted by id.
//
//     p 12 tests/test_cart.py::test_sum
//     f - tests/test_cart.py::test_tax[0]
#pragma once

#include "base/result.h"
#include "core/evidence/outcomes.h"

#include <functional>
#include <string>
#include <string_view>

namespace assay::format {

std::string write_outcomes(const core::TestResults& results);

/// One test at a time; the views are valid until the visitor returns. Fault::bad_input names the
/// line that is none.
struct OutcomeLine {
  std::string_view id;
  core::TestOutcome outcome = core::TestOutcome::error;
  std::int64_t millis = -1;
};
Result<> read_outcomes(std::string_view text, const std::function<void(const OutcomeLine&)>& each);

}  // namespace assay::format
