// SPDX-License-Identifier: MIT
#include "core/verify/known.h"

#include "base/text/join.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace assay::core::verify {

namespace {

constexpr std::size_t failing_named_max = 3;

const TestsBefore* before_of(const Plan& plan, std::uint32_t unit) {
  for (const TestsBefore& before : plan.base.gates) {
    if (before.unit == unit) return &before;
  }
  return nullptr;
}

bool is_in(const std::vector<std::string>& sorted, std::string_view name) {
  return std::binary_search(sorted.begin(), sorted.end(), name);
}

bool has_wildcard(std::string_view glob) {
  return glob.find_first_of("*?") != std::string_view::npos;
}

/// A wildcard helps only a test that was there on the base, where that is known: a test that was
/// given such a name since is not what the line is about.
bool helps(const KnownFailure& line, const TestsBefore* before, std::string_view test) {
  if (line.expired || !fits_test(line.test, test)) return false;
  const bool sure = before != nullptr && before->whole && !before->more;
  return !sure || !has_wildcard(line.test) || is_in(before->fitting, test);
}

bool is_listed(const Plan& plan, std::uint32_t unit, std::string_view test) {
  const TestsBefore* before = before_of(plan, unit);
  const auto& lines = plan.known.lines;
  return std::any_of(lines.begin(), lines.end(),
                     [&](const KnownFailure& line) { return helps(line, before, test); });
}

/// Why a test that failed is not covered by the list.
std::string why_not_listed(const Plan& plan, const std::string& test) {
  for (const KnownFailure& line : plan.known.lines) {
    if (!fits_test(line.test, test)) continue;
    const std::string place = plan.known.file + ":" + std::to_string(line.line);
    if (line.expired) return test + ": " + place + " has expired (until " + line.until + ")";
    return test + ": was not there on the base, so the wildcard in " + place + " does not cover it";
  }
  return test + " is not in " + plan.known.file;
}

/// What keeps a list of known failures from saying anything about this attempt; empty: nothing.
std::string not_sure(const Plan& plan, std::uint32_t unit, const Evidence& evidence) {
  const Reading& reading = evidence.reading;
  const CommandSpec& spec = plan.manifest.commands[unit];
  if (!spec.extras || spec.extras->report.empty())
    return "known failures need a `report:` that names every test";
  if (!reading.tests) return "no test is named in the report";
  const TestsNamed& named = *reading.tests;
  if (!named.by_report) return "the report names no test";
  if (!named.names_every_failure() || reading.failed_tests.size() != named.failed + named.errors)
    return std::to_string(named.counted) + " failures, but " +
           std::to_string(reading.failed_tests.size()) + " are named";
  if (named.errors > 0) return "an error around the tests is no known failure";
  if (named.failed == 0) return "it failed, and no test did";
  if (named.passed == 0) return "no test passed";
  if (!reading.tally.doubt.empty()) return reading.tally.doubt;
  const auto& more = plan.known.not_alone;
  if (std::find(more.begin(), more.end(), unit) != more.end())
    return "the command does more than run tests, and its exit status may be about the rest";
  return "";
}

/// pytest has a status of its own for failing tests; any other says that not all of them ran. What
/// make makes of it is told by the output alone.
std::string not_by_tests(const Plan& plan, std::uint32_t unit, const Evidence& evidence) {
  const std::string& command = plan.manifest.commands[unit].command;
  const bool direct =
      command.find("pytest") != std::string::npos && command.find("make") == std::string::npos;
  if (!direct || evidence.exit.code == 1) return "";
  return "pytest ended with exit status " + std::to_string(evidence.exit.code) +
         ": it was interrupted, and tests may not have run";
}

bool says_nothing(const std::vector<FailingTest>& failing) {
  return std::all_of(failing.begin(), failing.end(),
                     [](const FailingTest& test) { return test.standing == Standing::unknown; });
}

std::string names_of(const std::vector<std::string>& names) {
  return assay::listed(names, failing_named_max);
}

}  // namespace

Standing standing_of(const Plan& plan, std::uint32_t unit, std::string_view test) {
  if (is_listed(plan, unit, test)) return Standing::known;
  const TestsBefore* before = before_of(plan, unit);
  if (before == nullptr) return Standing::unknown;
  if (is_in(before->flaky, test)) return Standing::flaky;
  if (is_in(before->failed, test)) return Standing::known;
  return before->whole && !before->more ? Standing::fresh : Standing::unknown;
}

Excuse excuse_of(const Plan& plan, std::uint32_t unit, const Evidence& evidence) {
  // From 126 on it is the shell that speaks: a crash, a signal, a program that is not there.
  constexpr int shells_own = 126;
  const bool said_no = evidence.exit.kind == ExitKind::exited && evidence.exit.code != 0 &&
                       evidence.exit.code < shells_own && evidence.reading.missing.empty();
  const bool asked = !plan.known.file.empty() && said_no &&
                     plan.manifest.commands[unit].gate_type == GateType::test;
  if (!asked) return {};
  if (std::string why = not_sure(plan, unit, evidence); !why.empty()) return {false, why};
  if (std::string why = not_by_tests(plan, unit, evidence); !why.empty()) return {false, why};
  for (const std::string& test : evidence.reading.failed_tests) {
    if (!is_listed(plan, unit, test)) return {false, why_not_listed(plan, test)};
  }
  return {true, ""};
}

std::vector<FailingTest> failing_tests(const State& state, std::uint32_t unit) {
  std::vector<FailingTest> failing;
  const CommandState& command = state.commands[unit];
  if (!command.notes) return failing;
  for (const std::string& test : command.notes->failed_tests)
    failing.push_back({test, standing_of(*state.plan, unit, test)});
  constexpr std::array<Standing, 4> order{Standing::fresh, Standing::unknown, Standing::flaky,
                                          Standing::known};
  const auto rank = [&](Standing standing) {
    return std::find(order.begin(), order.end(), standing) - order.begin();
  };
  std::stable_sort(failing.begin(), failing.end(), [&](const auto& a, const auto& b) {
    return rank(a.standing) < rank(b.standing);
  });
  return failing;
}

std::vector<std::string> flaky_tests(const CommandState& command) {
  std::vector<std::string> flaky;
  if (!command.notes || !command.notes->tests) return flaky;
  const Notes& notes = *command.notes;
  std::set_difference(notes.failed_earlier.begin(), notes.failed_earlier.end(),
                      notes.failed_tests.begin(), notes.failed_tests.end(),
                      std::back_inserter(flaky));
  return flaky;
}

bool fails_as_before(const State& state, std::uint32_t unit) {
  const CommandState& command = state.commands[unit];
  const bool named = command.notes && command.notes->tests &&
                     command.notes->tests->names_every_failure() &&
                     command.notes->tests->errors == 0 &&
                     command.notes->failed_tests.size() == command.notes->tests->failed;
  const bool said_no = command.status == Status::fail && command.reason == Reason::none;
  if (!said_no || !named || command.notes->failed_tests.empty()) return false;
  const auto& failed = command.notes->failed_tests;
  return std::all_of(failed.begin(), failed.end(), [&](const std::string& test) {
    return standing_of(*state.plan, unit, test) == Standing::known;
  });
}

std::vector<std::string> failing_lines(const State& state, std::uint32_t unit) {
  constexpr std::size_t lines_max = 10;
  std::vector<std::string> lines;
  const std::vector<FailingTest> failing = failing_tests(state, unit);
  if (says_nothing(failing)) return lines;
  for (const FailingTest& test : failing) {
    if (lines.size() == lines_max) break;
    lines.push_back(std::string(to_text(test.standing)) + ": " + test.id);
  }
  if (failing.size() > lines_max)
    lines.push_back("and " + std::to_string(failing.size() - lines_max) + " more");
  return lines;
}

std::string failing_text(const State& state, std::uint32_t unit) {
  std::string text;
  const std::vector<FailingTest> failing = failing_tests(state, unit);
  if (says_nothing(failing)) return text;
  for (std::size_t first = 0; first < failing.size();) {
    const Standing standing = failing[first].standing;
    std::vector<std::string> names;
    for (; first < failing.size() && failing[first].standing == standing; ++first)
      names.push_back(failing[first].id);
    text += (text.empty() ? "" : "; ") + std::string(to_text(standing)) + ": " + names_of(names);
  }
  return text;
}

}  // namespace assay::core::verify
