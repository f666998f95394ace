// SPDX-License-Identifier: MIT
#include "ledger/shared_rows.h"

#include "ledger/test_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace assay::ledger {

namespace {

/// The first attempt that is still kept, by the rule by which stores forget: each that came took
/// those with it that were too old then, and those that did the most are still here themselves.
std::uint64_t first_kept(const std::vector<shell::StoredTestRun>& rows) {
  std::uint64_t first = 1;
  for (const shell::StoredTestRun& row : rows) {
    const std::uint64_t kept = shell::test_runs_kept(row.outcomes.size());
    if (row.ordinal > kept) first = std::max(first, row.ordinal - kept + 1);
  }
  return first;
}

bool has_gaps(const std::vector<shell::StoredTestRun>& rows) {
  std::uint64_t expected = rows.empty() ? 1 : first_kept(rows);
  return std::any_of(rows.begin(), rows.end(),
                     [&](const shell::StoredTestRun& row) { return row.ordinal != expected++; });
}

}  // namespace

void SharedRows::add(std::uint64_t number, const shell::Duration& duration) {
  Took& took = took_[duration.command];
  if (number < took.number) return;
  if (number > took.number) took = {number, {}};
  took.any_of.emplace_back(duration.millis, duration.at);
}

void SharedRows::add(std::uint64_t number, const std::string& run_id, const shell::TestRun& run,
                     const Digest& digest) {
  shell::TestRun known = run;
  known.tests.clear();
  tested_[run.command.key].push_back({number, run_id, std::move(known), digest});
}

void SharedRows::compare_durations(const std::vector<shell::Duration>& stored,
                                   std::vector<std::string>& problems) const {
  std::size_t known = 0;
  for (const shell::Duration& row : stored) {
    const auto found = took_.find(row.command);
    const bool told = found != took_.end();
    known += told ? 1U : 0U;
    const std::pair says(row.millis, row.at);
    const bool same = told && std::find(found->second.any_of.begin(), found->second.any_of.end(),
                                        says) != found->second.any_of.end();
    if (!same) return problems.emplace_back("durations says otherwise than the runs"), void();
  }
  const auto surely = std::count_if(took_.begin(), took_.end(),
                                    [](const auto& each) { return each.second.number > 0; });
  if (known < static_cast<std::size_t>(surely)) problems.emplace_back("durations lacks rows");
}

std::string SharedRows::difference(
    const Tested& wanted, const shell::StoredTestRun& stored,
    const std::vector<std::pair<std::uint32_t, std::string>>& names) {
  const bool same = stored.run_id == wanted.run_id && stored.attempt == wanted.run.attempt &&
                    stored.tree == wanted.run.tree && stored.at == wanted.run.at &&
                    stored.whole == wanted.run.whole;
  if (!same) return "says otherwise";
  if (wanted.digest == Digest{}) return "";
  TestsDigest digest(wanted.run);
  std::size_t named = 0;
  for (const auto& [number, name] : names) {
    if (stored.letter(number) == ' ') continue;
    ++named;
    const bool timed = number < stored.times.size();
    digest.add(name, stored.letter(number), timed ? stored.times[number] : core::no_time);
  }
  const auto there = static_cast<std::size_t>(std::count_if(
      stored.outcomes.begin(), stored.outcomes.end(), [](char c) { return c != ' '; }));
  return named == there && digest.finish() == wanted.digest ? "" : "says otherwise";
}

Result<std::string> SharedRows::compare_tests(shell::Store& store,
                                              const shell::TestedCommand& command) const {
  const auto found = tested_.find(command.key);
  if (found == tested_.end()) return std::string("no run tells of it");
  std::vector<Tested> wanted = found->second;
  const bool in_order = std::all_of(wanted.begin(), wanted.end(), [](const Tested& each) {
    return each.number > 0 && each.digest != Digest{};
  });
  std::stable_sort(wanted.begin(), wanted.end(),
                   [](const Tested& a, const Tested& b) { return a.number < b.number; });
  if (command.command != wanted.back().run.command.command) return std::string("another command");
  if (in_order && command.id != wanted.back().run.command.id) return std::string("another name");
  const std::vector<shell::StoredTestRun> rows = TRY(store.test_runs(command.key));
  if (has_gaps(rows)) return std::string("attempts are missing");
  if (in_order && (rows.empty() || rows.back().ordinal != wanted.size()))
    return std::string("attempts are missing, or there are too many");
  std::vector<std::pair<std::uint32_t, std::string>> names;
  TRY(store.test_names(command.key, {}, [&](std::uint32_t number, std::string_view name) {
    names.emplace_back(number, name);
  }));
  for (const shell::StoredTestRun& row : rows) {
    const auto of_row = [&](const Tested& each) {
      return each.run_id == row.run_id && each.run.attempt == row.attempt;
    };
    const auto at = in_order ? wanted.begin() + static_cast<std::ptrdiff_t>(row.ordinal - 1)
                             : std::find_if(wanted.begin(), wanted.end(), of_row);
    if (at == wanted.end()) return fmt::format("no event tells of attempt {}", row.ordinal);
    const std::string problem = difference(*at, row, names);
    if (!problem.empty()) return fmt::format("{} of attempt {}", problem, row.ordinal);
  }
  return std::string();
}

Result<std::vector<std::string>> SharedRows::compare(shell::Store& store,
                                                     shell::StoreAudit& audit) const {
  std::vector<std::string> problems;
  compare_durations(TRY(audit.durations()), problems);
  std::set<Digest> seen;
  for (const shell::TestedCommand& command : TRY(store.tested_commands())) {
    seen.insert(command.key);
    const std::string problem = TRY(compare_tests(store, command));
    if (!problem.empty())
      problems.push_back(
          fmt::format("what is remembered of the tests of {}: {}", command.id, problem));
  }
  for (const auto& [key, tested] : tested_) {
    const bool surely = std::any_of(tested.begin(), tested.end(),
                                    [](const Tested& each) { return each.digest != Digest{}; });
    if (surely && !seen.contains(key))
      problems.push_back(
          fmt::format("nothing is remembered of the tests of {}", tested.back().run.command.id));
  }
  return problems;
}

}  // namespace assay::ledger
