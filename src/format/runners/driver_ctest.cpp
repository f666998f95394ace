// SPDX-License-Identifier: MIT
// CTest and Meson: drivers whose tests are whole programs.
#include "format/runners/families.h"
#include "format/runners/scan.h"

#include <algorithm>

namespace assay::format {
namespace {

struct CtestTotals {
  std::int64_t failed = 0;
  std::int64_t total = 0;
};

/// "50% tests passed, 1 tests failed out of 2".
std::optional<CtestTotals> ctest_totals(std::string_view line) {
  Scan scan(line);
  if (!scan.number() || !scan.skip("% tests passed")) return {};
  const auto total = number_after(scan.rest(), "out of");
  if (!total) return {};
  const auto failed = number_before(scan.rest(), "tests failed");
  return CtestTotals{failed ? *failed : number_before(scan.rest(), "test failed").value_or(0),
                     *total};
}

/// "	  1 - a (Skipped)" -> "Skipped".
std::string_view listed_reason(std::string_view line) {
  Scan scan(trim_left(line));
  if (!scan.number() || !scan.skip(" - ")) return {};
  const std::size_t open = line.rfind('(');
  const std::size_t close = line.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return {};
  return line.substr(open + 1, close - open - 1);
}

/// "1/2 Test #1: a ......***Not Run (Disabled)   0.00 sec"; the progress display has it too.
bool is_ctest_result(std::string_view line) {
  return contains(line, " Test ") && contains(line, "#") && contains(line, " sec");
}

/// Takes off the tests that the lists below the totals say did not run.
std::size_t read_lists(const Transcript& transcript, std::size_t totals, Sighting& sighting) {
  enum class List { none, did_not_run, failed } list = List::none;
  std::size_t last = totals;
  for (std::size_t i = totals + 1; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (starts_with(line, "The following tests did not run:")) list = List::did_not_run;
    if (starts_with(line, "The following tests FAILED:")) list = List::failed;
    if (ctest_totals(line) || starts_with(line, "Test project ")) break;
    const std::string_view reason = list == List::none ? "" : listed_reason(line);
    const bool skipped = list == List::did_not_run && reason == "Skipped";
    const bool not_run = list == List::failed && starts_with(reason, "Not Run");
    if (skipped) ++sighting.tally.skipped;
    if (skipped || not_run) --sighting.tally.executed;
    if (!reason.empty() || starts_with(line, "Errors while running CTest")) last = i;
    if (i > totals + 500 && reason.empty()) break;
  }
  sighting.tally.executed = std::max<std::int64_t>(sighting.tally.executed, 0);
  return last;
}

/// From "Test project /x/build" to just before the next one.
Sighting ctest_run(const Transcript& transcript, std::size_t start) {
  Sighting sighting{start, start, {}, Strength::framed};
  std::int64_t results = 0;
  bool listing = false;
  std::optional<std::size_t> totals;
  for (std::size_t i = start + 1; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (starts_with(line, "Test project ")) break;
    if (ctest_totals(line)) totals = i;
    if (!totals && is_ctest_result(line)) ++results;
    if (starts_with(line, "Total Tests: ")) listing = true;
    const bool none = starts_with(line, "No tests were found!!!");
    if (none || listing) sighting.last = i;
    if (none || listing) break;
  }
  sighting.tally.executed = 0;
  if (totals) {
    const CtestTotals read = *ctest_totals(transcript.line(*totals));
    sighting.tally.executed = read.total;
    sighting.tally.failed = read.failed;
    sighting.last = read_lists(transcript, *totals, sighting);
  } else if (sighting.last == start && results > 0) {
    sighting.tally.executed = -1;  // it was cut off
    sighting.tally.hint = "CTest did not reach its summary";
    sighting.strength = Strength::trace;
  }
  return sighting;
}

struct MesonRow {
  std::string_view label;
  std::int64_t number = 0;
};

/// "Unexpected Pass:    0".
std::optional<MesonRow> meson_row(std::string_view line) {
  for (const std::string_view label : {"Ok", "Expected Fail", "Fail", "Unexpected Pass", "Skipped",
                                       "Timeout", "Ignored", "Timeouts"}) {
    Scan scan(trim_left(line));
    if (!scan.skip(label) || !scan.skip(":")) continue;
    const auto number = scan.blanks().number();
    if (number && scan.blanks().done()) return MesonRow{label, *number};
  }
  return {};
}

void add_row(const MesonRow& row, core::Tally& tally) {
  const bool bad =
      row.label == "Fail" || row.label == "Unexpected Pass" || starts_with(row.label, "Timeout");
  if (bad) tally.failed += row.number;
  if (row.label == "Skipped" || row.label == "Expected Fail") {
    tally.skipped += row.number;
  } else if (row.label != "Ignored") {
    tally.executed += row.number;
  }
}

/// " 1/12 suite / name   OK   0.01s".
bool is_meson_result(std::string_view line) {
  Scan scan(trim_left(line));
  return scan.number() && scan.skip("/") && scan.number() && scan.skip(" ") &&
         ends_with(line, "s") &&
         (contains(line, " OK ") || contains(line, " FAIL ") || contains(line, " SKIP "));
}

void find_ctest(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (line.size() < 10) continue;
    if (starts_with(line, "Test project ")) {
      sightings.push_back(ctest_run(transcript, i));
      i = next = sightings.back().last;
    } else if (const auto totals = is_digit(line.front()) ? ctest_totals(line) : std::nullopt;
               totals && i >= next) {
      Sighting tail{i, i, {}, Strength::framed};  // `ctest | tail`
      tail.tally.executed = totals->total;
      tail.tally.failed = totals->failed;
      tail.last = read_lists(transcript, i, tail);
      sightings.push_back(std::move(tail));
    } else if (starts_with(line, "No tests were found!!!")) {
      Sighting none{i, i, {}, Strength::framed};
      none.tally.executed = 0;
      sightings.push_back(std::move(none));
    }
  }
}

void find_meson(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::optional<std::size_t> start;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (line == "No tests defined." || line == "No suitable tests defined.") {
      Sighting none{i, i, {}, Strength::framed};
      none.tally.executed = 0;
      sightings.push_back(std::move(none));
    }
    if (!start && is_meson_result(line)) start = i;
    const auto first_row = meson_row(line);
    if (!first_row || first_row->label != "Ok") continue;
    Sighting sighting{start.value_or(i), i, {}, Strength::bare};
    sighting.tally.executed = 0;
    std::size_t rows = 0;
    for (; i < transcript.size(); ++i, ++rows) {
      const auto row = meson_row(transcript.line(i));
      if (!row) break;
      add_row(*row, sighting.tally);
      sighting.last = i;
    }
    if (start || rows >= 2) sighting.strength = Strength::framed;
    if (starts_with(transcript.line_or_empty(i + 1), "Full log written to")) sighting.last = i + 1;
    sightings.push_back(std::move(sighting));
    start.reset();
  }
}

}  // namespace

std::span<const Recogniser> driver_ctest_family() {
  static constexpr Recogniser family[] = {
      {"ctest", {"Test project ", "% tests passed", "No tests were found!!!"}, find_ctest},
      {"meson", {"Unexpected Pass:", "Ok:", "ests defined."}, find_meson},
  };
  return family;
}

}  // namespace assay::format
