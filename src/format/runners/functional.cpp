// SPDX-License-Identifier: MIT
// Haskell (Hspec, Tasty, HUnit and doctest), OCaml (OUnit, Alcotest), Elm and PureScript.
#include "format/runners/examples.h"
#include "format/runners/families.h"

#include <algorithm>
#include <array>
#include <optional>

namespace assay::format {
namespace {

/// Hspec's line is RSpec's, but the line above has no loading time: "Finished in 0.0001 seconds".
void find_hspec(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 1; i < transcript.size(); ++i) {
    const auto verdicts = examples_line(transcript.line(i));
    const std::string_view above = filled_before(transcript, i);
    if (!verdicts || !starts_with(above, "Finished in ") || contains(above, "(files took "))
      continue;
    out.push_back(sight(i - 1, i, *verdicts));
  }
  if (out.empty() || !called_with(transcript, {}, "--dry-run")) return;
  for (Sighting& one : out) one.tally = sight(one.first, one.last, {}).tally;
}

/// "All 2 tests passed (0.00s)", "1 out of 2 tests failed (0.00s)".
std::optional<Verdicts> tasty_line(std::string_view line) {
  if (!ends_with(line, "s)")) return std::nullopt;
  Scan scan(line);
  if (scan.skip("All ")) {
    const auto number = scan.number();
    const bool fits = scan.skip(" tests passed (") || scan.skip(" test passed (");
    return number && fits ? std::optional(Verdicts{*number, 0, 0}) : std::nullopt;
  }
  const auto failed = scan.number();
  if (!failed || !scan.skip(" out of ")) return std::nullopt;
  const auto total = scan.number();
  const bool fits = scan.skip(" tests failed (") || scan.skip(" test failed (");
  return total && fits ? std::optional(Verdicts{*total, *failed, 0}) : std::nullopt;
}

void find_tasty(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    if (const auto verdicts = tasty_line(transcript.line(i))) out.push_back(sight(i, i, *verdicts));
  }
}

/// "Cases: 2  Tried: 1  Errors: 0  Failures: 0", repainted for every case; "Examples:" is the
/// doctest tool.
void find_hunit(const Transcript& transcript, std::vector<Sighting>& out) {
  std::int64_t cases_before = -1;
  std::int64_t tried_before = 0;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (!starts_with(line, "Cases: ") && !starts_with(line, "Examples: ")) continue;
    const auto tried = number_after(line, "Tried:");
    const auto failures = number_after(line, "Failures:");
    if (!tried || !failures) continue;
    const std::int64_t cases = labelled(line, "Cases:") + labelled(line, "Examples:");
    const Sighting now = sight(i, i, {*tried, *failures + labelled(line, "Errors:"), 0});
    const bool repaint = cases == cases_before && *tried >= tried_before && tried_before < cases;
    const bool repeated = repaint || (cases == cases_before && *tried == tried_before &&
                                      !out.empty() && out.back().last + 1 == i);
    if (repeated) {
      out.back() = now;
    } else {
      out.push_back(now);
    }
    cases_before = cases;
    tried_before = *tried;
  }
}

/// "Ran: 2 tests in: 0.10 seconds.", then "OK" or "FAILED: Cases: 2 Tried: 2 ... Skip: 1 Todo: 0
/// Timeouts: 0."
void find_ounit(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    Scan scan(transcript.line(i));
    if (!scan.skip("Ran: ")) continue;
    const auto run = scan.number();
    if (!run || !starts_with(scan.rest(), " test")) continue;
    const std::string_view closing = filled_after(transcript, i);
    const std::int64_t left_out = labelled(closing, "Skip:") + labelled(closing, "Todo:");
    const std::int64_t failed = labelled(closing, "Failures:") + labelled(closing, "Errors:") +
                                labelled(closing, "Timeouts:");
    out.push_back(sight(i, i, {*run - left_out, failed, left_out}));
  }
}

/// "Test Successful in 0.001s. 2 tests run.", "1 failure! in 0.001s. 2 tests run."
void find_alcotest(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (!ends_with(line, " run.")) continue;
    const auto many = number_before(line, "tests run.");
    const auto run = many ? many : number_before(line, "test run.");
    Scan scan(line);
    const auto failed = scan.number();
    const bool failure = failed && (scan.skip(" failure! in ") || scan.skip(" failures! in "));
    const bool success = !failed && starts_with(line, "Test Successful in ");
    if (run && (failure || success)) out.push_back(sight(i, i, {*run, failed.value_or(0), 0}));
  }
}

/// "TEST RUN PASSED", "Duration: 100 ms", "Passed:   2", "Failed:   0", "Skipped:  1".
void find_elm_test(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (!starts_with(line, "TEST RUN PASSED") && !starts_with(line, "TEST RUN FAILED") &&
        !starts_with(line, "TEST RUN INCOMPLETE")) {
      continue;
    }
    std::optional<std::int64_t> passed;
    Verdicts verdicts;
    for (std::size_t j = i + 1; j < transcript.size() && j < i + 8; ++j) {
      if (!passed) passed = number_after(transcript.line(j), "Passed:");
      verdicts.failed += labelled(transcript.line(j), "Failed:");
      verdicts.skipped += labelled(transcript.line(j), "Skipped:");
    }
    if (!passed) continue;
    verdicts.executed = *passed + verdicts.failed;
    out.push_back(sight(i, i + 3, verdicts));
  }
}

/// "Summary", then "2/3 tests passed".
void find_purescript(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 1; i < transcript.size(); ++i) {
    Scan scan(transcript.line(i));
    const auto passed = scan.number();
    if (!passed || !scan.skip("/")) continue;
    const auto total = scan.number();
    const bool fits = scan.rest() == " tests passed" || scan.rest() == " test passed";
    if (!total || !fits || transcript.line(i - 1) != "Summary") continue;
    out.push_back(sight(i - 1, i, {*total, *total - *passed, 0}));
  }
}

/// "1 of 2 test suites (1 of 2 test cases) passed.": Cabal takes each suite for one case, and shows
/// the output of suites that pass only on request.
void find_cabal(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    Scan scan(transcript.line(i));
    const auto passed = scan.number();
    if (!passed || !scan.skip(" of ")) continue;
    const auto suites = scan.number();
    if (!suites || !starts_with(scan.rest(), " test suites (")) continue;
    Sighting found =
        sight_uncounted(i, i, "Cabal hides the counts: add --test-show-details=direct");
    found.tally.failed = std::max<std::int64_t>(*suites - *passed, 0);
    found.tally.source = "cabal";
    out.push_back(std::move(found));
  }
}

constexpr std::array functional_recognisers = {
    // Not plainly "cabal": what the suites themselves print, when it is shown, must not be silenced
    // by it.
    Recogniser{"cabal suites", {" test suites ("}, find_cabal},
    Recogniser{"hspec", {" examples, ", " example, "}, find_hspec, Closing::once},
    Recogniser{"tasty", {" passed (", " failed ("}, find_tasty},
    Recogniser{"hunit", {"Tried: "}, find_hunit},
    Recogniser{"ounit", {"Ran: "}, find_ounit},
    Recogniser{"alcotest", {" tests run.", " test run."}, find_alcotest},
    Recogniser{"elm-test", {"TEST RUN "}, find_elm_test},
    Recogniser{"spago", {" tests passed", " test passed"}, find_purescript},
};

}  // namespace

std::span<const Recogniser> functional_family() { return functional_recognisers; }

}  // namespace assay::format
