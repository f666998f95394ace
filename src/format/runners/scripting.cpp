// SPDX-License-Identifier: MIT
// Lua (busted, LuaUnit), Tcl (tcltest), Nim (unittest) and Julia (Test).
#include "format/runners/families.h"
#include "format/runners/scripting_r.h"
#include "format/runners/sight.h"

#include <array>
#include <optional>

namespace assay::format {
namespace {

/// "1 success / 1 failure / 0 errors / 0 pending : 0.000568 seconds".
std::optional<Verdicts> busted_line(std::string_view line) {
  const std::size_t colon = line.rfind(" : ");
  if (colon == std::string_view::npos || !ends_with(line, " seconds")) return std::nullopt;
  const std::vector<Count> counts = count_list(line.substr(0, colon), " / ");
  if (counts.size() != 4 || !starts_with(counts[0].word, "success")) return std::nullopt;
  const std::int64_t failed = counts[1].number + counts[2].number;
  return Verdicts{counts[0].number + failed, failed, counts[3].number};
}

/// `busted -o gtest`: "[==========] 2 tests from 1 test file ran. (0.44 ms total)", then "[  PASSED
/// ] 2 tests."
std::optional<Verdicts> busted_gtest(const Transcript& transcript, std::size_t at) {
  const std::string_view line = transcript.line(at);
  if (!starts_with(line, "[==========] ") || !contains(line, " ran. (")) return std::nullopt;
  if (!contains(line, " test file ran") && !contains(line, " test files ran")) return std::nullopt;
  Verdicts verdicts;
  for (std::size_t i = at + 1; i < transcript.size() && !transcript.line(i).empty(); ++i) {
    Scan scan(transcript.line(i));
    if (scan.skip("[  PASSED  ] ")) verdicts.executed += scan.number().value_or(0);
    if (scan.skip("[  SKIPPED ] ")) verdicts.skipped += scan.number().value_or(0);
    if (scan.skip("[  FAILED  ] ") || scan.skip("[  ERROR   ] ")) {
      const auto number = scan.number();
      const bool sums = starts_with(scan.rest(), " test") || starts_with(scan.rest(), " error");
      if (number && sums) verdicts.failed += *number;
    }
  }
  verdicts.executed += verdicts.failed;
  return verdicts;
}

void find_busted(const Transcript& transcript, std::vector<Sighting>& out) {
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (starts_with(line, "[==========] Running tests from scanned files")) first = i;
    if (const auto verdicts = busted_line(line)) out.push_back(sight(i, i, *verdicts));
    if (const auto verdicts = busted_gtest(transcript, i)) {
      out.push_back(sight(first.value_or(i), i + 1, *verdicts));
      first.reset();
    }
  }
}

/// "Ran 3 tests in 0.000 seconds, 1 success, 1 failure, 1 error, 1 skipped, 2 non-selected".
void find_luaunit(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    const std::size_t list = line.find(" seconds, ");
    if (!starts_with(line, "Ran ") || list == std::string_view::npos) continue;
    const std::vector<Count> counts = count_list(line.substr(list + 10));
    if (counts.empty() || !starts_with(counts[0].word, "success")) continue;
    const std::int64_t failed =
        count_of_either(counts, "failure", "failures") + count_of_either(counts, "error", "errors");
    out.push_back(sight(i, i, {counts[0].number + failed, failed, count_of(counts, "skipped")}));
  }
}

/// "a.tcl: Total 2 Passed 1 Skipped 0 Failed 1", with tabs. What "all.tcl" says is the sum of the
/// files before it.
void find_tcltest(const Transcript& transcript, std::vector<Sighting>& out) {
  std::size_t summed = 0;  // sightings that some all.tcl has answered for
  std::size_t first = 0;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (!contains(line, ":\tTotal\t")) continue;
    const auto passed = number_after(line, "\tPassed");
    const auto failed = number_after(line, "\tFailed");
    if (!passed || !failed) continue;
    if (out.size() == summed) first = i;
    const bool all = ends_with(line.substr(0, line.find(":\tTotal\t")), "all.tcl");
    if (all) out.erase(out.begin() + static_cast<std::ptrdiff_t>(summed), out.end());
    out.push_back(
        sight(all ? first : i, i, {*passed + *failed, *failed, labelled(line, "\tSkipped")}));
    if (all) summed = out.size();
  }
}

/// Nim prints no totals: each test is a line below "[Suite] name". Outside a suite the marks are
/// too common to be believed unless the command says it is Nim.
void find_nim(const Transcript& transcript, std::vector<Sighting>& out) {
  Verdicts verdicts;
  std::optional<std::size_t> first;
  std::size_t last = 0;
  bool in_suite = false;
  const bool named = transcript.command_names("nim") || transcript.command_names("nimble");
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    const bool suite = starts_with(line, "[Suite] ");
    in_suite = in_suite || suite;
    Scan scan(line);
    const bool inside = scan.skip("  ");
    const bool ok = scan.skip("[OK] ");
    const bool failed = !ok && scan.skip("[FAILED] ");
    const bool skipped = !ok && !failed && scan.skip("[SKIPPED] ");
    const bool believed = inside ? in_suite : named || skipped;
    if (!suite && (!believed || !(ok || failed || skipped) || starts_with(scan.rest(), " ")))
      continue;
    if (!first) first = i;
    last = i;
    if (ok || failed) ++verdicts.executed;
    if (failed) ++verdicts.failed;
    if (skipped) ++verdicts.skipped;
  }
  if (first) out.push_back(sight(*first, last, verdicts));
}

/// The number whose last digit stands in the given column, if there is one.
std::int64_t cell_ending_at(std::string_view row, std::size_t column) {
  if (column >= row.size() || !is_digit(row[column])) return 0;
  std::size_t start = column;
  while (start > 0 && is_digit(row[start - 1])) --start;
  return Scan(row.substr(start, column - start + 1)).number().value_or(0);
}

/// Test Summary: | Pass  Fail  Broken  Total  Time
/// s             |    2     1              3  0.1s
/// Rows leave a cell empty for zero, so columns are found by where their heading ends; offsets are
/// counted from the bar, because names may be wider in bytes than on the screen.
void find_julia(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i + 1 < transcript.size(); ++i) {
    const std::string_view heading = transcript.line(i);
    if (!starts_with(heading, "Test Summary:")) continue;
    const std::size_t bar = heading.find('|');
    const std::string_view row = transcript.line(i + 1);
    const std::size_t row_bar = row.rfind('|');
    if (bar == std::string_view::npos || row_bar == std::string_view::npos) continue;
    const std::string_view titles = heading.substr(bar);
    const auto cell = [&](std::string_view title) -> std::int64_t {
      const std::size_t at = titles.find(title);
      if (at == std::string_view::npos) return 0;
      return cell_ending_at(row.substr(row_bar), at + title.size() - 1);
    };
    const std::int64_t failed = cell("Fail") + cell("Error");
    out.push_back(sight(i, i + 1, {cell("Pass") + failed, failed, cell("Broken")}));
  }
}

constexpr std::array scripting_recognisers = {
    Recogniser{
        "busted", {" successes / ", " success / ", "[==========] "}, find_busted, Closing::once},
    Recogniser{"luaunit", {" seconds, "}, find_luaunit, Closing::once},
    Recogniser{"tclsh", {":\tTotal\t"}, find_tcltest},
    Recogniser{"nim", {"[Suite] ", "[OK] ", "[FAILED] ", "[SKIPPED] "}, find_nim},
    Recogniser{"julia", {"Test Summary:"}, find_julia},
    Recogniser{
        "testthat", {"[ FAIL ", " DONE ", "No test files found", "Failed:   "}, find_testthat},
};

}  // namespace

std::span<const Recogniser> scripting_family() { return scripting_recognisers; }

}  // namespace assay::format
