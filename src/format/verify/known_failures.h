// SPDX-License-Identifier: MIT
// The list of known failures, a YAML file of the project:
//
//     - {test: "tests/test_net.py::*", reason: no network in CI, owner: ann, until: 2026-12-31}
#pragma once

#include "core/verify/tests_before.h"
#include "format/problem.h"

#include <string_view>
#include <vector>

namespace assay::format {

struct KnownReading {
  std::vector<core::verify::KnownFailure> lines;
  std::vector<Problem> problems;  ///< empty: the lines are good
};

/// `today`: "2026-11-17". A line holds to the end of its day. A glob that says nothing about which
/// tests it means is a problem.
KnownReading read_known_failures(std::string_view name, std::string_view text,
                                 std::string_view today);

}  // namespace assay::format
