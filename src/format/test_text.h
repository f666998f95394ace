// SPDX-License-Identifier: MIT
// What the text of a test file asks, as far as reading can tell, in any language: a hint, beside
// what running it shows.
#pragma once

#include "core/evidence/test_texts.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

/// A test in a file, or what stands outside of all of them.
struct TestPart {
  std::string title;                    ///< empty: no test
  std::vector<std::string> asked = {};  ///< the lines with assertions, without blanks around them
  bool repeats = false;                 ///< it goes through cases: a loop, `parametrize`, `each`
  std::string body = {};                ///< all of its lines, without the title

  friend bool operator==(const TestPart&, const TestPart&) = default;
};

struct TestText {
  std::int64_t assertions = 0;  ///< that could fail
  std::int64_t constant = 0;    ///< that could not: assertTrue(True), or nothing comes to them
  std::int64_t skips = 0;       ///< marks by which tests are not run, or only some are
  std::vector<TestPart> parts = {};

  friend bool operator==(const TestText&, const TestText&) = default;
};

/// Comments are passed over.
TestText read_test_text(std::string_view text);

/// A file as it was and as it is; empty: it was not there, or is gone.
struct TestFile {
  std::string path;
  std::string before;
  std::string now;
};

/// What the files ask less than before, all of them together: what moved from one to another is not
/// lost.
core::work::TestTexts compare_tests(const std::vector<TestFile>& files);

}  // namespace assay::format
