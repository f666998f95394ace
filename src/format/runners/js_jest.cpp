// SPDX-License-Identifier: MIT
// Jest: "Test Suites: ..." and "Tests: ..." close a run; on a terminal the same two lines are
// repainted while it runs, and --bail prints them twice.
#include "format/runners/families.h"
#include "format/runners/sight.h"

#include <optional>

namespace assay::format {
namespace {

const std::vector<std::string_view> known_words = {"failed", "passed", "skipped", "pending",
                                                   "todo",   "total",  "obsolete"};

/// "Tests:       1 failed, 2 skipped, 3 passed, 6 total".
std::optional<Verdicts> tests_line(std::string_view line) {
  Scan scan(line);
  if (!scan.skip("Tests:")) return std::nullopt;
  const std::vector<Count> counts = count_list(trim(scan.rest()));
  if (counts.empty() || counts.back().word != "total") return std::nullopt;
  if (!only_words(counts, known_words)) return std::nullopt;
  const std::int64_t failed = count_of(counts, "failed");
  return Verdicts{count_of(counts, "passed") + failed, failed,
                  count_of(counts, "skipped") + count_of(counts, "pending")};
}

bool is_suite_result(std::string_view line) {
  line = trim_left(line);
  return starts_with(line, "PASS ") || starts_with(line, "FAIL ");
}

/// What has been seen of the run that is being read.
struct Run {
  std::optional<std::size_t> first_result;  // line of the first PASS or FAIL
  std::optional<std::int64_t> suites;       // of the last closing lines
  bool unfinished = false;                  // those said "1 of 3 total"
  std::size_t at = 0;                       // index of their sighting
};

/// A repainted or repeated summary belongs to the run before it.
bool continues(const Run& run, std::optional<std::int64_t> suites) {
  return run.suites && run.suites == suites && (run.unfinished || !run.first_result);
}

void close(const Transcript& transcript, std::size_t line, const Verdicts& verdicts, Run& run,
           std::vector<Sighting>& out) {
  const std::string_view above = transcript.line(line - 1);
  const auto suites = number_before(above, "total");
  const Sighting now = sight(run.first_result.value_or(line - 1), line, verdicts);
  if (continues(run, suites)) {
    const std::size_t first = out[run.at].first;
    out[run.at] = now;
    out[run.at].first = first;
  } else {
    run.at = out.size();
    out.push_back(now);
  }
  run.first_result.reset();
  run.suites = suites;
  run.unfinished = contains(above, " of ");
}

/// `jest --json` and Vitest's json reporter: {"numFailedTestSuites":0,...,"numPassedTests":3,...}.
void find_jest_json(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    const auto passed = number_after(line, "\"numPassedTests\":");
    if (!passed) continue;
    const std::int64_t failed = labelled(line, "\"numFailedTests\":");
    out.push_back(sight(i, i, {*passed + failed, failed, labelled(line, "\"numPendingTests\":")}));
  }
}

void find_jest(const Transcript& transcript, std::vector<Sighting>& out) {
  Run run;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (is_suite_result(line) && !run.first_result) run.first_result = i;
    if (i == 0 || !starts_with(transcript.line(i - 1), "Test Suites:")) continue;
    if (const auto verdicts = tests_line(line)) close(transcript, i, *verdicts, run, out);
  }
  if (out.empty()) find_jest_json(transcript, out);
  sight_nothing(transcript,
                {"No tests found, exiting with code", "No tests found related to files changed"},
                out);
}

}  // namespace

std::span<const Recogniser> js_jest_family() {
  static constexpr Recogniser family[] = {
      {"jest",
       {"Test Suites:", "No tests found, exiting", "No tests found related", "numTotalTests"},
       find_jest,
       Closing::once},
  };
  return family;
}

}  // namespace assay::format
