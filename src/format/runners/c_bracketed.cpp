// SPDX-License-Identifier: MIT
// Runners that print tags in brackets: GoogleTest, cmocka, Criterion, doctest.
#include "format/runners/families.h"
#include "format/runners/scan.h"

namespace assay::format {
namespace {

constexpr std::size_t tag_close = 11;  // where the bracket of "[  PASSED  ]" closes

/// "[  PASSED  ] 3 tests." -> "3 tests." when the tag is "PASSED".
std::string_view after_tag(std::string_view line, std::string_view tag) {
  const std::size_t close = line.find(']');
  if (line.empty() || line.front() != '[' || close != tag_close) return {};
  if (trim(line.substr(1, close - 1)) != tag) return {};
  return trim_left(line.substr(close + 1));
}

/// The number in "3 tests.", "1 test, listed below:", "2 test(s).", "tests: 2 test(s), listed
/// below:".
std::optional<std::int64_t> tests_in(std::string_view text) {
  for (const std::string_view unit : {"tests", "test(s)", "test"}) {
    if (const auto number = number_before(text, unit)) return number;
  }
  return std::nullopt;
}

enum class Bar { none, start, end };

/// "[==========] Running 3 tests from 2 test suites." and "[==========] 3 tests from 2 test suites
/// ran. (0 ms total)"; cmocka says "2 test(s) run." and may put the group's name in front.
Bar bar_of(std::string_view line) {
  const std::string_view text = after_tag(line, "==========");
  if (text.empty() || !tests_in(text)) return Bar::none;
  if (contains(text, "Running ")) return Bar::start;
  return contains(text, " ran.") || contains(text, " run.") ? Bar::end : Bar::none;
}

/// Reads the lines after the end bar; returns the last one that belongs to the summary.
std::size_t read_totals(const Transcript& transcript, std::size_t bar, core::Tally& tally) {
  std::size_t last = bar;
  std::int64_t passed = 0;
  for (std::size_t i = bar + 1; i < transcript.size() && i < bar + 4000; ++i) {
    const std::string_view line = transcript.line(i);
    if (line.empty() || line.front() != '[') {
      if (line.empty() || line.front() == ' ')
        continue;  // "1 FAILED TEST", "YOU HAVE 1 DISABLED TEST"
      break;
    }
    if (bar_of(line) != Bar::none) break;
    const bool sum = contains(line, "listed below") || contains(line, "PASSED");
    if (const auto n = tests_in(after_tag(line, "PASSED")); n && sum) passed = *n;
    if (const auto n = tests_in(after_tag(line, "FAILED")); n && sum) tally.failed = *n;
    if (const auto n = tests_in(after_tag(line, "SKIPPED")); n && sum) tally.skipped = *n;
    last = i;
  }
  tally.executed = passed + tally.failed;
  return last;
}

struct BracketVerdicts {
  std::int64_t passed = 0;
  std::int64_t failed = 0;
  bool running = false;  // the last test began and never came to an end
  std::size_t last = 0;
};

void note_verdict(std::string_view line, std::size_t index, BracketVerdicts& seen) {
  if (!after_tag(line, "RUN").empty()) {
    seen.running = true;
  } else if (!after_tag(line, "OK").empty()) {
    ++seen.passed;
    seen.running = false;
  } else if (!after_tag(line, "FAILED").empty() && !contains(line, "listed below")) {
    ++seen.failed;
    seen.running = false;
  } else if (!after_tag(line, "SKIPPED").empty()) {
    seen.running = false;
  }
  seen.last = index;
}

/// A run that began and never reached its end bar: it crashed, and what came before the crash is
/// all there is.
void add_crashed(std::size_t start, const BracketVerdicts& seen, std::vector<Sighting>& sightings) {
  if (seen.passed + seen.failed == 0 && !seen.running) return;
  Sighting crashed{start, seen.last, {}, Strength::trace};
  crashed.tally.executed = seen.passed + seen.failed;
  crashed.tally.failed = seen.failed + (seen.running ? 1 : 0);
  sightings.push_back(std::move(crashed));
}

/// The end bar that counts is the last one before the next start: earlier ones were printed by
/// tests.
std::optional<std::size_t> end_bar(const Transcript& transcript, std::size_t start,
                                   BracketVerdicts& seen) {
  std::optional<std::size_t> end;
  for (std::size_t i = start + 1; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (line.empty() || line.front() != '[') continue;
    const Bar bar = bar_of(line);
    if (bar == Bar::start) break;
    if (bar == Bar::end) end = i;
    if (!end) note_verdict(line, i, seen);
  }
  return end;
}

/// <OverallResultsTestCases successes="2" failures="0" skipped="1"/> of doctest's XML reporter.
std::optional<core::Tally> doctest_xml(std::string_view line) {
  if (!contains(line, "<OverallResultsTestCases ")) return {};
  const auto passed = number_after(line, "successes=\"");
  const auto failed = number_after(line, "failures=\"");
  if (!passed || !failed) return {};
  core::Tally tally;
  tally.executed = *passed + *failed;
  tally.failed = *failed;
  tally.skipped = number_after(line, "skipped=\"").value_or(0);
  return tally;
}

bool runs_cmocka(const Transcript& transcript, std::size_t bar) {
  return contains(transcript.line(bar), "test(s)");
}

void find_gtest(const Transcript& transcript, std::vector<Sighting>& sightings) {
  bool framed = false;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const Bar bar = bar_of(transcript.line(i));
    if (bar == Bar::none) continue;
    BracketVerdicts seen;
    std::optional<std::size_t> end = i;
    if (bar == Bar::start) end = end_bar(transcript, i, seen);
    if (!end) {
      add_crashed(i, seen, sightings);
      continue;
    }
    Sighting sighting{i, *end, {}, Strength::framed};
    sighting.last = read_totals(transcript, *end, sighting.tally);
    if (runs_cmocka(transcript, *end)) sighting.tally.source = "cmocka";
    framed = true;
    i = sighting.last;
    sightings.push_back(std::move(sighting));
  }
  if (framed) return;
  // Only the tail is there (`./tests | tail -1`).
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const auto passed = tests_in(after_tag(transcript.line(i), "PASSED"));
    if (!passed) continue;
    Sighting sighting{i, i, {}, Strength::bare};
    sighting.last = read_totals(transcript, i - (i > 0 ? 1 : 0), sighting.tally);
    sighting.tally.executed = *passed + sighting.tally.failed;
    sightings.push_back(std::move(sighting));
  }
}

/// "[====] Synthesis: Tested: 2 | Passing: 1 | Failing: 1 | Crashing: 0".
void find_criterion(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::size_t start = 0;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (!starts_with(line, "[====] Synthesis:")) continue;
    const auto tested = number_after(line, "Tested:");
    if (!tested) continue;
    Sighting sighting{i, i, {}, Strength::framed};
    for (std::size_t k = i; k-- > start;) {
      if (!starts_with(transcript.line(k), "[")) break;
      sighting.first = k;
    }
    sighting.tally.executed = *tested;
    sighting.tally.failed =
        number_after(line, "Failing:").value_or(0) + number_after(line, "Crashing:").value_or(0);
    sightings.push_back(std::move(sighting));
    start = i + 1;
  }
}

/// "[doctest] test cases: 2 | 1 passed | 1 failed | 0 skipped".
void find_doctest(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::optional<std::size_t> start;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (auto tally = doctest_xml(line))
      sightings.push_back({i, i, std::move(*tally), Strength::framed});
    if (!starts_with(line, "[doctest]")) continue;
    if (contains(line, "doctest version is")) start = i;
    if (contains(line, "listing all") || contains(line, "unskipped test cases passing")) {
      Sighting listing{i, i, {}, Strength::remark};
      listing.tally.executed = 0;
      sightings.push_back(std::move(listing));
    }
    if (!starts_with(trim_left(line.substr(9)), "test cases:")) continue;
    const auto passed = number_before(line, "passed");
    const auto failed = number_before(line, "failed");
    if (!passed || !failed) continue;
    Sighting sighting{start.value_or(i), i, {}, Strength::framed};
    sighting.tally.executed = *passed + *failed;
    sighting.tally.failed = *failed;
    sighting.tally.skipped = number_before(line, "skipped").value_or(0);
    const bool repeats_start = start && !sightings.empty() && sightings.back().first == *start;
    if (repeats_start) sightings.pop_back();
    sightings.push_back(std::move(sighting));
  }
}

}  // namespace

std::span<const Recogniser> c_bracketed_family() {
  static constexpr Recogniser family[] = {
      {"gtest", {"[==========]", "[  PASSED  ]"}, find_gtest},
      {"criterion", {"Synthesis: Tested:"}, find_criterion},
      {"doctest", {"[doctest]", "<OverallResultsTestCases "}, find_doctest},
  };
  return family;
}

}  // namespace assay::format
