// SPDX-License-Identifier: MIT
// Python's doctest module, behave, Robot Framework, and the list of the family.
#include "format/runners/families.h"
#include "format/runners/scan.h"

#include <algorithm>

namespace assay::format {
namespace {

/// "1 passed and 0 failed.", "2 passed." (3.13), "1 failed.".
std::optional<core::Tally> doctest_totals(std::string_view line) {
  Scan scan(line);
  const auto first = scan.number();
  if (!first) return {};
  core::Tally tally;
  tally.executed = *first;
  if (scan.skip(" failed.")) {
    tally.failed = *first;
  } else if (scan.skip(" passed and ")) {
    tally.failed = scan.number().value_or(0);
    tally.executed += tally.failed;
    if (!scan.skip(" failed.")) return {};
  } else if (!scan.skip(" passed.")) {
    return {};
  }
  return scan.done() ? std::optional(tally) : std::nullopt;
}

/// "   1 of   2 in dt.f": failures of one item.
std::optional<core::Tally> doctest_item(std::string_view line) {
  Scan scan(trim_left(line));
  const auto failed = scan.number();
  if (!failed || !scan.skip(" of ")) return {};
  const auto all = scan.blanks().number();
  if (!all || !scan.skip(" in ")) return {};
  core::Tally tally;
  tally.executed = *all;
  tally.failed = *failed;
  return tally;
}

/// "1 scenario passed, 0 failed, 0 skipped".
std::optional<core::Tally> behave_scenarios(std::string_view line) {
  const auto many = number_before(line, "scenarios passed");
  const auto passed = many ? many : number_before(line, "scenario passed");
  const auto failed = number_before(line, "failed");
  if (!passed || !failed || !is_digit(line.front())) return {};
  core::Tally tally;
  tally.failed = *failed + number_before(line, "error").value_or(0);
  tally.executed = *passed + *failed;
  tally.skipped = number_before(line, "skipped").value_or(0);
  return tally;
}

/// "2 tests, 1 passed, 1 failed", "2 tests, 1 passed, 0 failed, 1 skipped", "2 tests total, 2
/// passed, 0 failed".
std::optional<core::Tally> robot_totals(std::string_view line) {
  if (!contains(line, " test") && !contains(line, " task")) return {};
  const std::vector<Count> counts = count_list(line);
  if (counts.size() < 3 || counts[1].word != "passed" || counts[2].word != "failed") return {};
  const std::string_view unit = counts[0].word;
  if (!starts_with(unit, "test") && !starts_with(unit, "task")) return {};
  core::Tally tally;
  tally.executed = counts[1].number + counts[2].number;
  tally.failed = counts[2].number;
  tally.skipped = count_of(counts, "skipped");
  return tally;
}

void find_python_doctest(const Transcript& transcript, std::vector<Sighting>& sightings) {
  core::Tally items;
  items.executed = 0;
  std::optional<std::size_t> first_item;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (const auto item = doctest_item(line)) {
      if (!first_item) first_item = i;
      items.executed += item->executed;
      items.failed += item->failed;
    }
    if (starts_with(line, "***Test Failed*** ") && first_item) {
      const bool counted = !sightings.empty() && sightings.back().last + 1 == i;
      if (!counted) sightings.push_back({*first_item, i, items, Strength::framed});
      items = {};
      items.executed = 0;
      first_item.reset();
    }
    auto tally = is_digit(line.empty() ? ' ' : line.front()) ? doctest_totals(line) : std::nullopt;
    if (!tally) continue;
    const std::string_view above = transcript.line_or_empty(i - 1);
    const bool framed =
        (ends_with(above, " items.") || ends_with(above, " item.")) && contains(above, " in ");
    sightings.push_back(
        {framed ? i - 1 : i, i, std::move(*tally), framed ? Strength::framed : Strength::bare});
  }
}

void find_behave(const Transcript& transcript, std::vector<Sighting>& sightings) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (!contains(line, " scenario")) continue;
    auto tally = behave_scenarios(line);
    if (!tally) continue;
    const std::string_view below = transcript.line_or_empty(i + 1);
    const bool steps = contains(below, " step");
    // Scenarios whose steps are all undefined count as failed, but nothing was executed for them.
    const bool none_defined = steps && Scan(below).number() == 0 &&
                              number_before(below, "failed") == 0 &&
                              number_before(below, "undefined").value_or(0) > 0;
    if (none_defined) tally->executed = 0;
    const bool features = contains(transcript.line_or_empty(i - 1), " feature");
    const bool framed = steps || features;
    sightings.push_back({features ? i - 1 : i, steps ? i + 1 : i, std::move(*tally),
                         framed ? Strength::framed : Strength::bare});
  }
}

/// Every suite prints totals below its name and verdict; those of the whole come last, before
/// "Output:".
void find_robot(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::optional<std::size_t> start;
  std::optional<Sighting> latest;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (auto tally = robot_totals(line)) {
      const std::string_view above = transcript.line_or_empty(i - 1);
      const bool framed = ends_with(above, "| PASS |") || ends_with(above, "| FAIL |") ||
                          ends_with(above, "| SKIP |") ||
                          is_rule(transcript.line_or_empty(i + 1), '=', 60);
      if (framed && !start) start = i - (i > 0 ? 1 : 0);
      const Strength strength = framed ? Strength::framed : Strength::bare;
      latest = Sighting{framed ? *start : i, i, std::move(*tally), strength};
      // Nothing is run in a dry run, though everything passes.
      if (transcript.command_mentions("dryrun")) latest->tally.executed = 0;
    }
    if (latest && starts_with(line, "Output: ")) {
      latest->last = i;
      sightings.push_back(std::move(*latest));
      latest.reset();
      start.reset();
    }
  }
  if (latest) sightings.push_back(std::move(*latest));
}

}  // namespace

std::span<const Recogniser> python_other_family() {
  static constexpr Recogniser family[] = {
      {"doctest",
       {" failed.", " passed.", "***Test Failed***"},
       find_python_doctest,
       Closing::each_part},
      {"behave", {"scenarios passed", "scenario passed"}, find_behave, Closing::once},
      {"robot",
       {" tests, ", " test, ", " tests total, ", " test total, ", " task"},
       find_robot,
       Closing::once},
  };
  return family;
}

}  // namespace assay::format
