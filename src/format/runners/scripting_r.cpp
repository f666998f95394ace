// SPDX-License-Identifier: MIT
#include "format/runners/scripting_r.h"

#include "format/runners/sight.h"

#include <optional>

namespace assay::format {
namespace {

/// "[ FAIL 1 | WARN 0 | SKIP 0 | PASS 2 ]", perhaps with more behind it while the run goes on.
std::optional<Verdicts> testthat_figures(std::string_view line) {
  if (!starts_with(line, "[ FAIL ")) return std::nullopt;
  const auto failed = number_after(line, "FAIL");
  const auto skipped = number_after(line, "SKIP");
  const auto passed = number_after(line, "PASS");
  if (!failed || !skipped || !passed) return std::nullopt;
  return Verdicts{*passed + *failed, *failed, *skipped};
}

/// Reporters repaint the figures as they grow, and print them before and after the list of
/// problems.
void find_figures(const Transcript& transcript, std::vector<Sighting>& out) {
  std::int64_t before = -1;  // all results of the figures before; -1 when a new run has begun
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (contains(line, "| F W")) before = -1;
    const auto verdicts = testthat_figures(line);
    if (!verdicts) continue;
    const std::int64_t all = verdicts->executed + verdicts->skipped;
    const Sighting now = sight(i, i, *verdicts);
    if (before >= 0 && all >= before) {
      const std::size_t first = out.back().first;
      out.back() = now;
      out.back().first = first;
    } else {
      out.push_back(now);
    }
    before = all;
  }
}

/// "a: ..S1": a file and a mark for each result. Digits number the failures, S is a skip, W a
/// warning.
std::optional<Verdicts> marks(std::string_view line) {
  const std::size_t colon = line.find(": ");
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  Verdicts verdicts;
  for (const char mark : line.substr(colon + 2)) {
    if (mark == '.')
      ++verdicts.executed;
    else if (mark >= '1' && mark <= '9')
      ++verdicts.failed;
    else if (mark == 'S')
      ++verdicts.skipped;
    else if (mark != 'W')
      return std::nullopt;
  }
  verdicts.executed += verdicts.failed;
  return verdicts;
}

/// The summary reporter: lines of marks, closed by "══ DONE ═════".
void find_marks(const Transcript& transcript, std::vector<Sighting>& out) {
  Verdicts sum;
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (starts_with(line, "\u2550\u2550 DONE ") && first) {
      out.push_back(sight(*first, i, sum));
      sum = Verdicts{};
      first.reset();
    } else if (const auto one = marks(line)) {
      if (!first) first = i;
      sum.executed += one->executed;
      sum.failed += one->failed;
      sum.skipped += one->skipped;
    }
  }
}

/// Before testthat 3: "OK:       2", "Failed:   0", "Warnings: 0", "Skipped:  0".
void find_old_figures(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i + 3 < transcript.size(); ++i) {
    Scan scan(transcript.line(i));
    if (!scan.skip("OK: ") || !starts_with(transcript.line(i + 1), "Failed: ")) continue;
    const auto passed = scan.blanks().number();
    if (!passed) continue;
    const std::int64_t failed = labelled(transcript.line(i + 1), "Failed:");
    out.push_back(
        sight(i, i + 3, {*passed + failed, failed, labelled(transcript.line(i + 3), "Skipped:")}));
  }
}

}  // namespace

void find_testthat(const Transcript& transcript, std::vector<Sighting>& out) {
  find_figures(transcript, out);
  if (out.empty()) find_marks(transcript, out);
  if (out.empty()) find_old_figures(transcript, out);
  if (transcript.command_names("Rscript") || transcript.command_names("R")) {
    sight_nothing(transcript, {"! No test files found", "Error: No test files found"}, out);
  }
}

}  // namespace assay::format
