// SPDX-License-Identifier: MIT
// Which tests passed and which failed, by name, as far as a runner or its report tells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

struct TestNames {
  std::vector<std::string> passed;  ///< sorted, each once
  std::vector<std::string> failed;  ///< sorted, each once; a test that did both has failed

  friend bool operator==(const TestNames&, const TestNames&) = default;
};

/// From what a runner printed: unittest -v, pytest -v, go test -v and -json, cargo, CTest,
/// GoogleTest, TAP, node:test, mocha, jest and vitest (verbose), .NET, minitest -v. A test that was
/// skipped, expected to fail or only announced is in neither list. Empty if no test is named, or if
/// there are too many to be kept.
TestNames read_test_names(std::string_view output);

/// From a JUnit report: "classname.name". Added to `names`.
void add_report_names(std::string_view bytes, TestNames& names);

/// Sorts, and takes out of `passed` what also failed.
void settle(TestNames& names);

}  // namespace assay::format
