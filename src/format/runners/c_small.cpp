// SPDX-License-Identifier: MIT
// Small C and C++ frameworks, and the list of the family.
#include "format/runners/families.h"
#include "format/runners/scan.h"

#include <algorithm>
#include <array>

namespace assay::format {
namespace {

/// ".F..E.": the progress marks that CppUnit and CppUTest print above their totals.
bool is_progress(std::string_view line) {
  return !line.empty() && line.find_first_not_of(".FEISM!") == std::string_view::npos;
}

bool progress_above(const Transcript& transcript, std::size_t at) {
  for (std::size_t k = at; k-- > 0 && at - k <= 6;) {
    const std::string_view line = transcript.line(k);
    if (is_progress(line)) return true;
    if (!line.empty() && !starts_with(line, "!!!") && !starts_with(line, "Test Results:"))
      return false;
  }
  return false;
}

/// "OK (2 tests)" and, from the compiler outputter, "OK (2)".
std::optional<std::int64_t> cppunit_ok(std::string_view line) {
  Scan scan(line);
  if (!scan.skip("OK (")) return {};
  const auto number = scan.number();
  const bool fits = scan.skip(" tests)") || scan.skip(" test)") || scan.skip(")");
  return fits && scan.done() ? number : std::nullopt;
}

/// Names of Qt's own steps, which it counts as tests.
bool is_qt_frame(std::string_view line) {
  return contains(line, "::initTestCase()") || contains(line, "::cleanupTestCase()");
}

/// "50%: Checks: 2, Failures: 1, Errors: 0"; an empty suite list leaves it on the line of "Running
/// suite(s):".
void find_check(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::optional<std::size_t> start;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (starts_with(line, "Running suite(s):")) start = i;
    const std::size_t at = line.find("%: Checks: ");
    if (at == std::string_view::npos) continue;
    const auto checks = number_after(line, "Checks:");
    const auto failures = number_after(line, "Failures:");
    const auto errors = number_after(line, "Errors:");
    if (!checks || !failures || !errors) continue;
    Sighting sighting{start.value_or(i), i, {}, start ? Strength::framed : Strength::bare};
    sighting.tally.executed = *checks;
    sighting.tally.failed = *failures + *errors;
    const bool same_run = start && !sightings.empty() && sightings.back().first == *start;
    if (same_run) sightings.pop_back();
    sightings.push_back(std::move(sighting));
  }
}

/// "OK (2 tests)", or "Run:  2   Failures: 1   Errors: 0" (with "Failure total: 1" in between for
/// compilers).
void find_cppunit(const Transcript& transcript, std::vector<Sighting>& sightings) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    Sighting sighting{i, i, {}, Strength::bare};
    if (const auto passed = cppunit_ok(line)) {
      sighting.tally.executed = *passed;
    } else if (starts_with(line, "Run:") && contains(line, "Failures:") &&
               contains(line, "Errors:")) {
      sighting.tally.executed = number_after(line, "Run:").value_or(-1);
      sighting.tally.failed =
          number_after(line, "Failures:").value_or(0) + number_after(line, "Errors:").value_or(0);
    } else if (const auto tests = number_after(line, "<Tests>")) {
      // <Statistics><Tests>2</Tests><FailuresTotal>1</FailuresTotal>, one element a line.
      sighting.tally.executed = *tests;
      sighting.tally.failed =
          number_after(transcript.line_or_empty(i + 1), "<FailuresTotal>").value_or(0);
    } else {
      continue;
    }
    const std::string_view above = transcript.line_or_empty(i - 1);
    if (progress_above(transcript, i) || starts_with(above, "Test Results:")) {
      sighting.strength = Strength::framed;
      sighting.first = i - 1;
    }
    sightings.push_back(std::move(sighting));
  }
}

/// "OK (2 tests, 2 ran, 2 checks, 0 ignored, 0 filtered out, 0 ms)", "Errors (1 failures, 2 tests,
/// 2 ran, ...)".
void find_cpputest(const Transcript& transcript, std::vector<Sighting>& sightings) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (!starts_with(line, "OK (") && !starts_with(line, "Errors (")) continue;
    const auto ran = number_before(line, "ran");
    if (!ran || !contains(line, " checks, ")) continue;
    const std::size_t first = i > 0 && is_progress(transcript.line(i - 1)) ? i - 1 : i;
    Sighting sighting{first, i, {}, Strength::framed};
    sighting.tally.executed = *ran;
    sighting.tally.failed = number_before(line, "failures").value_or(0);
    if (starts_with(line, "Errors (") && *ran > 0 && sighting.tally.failed == 0)
      sighting.tally.failed = 1;
    sighting.tally.skipped = number_before(line, "ignored").value_or(0);
    sightings.push_back(std::move(sighting));
  }
}

/// The row "tests  2  2  1  1  0" (total, ran, passed, failed, inactive) of the table under "Run
/// Summary:".
void find_cunit(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::optional<std::size_t> table;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = trim_left(transcript.line(i));
    if (starts_with(line, "Run Summary:")) table = i;
    Scan scan(line);
    if (!table || i - *table > 4 || !scan.skip("tests ")) continue;
    std::array<std::int64_t, 4> columns{};
    const bool read = std::all_of(columns.begin(), columns.end(), [&](std::int64_t& column) {
      const auto number = scan.blanks().number();
      column = number.value_or(0);
      return number.has_value();
    });
    if (!read) continue;
    Sighting sighting{*table, i, {}, Strength::framed};
    sighting.tally.executed = columns[1];
    sighting.tally.failed = columns[3];
    sightings.push_back(std::move(sighting));
    table.reset();
  }
}

/// "Success: 2 tests passed." or "FAILURE: 1 out of 2 tests failed (1 failures).", then "Test time:
/// 0.00 seconds."
void find_unittest_pp(const Transcript& transcript, std::vector<Sighting>& sightings) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    Sighting sighting{i, i, {}, Strength::bare};
    if (starts_with(line, "Success: ") && contains(line, " passed.")) {
      const auto many = number_before(line, "tests passed");
      const auto passed = many ? many : number_before(line, "test passed");
      if (!passed) continue;
      sighting.tally.executed = *passed;
    } else if (starts_with(line, "FAILURE: ") && contains(line, " out of ")) {
      const auto all = number_after(line, "out of");
      if (!all) continue;
      sighting.tally.executed = *all;
      sighting.tally.failed = number_after(line, "FAILURE:").value_or(1);
    } else {
      continue;
    }
    if (starts_with(transcript.line_or_empty(i + 1), "Test time: ")) {
      sighting.strength = Strength::framed;
      sighting.last = i + 1;
    }
    sightings.push_back(std::move(sighting));
  }
}

/// "Totals: 3 passed, 0 failed, 0 skipped, 0 blacklisted, 2ms" under "********* Start testing of X
/// *********".
void find_qtest(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::optional<std::size_t> start;
  std::int64_t frames = 0;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (starts_with(line, "********* Start testing of ")) {
      start = i;
      frames = 0;
    }
    if (starts_with(line, "PASS   : ") && is_qt_frame(line)) ++frames;
    if (!starts_with(line, "Totals: ")) continue;
    const auto passed = number_before(line, "passed");
    const auto failed = number_before(line, "failed");
    if (!passed || !failed) continue;
    Sighting sighting{start.value_or(i), i, {}, start ? Strength::framed : Strength::bare};
    // Initialisation and clean-up are counted among the passed, also when they are not listed.
    const std::int64_t own = frames > 0 ? std::min<std::int64_t>(frames, 2) : 2;
    sighting.tally.executed = std::max<std::int64_t>(*passed + *failed - own, 0);
    sighting.tally.failed = *failed;
    sighting.tally.skipped = number_before(line, "skipped").value_or(0);
    const bool same_run = start && !sightings.empty() && sightings.back().first == *start;
    if (same_run) sightings.pop_back();
    sightings.push_back(std::move(sighting));
  }
}

}  // namespace

std::span<const Recogniser> c_small_family() {
  static constexpr Recogniser family[] = {
      {"check", {"%: Checks: "}, find_check},
      {"cppunit", {"OK (", "Run:", "<Tests>"}, find_cppunit},
      {"cpputest", {" checks, "}, find_cpputest},
      {"cunit", {"Run Summary:"}, find_cunit},
      {"unittest++", {"Success: ", "FAILURE: "}, find_unittest_pp},
      {"qtest", {"Totals: "}, find_qtest},
  };
  return family;
}

}  // namespace assay::format
