// SPDX-License-Identifier: MIT
// Mocha 1 to 12 (all reporters that end with the "N passing" epilogue, json, json-stream, xunit)
// and Cypress, which prints Mocha's lines for each spec file and a table at the end.
#include "format/runners/families.h"
#include "format/runners/sight.h"

#include <optional>

namespace assay::format {
namespace {

/// "  2 passing (3ms)".
std::optional<std::int64_t> passing_line(std::string_view line) {
  Scan scan(trim_left(line));
  const auto number = scan.number();
  if (!number || !scan.skip(" passing (") || !scan.decimal()) return std::nullopt;
  return ends_with(line, ")") ? number : std::nullopt;
}

/// "  1 pending", "  2 failing".
std::optional<std::int64_t> figure_line(std::string_view line, std::string_view word) {
  Scan scan(trim_left(line));
  const auto number = scan.number();
  return number && scan.skip(word) && scan.done() ? number : std::nullopt;
}

/// Failures in the list that are no test's verdict: a hook, or a pending test that --forbid-pending
/// turned red.
bool is_no_test(std::string_view line) {
  line = trim_left(line);
  if (line == "Error: Pending test forbidden") return true;
  const bool hook = starts_with(line, "\"before") || starts_with(line, "\"after");
  return hook && contains(line, "\" hook") && ends_with(line, ":");
}

Sighting epilogue(const Transcript& transcript, std::size_t at, std::int64_t passing) {
  Verdicts verdicts{passing, 0, 0};
  std::size_t last = at;
  for (std::size_t i = at + 1; i < transcript.size() && i <= at + 3; ++i) {
    const std::string_view line = transcript.line(i);
    if (const auto pending = figure_line(line, " pending")) {
      verdicts.skipped = *pending;
    } else if (const auto failing = figure_line(line, " failing")) {
      verdicts.failed = *failing;
    } else {
      break;
    }
    last = i;
  }
  verdicts.executed += verdicts.failed;
  for (std::size_t i = last + 1; verdicts.failed > 0 && i < transcript.size(); ++i) {
    if (passing_line(transcript.line(i))) break;
    if (is_no_test(transcript.line(i))) --verdicts.executed;
  }
  return sight(at, last, verdicts);
}

/// <testsuite name="Mocha Tests" tests="3" failures="0" errors="1" skipped="1" ...>
void find_mocha_xunit(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (!starts_with(line, "<testsuite name=\"Mocha Tests\"")) continue;
    const std::int64_t failed = labelled(line, "failures=\"") + labelled(line, "errors=\"");
    const std::int64_t skipped = labelled(line, "skipped=\"");
    out.push_back(sight(i, i, {labelled(line, " tests=\"") - skipped, failed, skipped}));
  }
}

void forget_dry_run(const Transcript& transcript, std::vector<Sighting>& out) {
  if (out.empty() || !called_with(transcript, "mocha", "--dry-run")) return;
  for (Sighting& one : out) one.tally = sight(one.first, one.last, {}).tally;
}

std::int64_t cell(Scan& row) {
  row.blanks();
  const auto number = row.number();
  if (!number) row.word();
  return number.value_or(0);
}

/// "✔  All specs passed!   00:02   3   2   -   1   -": time, tests, passing, failing, pending,
/// skipped.
std::optional<Verdicts> cypress_total(std::string_view line) {
  line = trim_left(line);
  if (!contains(line, "specs passed!") && !contains(line, " failed (")) return std::nullopt;
  const std::size_t colon = line.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  Scan row(line.substr(colon + 1));
  row.word();
  cell(row);
  const std::int64_t passing = cell(row);
  const std::int64_t failing = cell(row);
  const std::int64_t pending = cell(row);
  return Verdicts{passing + failing, failing, pending + cell(row)};
}

void find_mocha(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (const auto passing = passing_line(line)) out.push_back(epilogue(transcript, i, *passing));
  }
  find_mocha_xunit(transcript, out);
  forget_dry_run(transcript, out);
  sight_nothing(transcript, {"Error: No test files found"}, out);
}

void find_mocha_json(const Transcript& transcript, std::vector<Sighting>& out) {
  constexpr std::size_t stats_lines = 10;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    const bool opens = trim(line) == "\"stats\": {";
    if (!opens && !starts_with(line, "[\"end\",{")) continue;
    std::optional<std::int64_t> passes;
    std::int64_t failures = 0;
    std::int64_t pending = 0;
    for (std::size_t j = i; j < transcript.size() && j <= i + (opens ? stats_lines : 0); ++j) {
      const std::string_view field = transcript.line(j);
      if (!passes) passes = number_after(field, "\"passes\":");
      failures += labelled(field, "\"failures\":");
      pending += labelled(field, "\"pending\":");
    }
    if (passes) out.push_back(sight(i, i, {*passes + failures, failures, pending}));
  }
  forget_dry_run(transcript, out);
}

void find_cypress(const Transcript& transcript, std::vector<Sighting>& out) {
  std::optional<std::size_t> first;
  bool finished = false;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (!first && contains(line, "(Run Starting)")) first = i;
    finished = finished || contains(line, "(Run Finished)");
    if (!finished) continue;
    if (const auto verdicts = cypress_total(line)) {
      out.push_back(sight(first.value_or(i), i, *verdicts));
      first.reset();
      finished = false;
    }
  }
  sight_nothing(transcript, {"Can't run because no spec files were found"}, out);
}

}  // namespace

std::span<const Recogniser> js_mocha_family() {
  static constexpr Recogniser family[] = {
      {"mocha",
       {" passing (", "No test files found", "<testsuite name=\"Mocha Tests\""},
       find_mocha,
       Closing::once},
      {"mocha", {"\"passes\":"}, find_mocha_json, Closing::once},
      {"cypress", {"(Run Finished)", "no spec files were found"}, find_cypress, Closing::once},
  };
  return family;
}

}  // namespace assay::format
