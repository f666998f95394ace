// SPDX-License-Identifier: MIT
// bats (its pretty form; its TAP form is read as TAP), shUnit2 and shpec.
#include "format/runners/examples.h"
#include "format/runners/families.h"
#include "format/runners/scan.h"

#include <algorithm>

namespace assay::format {
namespace {

/// " ✓ adds", " ✗ subtracts", " - later (skipped)".
bool is_bats_result(std::string_view line) {
  const std::string_view text = trim_left(line);
  return line.size() > text.size() &&
         (starts_with(text, "✓ ") || starts_with(text, "✗ ") || starts_with(text, "- "));
}

/// "2 tests, 1 failure, 1 skipped in 0 seconds".
std::optional<core::Tally> bats_totals(std::string_view line) {
  if (const std::size_t in = line.rfind(" in "); in != std::string_view::npos)
    line = line.substr(0, in);
  const std::vector<Count> counts = count_list(line);
  if (counts.size() < 2 || (counts[0].word != "tests" && counts[0].word != "test")) return {};
  if (!starts_with(counts[1].word, "failure")) return {};
  core::Tally tally;
  tally.failed = counts[1].number;
  tally.skipped = count_of(counts, "skipped");
  const std::int64_t not_run = count_of(counts, "not run");
  tally.executed = std::max<std::int64_t>(counts[0].number - tally.skipped - not_run, 0);
  return tally;
}

void find_bats(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::optional<std::size_t> start;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (line.empty()) continue;
    if (!start && is_bats_result(line)) start = i;
    if (!is_digit(line.front())) continue;
    auto tally = bats_totals(line);
    if (!tally) continue;
    const bool named = transcript.command_names("bats");
    // Other runners close with the same words: without bats' own marks above it is not bats.
    if (start || named) {
      sightings.push_back({start.value_or(i), i, std::move(*tally), Strength::framed});
    }
    start.reset();
  }
}

/// "testNoSuch: command not found", "a.sh: 9: testNoSuch: not found": the function asked for does
/// not exist.
bool is_missing_function(std::string_view line) {
  return (ends_with(line, ": command not found") || ends_with(line, ": not found")) &&
         contains(line, "test");
}

/// "Ran 2 tests." and then "OK", "OK (skipped=2)" or "FAILED (failures=1)".
void find_shunit2(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::int64_t missing = 0;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (is_missing_function(line)) ++missing;
    Scan scan(line);
    if (!scan.skip("Ran ")) continue;
    const auto ran = scan.number();
    if (!ran || (!scan.skip(" tests.") && !scan.skip(" test."))) continue;
    Sighting sighting{i, i, {}, Strength::bare};
    for (std::size_t k = i + 1; k < transcript.size() && k <= i + 3; ++k) {
      const std::string_view word = transcript.line(k);
      if (!starts_with(word, "OK") && !starts_with(word, "FAILED")) continue;
      sighting.last = k;
      sighting.strength = Strength::framed;
      sighting.tally.skipped = number_after(word, "skipped=").value_or(0);
      sighting.tally.failed =
          number_after(word, "failures=").value_or(starts_with(word, "FAILED") ? 1 : 0);
      break;
    }
    // It counts skipped assertions, not tests: with any of them no test is beyond doubt.
    sighting.tally.executed = std::max<std::int64_t>(*ran - sighting.tally.skipped - missing, 0);
    sightings.push_back(std::move(sighting));
    missing = 0;
  }
}

/// "0m0.260000s 0m0.030000s", as `times` prints it.
bool is_times(std::string_view line) {
  Scan scan(line);
  for (const std::string_view unit : {"m", "s ", "m", "s"}) {
    if (!scan.decimal() || !scan.skip(unit)) return false;
  }
  return scan.done();
}

/// "45 examples, 0 failures" of shpec, with the times of the shell below.
void find_shpec(const Transcript& transcript, std::vector<Sighting>& sightings) {
  const bool named = transcript.command_names("shpec");
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const auto verdicts = examples_line(transcript.line(i));
    if (verdicts && (named || is_times(transcript.line_or_empty(i + 1))))
      sightings.push_back(sight(i, i, *verdicts));
  }
}

}  // namespace

std::span<const Recogniser> shell_family() {
  static constexpr Recogniser family[] = {
      {"bats", {" failure"}, find_bats, Closing::once},
      {"shunit2", {" tests.", " test."}, find_shunit2},
      {"shpec", {" examples, ", " example, "}, find_shpec, Closing::once},
  };
  return family;
}

}  // namespace assay::format
