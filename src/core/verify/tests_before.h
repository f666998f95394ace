// SPDX-License-Identifier: MIT
// What is known of tests before a run starts: failures that are put up with, and what became of
// them on the base. Both are part of the plan, so nothing that happens meanwhile changes them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay::core::verify {

/// One line of the list of known failures.
struct KnownFailure {
  std::string test;  ///< glob: core::fits_test
  std::string reason;
  std::string owner;
  std::string until;  ///< "2026-12-31"; empty: it has no end
  std::uint32_t line = 0;
  bool expired = false;  ///< that day had passed when the run started

  friend bool operator==(const KnownFailure&, const KnownFailure&) = default;
};

struct KnownList {
  std::string file;  ///< as the configuration says; empty: there is none
  std::vector<KnownFailure> lines;
  bool changed = false;  ///< the base has another one, or none
  /// Gates whose text does more than run tests: their exit status may speak of something else.
  std::vector<std::uint32_t> not_alone;

  friend bool operator==(const KnownList&, const KnownList&) = default;
};

/// What is remembered of one gate. Names are sorted.
struct TestsBefore {
  std::uint32_t unit = 0;
  bool whole = false;                ///< on the base no test was without a name
  std::vector<std::string> failed;   ///< on the base
  std::vector<std::string> flaky;    ///< both ways on one tree
  std::vector<std::string> fitting;  ///< on the base, and a wildcard of the known list fits
  bool more = false;                 ///< there are more names than are listed here

  friend bool operator==(const TestsBefore&, const TestsBefore&) = default;
};

struct TestBase {
  std::string ref;  ///< as it was asked for; empty: the default
  std::string commit;
  std::string tree;                ///< its tree; empty: there is no base
  std::vector<TestsBefore> gates;  ///< of those with outcomes; ascending by unit

  friend bool operator==(const TestBase&, const TestBase&) = default;
};

/// So many names of a gate are listed.
constexpr std::size_t tests_before_max = 2000;

}  // namespace assay::core::verify
