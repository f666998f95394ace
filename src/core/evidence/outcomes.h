// SPDX-License-Identifier: MIT
// What became of single tests, by name. A runner, or the report it wrote, tells; nothing of it can
// raise a verdict.
#pragma once

#include "base/digest.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::core {

enum class TestOutcome : std::uint8_t {
  passed,
  failed,
  error,    ///< something around the test: it was not collected, its set-up broke
  skipped,  ///< not run
  excused,  ///< expected to fail, or not written yet: neither a pass nor a failure
};

struct TestResult {
  std::string id;  ///< unique in its attempt, the same from run to run
  TestOutcome outcome = TestOutcome::error;
  std::int64_t millis = -1;  ///< -1: not told

  friend bool operator==(const TestResult&, const TestResult&) = default;
};

/// An outcome as one character, where many are kept together. ' ' is no outcome.
struct OutcomeLetter {
  TestOutcome outcome;
  char letter;
};
constexpr std::array<OutcomeLetter, 5> outcome_letters = {{{TestOutcome::passed, 'p'},
                                                           {TestOutcome::failed, 'f'},
                                                           {TestOutcome::error, 'e'},
                                                           {TestOutcome::skipped, 's'},
                                                           {TestOutcome::excused, 'x'}}};

constexpr char letter_of(TestOutcome outcome) {
  for (const OutcomeLetter& each : outcome_letters) {
    if (each.outcome == outcome) return each.letter;
  }
  return ' ';
}

constexpr std::optional<TestOutcome> outcome_of(char letter) {
  for (const OutcomeLetter& each : outcome_letters) {
    if (each.letter == letter) return each.outcome;
  }
  return std::nullopt;
}

/// How long a test took in two bytes: milliseconds up to half a minute, then seconds.
constexpr std::uint16_t no_time = 0xFFFF;
constexpr std::uint16_t short_time(std::int64_t millis) {
  if (millis < 0) return no_time;
  if (millis < 0x8000) return static_cast<std::uint16_t>(millis);
  const std::int64_t seconds = millis / 1000;
  return static_cast<std::uint16_t>(seconds < 0x7FFE ? 0x8000 + seconds : 0xFFFE);
}
constexpr std::int64_t long_time(std::uint16_t time) {
  if (time == no_time) return -1;
  return time < 0x8000 ? time : std::int64_t{time - 0x8000} * 1000;
}

constexpr bool did_fail(TestOutcome outcome) {
  return outcome == TestOutcome::failed || outcome == TestOutcome::error;
}

/// Every test of one attempt.
struct TestResults {
  std::vector<TestResult> tests;  ///< sorted by id
  std::uint64_t more = 0;         ///< beyond what is kept

  friend bool operator==(const TestResults&, const TestResults&) = default;
};

/// `*` stands for any characters, `?` for one; brackets are those of parameters.
bool fits_test(std::string_view glob, std::string_view id);

/// So many names of failures are told beside the file that has them all.
constexpr std::size_t failed_tests_max = 1000;

/// Where the outcomes of an attempt are kept: a file beside its log, known by its content.
struct TestsNamed {
  std::string path;          ///< absolute
  Digest digest;             ///< of the file
  std::uint64_t passed = 0;  ///< so many of each are in it
  std::uint64_t failed = 0;
  std::uint64_t errors = 0;
  std::uint64_t not_run = 0;  ///< skipped, and expected to fail
  std::uint64_t more = 0;     ///< left out of it
  std::uint64_t counted = 0;  ///< failures that were told of, named or not
  bool by_report = false;     ///< a report file named them, not the console

  /// Whether no failure is without a name.
  bool names_every_failure() const { return more == 0 && failed + errors >= counted; }
  friend bool operator==(const TestsNamed&, const TestsNamed&) = default;
};

}  // namespace assay::core
