// SPDX-License-Identifier: MIT
#include "format/runners/reports.h"

#include "format/runners/scan.h"

#include <algorithm>
#include <optional>

namespace assay::format {
namespace {

std::int64_t occurrences(std::string_view line, std::string_view word) {
  std::int64_t count = 0;
  for (std::size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1))
    ++count;
  return count;
}

}  // namespace

/// A JUnit report written to the console: its test cases are counted, whatever its totals say.
void find_junit_xml(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::optional<Sighting> report;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (!contains(line, "<") && !report) continue;
    if (!report && !contains(line, "<testsuite")) continue;
    if (!report) {
      report = Sighting{i, i, {}, Strength::framed};
      report->tally.executed = 0;
    }
    core::Tally& tally = report->tally;
    const std::int64_t skipped = occurrences(line, "<skipped");
    tally.executed += occurrences(line, "<testcase ") - skipped;
    tally.skipped += skipped;
    tally.failed += occurrences(line, "<failure") + occurrences(line, "<error");
    report->last = i;
    const bool more = contains(transcript.line_or_empty(i + 1), "<testsuite") ||
                      contains(transcript.line_or_empty(i + 1), "</testsuites>");
    const bool closed = contains(line, "</testsuites>") ||
                        (contains(line, "</testsuite>") && !more) ||
                        (contains(line, "<testsuites") && ends_with(line, "/>"));
    if (!closed) continue;
    tally.executed = std::max<std::int64_t>(tally.executed, 0);
    sightings.push_back(std::move(*report));
    report.reset();
  }
}

/// "##teamcity[testStarted name='a']" and the like: a test has run if it finished and was not
/// ignored.
void find_teamcity(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::optional<Sighting> run;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = trim_left(transcript.line(i));
    if (!starts_with(line, "##teamcity[test")) continue;
    if (!run) {
      run = Sighting{i, i, {}, Strength::framed};
      run->tally.executed = 0;
    }
    core::Tally& tally = run->tally;
    if (starts_with(line, "##teamcity[testFinished ")) ++tally.executed;
    if (starts_with(line, "##teamcity[testFailed ")) ++tally.failed;
    if (starts_with(line, "##teamcity[testIgnored ")) {
      ++tally.skipped;
      --tally.executed;  // it is reported as finished too
    }
    run->last = i;
  }
  if (!run) return;
  run->tally.executed = std::max<std::int64_t>(run->tally.executed, 0);
  sightings.push_back(std::move(*run));
}

}  // namespace assay::format
