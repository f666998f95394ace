// SPDX-License-Identifier: MIT
// ExUnit and mix test, EUnit (plain, and as rebar3 and gleam show it), Common Test.
#include "format/runners/families.h"
#include "format/runners/sight.h"

#include <array>
#include <optional>

namespace assay::format {
namespace {

/// Projects can add kinds of tests of their own; these words belong to other runners.
bool is_kind_of_test(std::string_view word) {
  for (const std::string_view foreign : {"example", "assertion", "spec", "run", "step"}) {
    if (starts_with(word, foreign)) return false;
  }
  return word.find(' ') == std::string_view::npos;
}

/// "1 doctest, 2 tests, 1 failure, 1 skipped, 1 excluded"; with no tests at all "0 failures".
std::optional<Verdicts> exunit_line(std::string_view line) {
  const std::vector<Count> counts = count_list(line);
  if (counts.empty()) return std::nullopt;
  std::int64_t all = 0;
  std::int64_t left_out = 0;
  bool failures_told = false;
  for (const Count& one : counts) {
    if (one.word == "failures" || one.word == "failure") {
      failures_told = true;
    } else if (one.word == "skipped" || one.word == "excluded" || one.word == "invalid" ||
               one.word == "cancelled") {
      left_out += one.number;
    } else if (!failures_told && is_kind_of_test(one.word)) {
      all += one.number;
    } else {
      return std::nullopt;
    }
  }
  if (!failures_told) return std::nullopt;
  const std::int64_t failed = count_of_either(counts, "failure", "failures");
  return Verdicts{all - left_out, failed, left_out};
}

/// "Result: 2 passed, 1 failed" of ExUnit versions that put the verdicts first.
std::optional<Verdicts> exunit_result(std::string_view line) {
  Scan scan(line);
  if (!scan.skip("Result: ")) return std::nullopt;
  const std::vector<Count> counts = count_list(scan.rest());
  if (counts.empty() ||
      !only_words(counts, {"passed", "failed", "skipped", "excluded", "invalid"})) {
    return std::nullopt;
  }
  const std::int64_t failed = count_of(counts, "failed");
  return Verdicts{count_of(counts, "passed") + failed, failed, count_of(counts, "skipped")};
}

void find_exunit(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 1; i < transcript.size(); ++i) {
    if (!starts_with(filled_before(transcript, i), "Finished in ")) continue;
    auto verdicts = exunit_line(transcript.line(i));
    if (!verdicts) verdicts = exunit_result(transcript.line(i));
    if (verdicts) out.push_back(sight(i - 1, i, *verdicts));
  }
  for (Sighting& one : out) one.tally.source = "exunit";
  sight_nothing(transcript,
                {"There are no tests to run", "Paths given to \"mix test\" did not match any",
                 "No stale tests"},
                out);
}

/// "  2 tests passed.", "  All 2 tests passed.", "  Test passed.", "  There were no tests to run.",
/// "  Failed: 1.  Skipped: 0.  Passed: 1."
std::optional<Verdicts> eunit_line(std::string_view line) {
  if (!starts_with(line, "  ") || starts_with(line, "   ")) return std::nullopt;
  Scan scan(line.substr(2));
  if (scan.rest() == "Test passed.") return Verdicts{1, 0, 0};
  if (scan.rest() == "There were no tests to run.") return Verdicts{};
  if (starts_with(scan.rest(), "Failed: ") && contains(line, ".  Passed: ")) {
    const std::int64_t failed = labelled(line, "Failed:");
    return Verdicts{labelled(line, "Passed:") + failed, failed, labelled(line, "Skipped:")};
  }
  scan.skip("All ");
  const auto number = scan.number();
  if (!number || scan.rest() != " tests passed.") return std::nullopt;
  return Verdicts{*number, 0, 0};
}

void find_eunit(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    if (const auto verdicts = eunit_line(transcript.line(i))) out.push_back(sight(i, i, *verdicts));
  }
}

/// "Testing lib.app: TEST COMPLETE, 2 ok, 1 failed, 1 skipped of 4 test cases".
std::optional<Verdicts> test_complete(std::string_view line) {
  if (!contains(line, "TEST COMPLETE, ")) return std::nullopt;
  const auto ok = number_before(line, "ok");
  if (!ok) return std::nullopt;
  const std::int64_t failed = number_before(line, "failed").value_or(0);
  return Verdicts{*ok + failed, failed, number_before(line, "skipped").value_or(0)};
}

/// rebar3: "All 2 tests passed.", "Failed 1 tests. Skipped 1 (1, 0) tests. Passed 1 tests."
std::optional<Verdicts> rebar_ct(std::string_view line) {
  Scan scan(line);
  if (scan.skip("All ")) {
    const auto number = scan.number();
    return number && scan.rest() == " tests passed." ? std::optional(Verdicts{*number, 0, 0})
                                                     : std::nullopt;
  }
  const bool opens = starts_with(line, "Failed ") || starts_with(line, "Skipped ");
  const auto passed = number_after(line, "Passed");
  if (!opens || !passed || !ends_with(line, " tests.")) return std::nullopt;
  const std::int64_t failed = labelled(line, "Failed");
  return Verdicts{*passed + failed, failed, labelled(line, "Skipped")};
}

void find_common_test(const Transcript& transcript, std::vector<Sighting>& out) {
  std::optional<std::size_t> rebar;  // "===> Running Common Test suites..."
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (contains(line, "Running Common Test suites")) rebar = i;
    if (const auto verdicts = test_complete(line)) out.push_back(sight(i, i, *verdicts));
    if (!rebar) continue;
    if (const auto verdicts = rebar_ct(line)) out.push_back(sight(*rebar, i, *verdicts));
  }
}

constexpr std::array beam_recognisers = {
    Recogniser{"mix",
               {"Finished in ", "There are no tests to run", "Paths given to \"mix test\"",
                "No stale tests"},
               find_exunit},
    Recogniser{"eunit",
               {" tests passed.", "  Test passed.", "There were no tests to run.", ".  Passed: "},
               find_eunit},
    Recogniser{"ct", {"TEST COMPLETE, ", "Running Common Test suites"}, find_common_test},
};

}  // namespace

std::span<const Recogniser> beam_family() { return beam_recognisers; }

}  // namespace assay::format
