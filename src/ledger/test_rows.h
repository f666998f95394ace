// SPDX-License-Identifier: MIT
// How stores keep what became of tests: each name of a command has a number, and each attempt one
// row of outcomes and times by number.
#pragma once

#include "core/evidence/outcomes.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::ledger {

/// The numbers of a command's names. Those that nobody has any more are given again: rows stay as
/// short as there are tests.
class TestNumbers {
 public:
  void take(std::uint32_t number);
  /// The lowest that is free.
  std::uint32_t give();

 private:
  std::vector<bool> taken_;
  std::uint32_t next_ = 0;
};

/// Both as bytes, as they are stored.
struct TestRow {
  std::string outcomes;  ///< core::letter_of each; ' ': it was not there
  std::string times;     ///< core::short_time of each, the low byte first
};

/// `numbers`: one for each test.
TestRow row_of(const std::vector<std::uint32_t>& numbers,
               const std::vector<core::TestResult>& tests);
std::vector<std::uint16_t> times_from(std::string_view bytes);

/// Names that change with every run must not pile up: most of so many are of no attempt that is
/// kept.
bool are_too_many(std::int64_t names, std::size_t tests);

/// Which numbers the rows that are kept speak of.
class TestsInUse {
 public:
  void add(std::string_view outcomes);
  bool has(std::uint32_t number) const { return number < used_.size() && used_[number]; }

 private:
  std::vector<bool> used_;
};

}  // namespace assay::ledger
