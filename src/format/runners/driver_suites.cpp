// SPDX-License-Identifier: MIT
// Automake's test harness, Bazel, DejaGnu and Kyua.
#include "format/runners/families.h"
#include "format/runners/scan.h"

#include <algorithm>

namespace assay::format {
namespace {

/// "# PASS:  1" with "PASS" -> 1.
std::optional<std::int64_t> automake_row(std::string_view line, std::string_view label) {
  Scan scan(line);
  if (!scan.skip("# ") || !scan.skip(label) || !scan.skip(":")) return {};
  return scan.blanks().number();
}

/// The rows under "# TOTAL:"; returns the last of them.
std::size_t read_automake_rows(const Transcript& transcript, std::size_t total,
                               core::Tally& tally) {
  tally.executed = 0;
  std::size_t last = total;
  for (std::size_t i = total + 1; i < transcript.size() && i <= total + 6; ++i) {
    const std::string_view line = transcript.line(i);
    if (!starts_with(line, "# ")) break;
    for (const std::string_view ran : {"PASS", "FAIL", "XPASS"}) {
      tally.executed += automake_row(line, ran).value_or(0);
    }
    for (const std::string_view bad : {"FAIL", "XPASS", "ERROR"}) {
      tally.failed += automake_row(line, bad).value_or(0);
    }
    for (const std::string_view idle : {"SKIP", "XFAIL"})
      tally.skipped += automake_row(line, idle).value_or(0);
    last = i;
  }
  return last;
}

bool is_harness_line(std::string_view line) {
  for (const std::string_view verdict :
       {"PASS: ", "FAIL: ", "XPASS: ", "XFAIL: ", "SKIP: ", "ERROR: "}) {
    if (starts_with(line, verdict)) return true;
  }
  return false;
}

/// The serial harness: "All 2 tests passed", "1 of 2 tests failed", "(1 test was not run)" between
/// rules of "=".
std::optional<core::Tally> serial_summary(std::string_view line) {
  core::Tally tally;
  if (starts_with(line, "All ") && ends_with(line, " tests passed")) {
    tally.executed = number_after(line, "All").value_or(-1);
  } else if (line == "1 test passed") {
    tally.executed = 1;
  } else if (ends_with(line, " failed") && contains(line, " of ") && contains(line, " test")) {
    tally.failed = Scan(line).number().value_or(-1);
    tally.executed = number_after(line, "of").value_or(-1);
  } else {
    return {};
  }
  return tally.known() && tally.failed >= 0 ? std::optional(tally) : std::nullopt;
}

/// "//p:t   (cached) PASSED in 0.1s", "//p:u   FAILED in 2.0s".
struct BazelTarget {
  bool ran = false;
  bool bad = false;
  bool cached = false;
};

std::optional<BazelTarget> bazel_target(std::string_view line) {
  if (!starts_with(line, "//") && !starts_with(line, "@")) return {};
  const std::size_t blank = line.find(' ');
  if (blank == std::string_view::npos) return {};
  Scan scan(trim_left(line.substr(blank)));
  BazelTarget target;
  target.cached = scan.skip("(cached) ");
  if (scan.skip("PASSED") || scan.skip("FLAKY")) {
    target.ran = !target.cached;
  } else if (scan.skip("FAILED TO BUILD")) {
    target.bad = true;
  } else if (scan.skip("FAILED") || scan.skip("TIMEOUT")) {
    target.bad = true;
    target.ran = !target.cached;
  } else {
    return {};  // "NO STATUS", "SKIPPED"
  }
  return target;
}

/// "# of unexpected failures		1".
std::optional<std::int64_t> dejagnu_row(std::string_view line, std::string_view label) {
  Scan scan(line);
  if (!scan.skip("# of ") || !scan.skip(label)) return {};
  return scan.blanks().number();
}

/// "suite:case  ->  passed  [0.001s]" -> "passed".
std::string_view kyua_verdict(std::string_view line) {
  const std::size_t arrow = line.find("  ->  ");
  if (arrow == std::string_view::npos || !contains(line, ":")) return {};
  const std::string_view rest = line.substr(arrow + 6);
  return rest.substr(0, rest.find_first_of(": "));
}

/// "1/2 passed (1 failed)".
bool is_kyua_total(std::string_view line) {
  Scan scan(line);
  return scan.number() && scan.skip("/") && scan.number() && scan.skip(" passed (");
}

void find_automake(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::optional<std::size_t> start;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (line.empty()) continue;
    if (!start && is_harness_line(line)) start = i;
    const bool ruled = is_rule(transcript.line_or_empty(i - 1), '=', 5);
    if (automake_row(line, "TOTAL")) {
      Sighting sighting{start.value_or(i), i, {}, ruled ? Strength::framed : Strength::bare};
      sighting.last = read_automake_rows(transcript, i, sighting.tally);
      sightings.push_back(std::move(sighting));
    } else if (auto tally = ruled ? serial_summary(line) : std::nullopt) {
      Sighting sighting{start.value_or(i), i, std::move(*tally), Strength::framed};
      sightings.push_back(std::move(sighting));
    } else {
      continue;
    }
    start.reset();
  }
}

void find_bazel(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::optional<std::size_t> start;
  Sighting targets{0, 0, {}, Strength::trace};
  targets.tally.executed = 0;
  bool cached = false;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (starts_with(line, "INFO: ") && !start) start = i;
    if (starts_with(line, "ERROR: No test targets were found")) {
      Sighting none{i, i, {}, Strength::framed};
      none.tally.executed = 0;
      sightings.push_back(std::move(none));
    }
    if (const auto target = bazel_target(line)) {
      cached = cached || target->cached;
      targets.tally.executed += target->ran ? 1 : 0;
      targets.tally.failed += target->bad ? 1 : 0;
      targets.last = i;
    }
    // "Executed 1 out of 2 tests: 2 tests pass."
    if (!starts_with(line, "Executed ") || !contains(line, " out of ")) continue;
    const auto executed = number_after(line, "Executed");
    if (!executed || !number_after(line, "out of")) continue;
    Sighting sighting{start.value_or(i), i, targets.tally, Strength::framed};
    sighting.tally.executed = *executed;
    sighting.tally.cached = cached && *executed == 0;
    sightings.push_back(std::move(sighting));
    start.reset();
    targets.tally.executed = targets.tally.failed = 0;
    cached = false;
  }
  if (targets.last > 0 && (targets.tally.executed > 0 || cached)) {
    targets.first = start.value_or(targets.last);
    targets.tally.cached = cached;
    sightings.push_back(std::move(targets));
  }
}

void find_dejagnu(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::optional<std::size_t> start;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = trim_left(transcript.line(i));
    if (!starts_with(line, "=== ")) continue;
    if (ends_with(line, " tests ===")) start = i;
    if (!ends_with(line, " Summary ===") && !contains(line, " Summary for ")) continue;
    Sighting sighting{start.value_or(i), i, {}, Strength::framed};
    core::Tally& tally = sighting.tally;
    tally.executed = 0;
    for (std::size_t k = i + 1; k < transcript.size(); ++k) {
      const std::string_view row = transcript.line(k);
      if (!row.empty() && !starts_with(row, "# of ")) break;
      for (const std::string_view ran : {"expected passes", "unexpected failures",
                                         "unexpected successes", "unknown successes"}) {
        tally.executed += dejagnu_row(row, ran).value_or(0);
      }
      for (const std::string_view bad : {"unexpected failures", "unexpected successes",
                                         "unresolved testcases", "unknown successes"}) {
        tally.failed += dejagnu_row(row, bad).value_or(0);
      }
      for (const std::string_view idle :
           {"untested testcases", "unsupported tests", "expected failures", "known failures"}) {
        tally.skipped += dejagnu_row(row, idle).value_or(0);
      }
      sighting.last = k;
    }
    sightings.push_back(std::move(sighting));
    start.reset();
  }
}

/// "1/1 passed" counts what was skipped, so the lines of the cases are counted instead.
void find_kyua(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::optional<std::size_t> start;
  core::Tally tally;
  tally.executed = 0;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    const std::string_view verdict = kyua_verdict(line);
    if (!verdict.empty() && !start) start = i;
    const bool bad = verdict == "failed" || verdict == "broken";
    // A program that cannot even list its cases has run none.
    const bool listing = contains(line, "__test_cases_list__");
    if (verdict == "passed" || (bad && !listing)) ++tally.executed;
    if (bad) ++tally.failed;
    if (verdict == "skipped" || verdict == "expected_failure") ++tally.skipped;
    if (!is_kyua_total(line)) continue;
    if (!start) {
      tally.executed = -1;
      tally.failed = number_before(line, "failed").value_or(0);
      tally.hint =
          "Kyua's totals count skipped tests as passed: do not hide the lines of the cases";
    }
    sightings.push_back({start.value_or(i), i, tally, Strength::framed});
    start.reset();
    tally = {};
    tally.executed = 0;
  }
}

}  // namespace

std::span<const Recogniser> driver_suites_family() {
  static constexpr Recogniser family[] = {
      {"automake", {"# TOTAL:", "tests passed", "test passed", " failed"}, find_automake},
      {"bazel", {" out of ", "No test targets were found", "(cached) "}, find_bazel},
      {"dejagnu", {" Summary "}, find_dejagnu},
      {"kyua", {" passed ("}, find_kyua},
  };
  return family;
}

}  // namespace assay::format
