// SPDX-License-Identifier: MIT
// cargo test (libtest) and cargo nextest.
#include "format/runners/families.h"
#include "format/runners/scan.h"

#include <algorithm>

namespace assay::format {
namespace {

/// "running 2 tests".
bool is_rust_start(std::string_view line) {
  Scan scan(line);
  if (!scan.skip("running ") || !scan.number()) return false;
  return (scan.skip(" tests") || scan.skip(" test")) && scan.done();
}

/// "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s".
std::optional<core::Tally> rust_result(std::string_view line) {
  const std::string_view head = "test result: ";
  const std::size_t at = line.find(head);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = line.substr(at + head.size());
  const auto passed = number_before(rest, "passed");
  const auto failed = number_before(rest, "failed");
  if (!passed || !failed || !contains(rest, "ignored")) return {};
  core::Tally tally;
  tally.executed = *passed + *failed + number_before(rest, "measured").value_or(0);
  tally.failed = *failed;
  tally.skipped = number_before(rest, "ignored").value_or(0);
  return tally;
}

/// { "type": "suite", "event": "ok", "passed": 2, "failed": 0, "ignored": 0, "measured": 0, ... }
std::optional<core::Tally> result_json(std::string_view line) {
  if (!contains(line, R"("type": "suite")") || !contains(line, R"("event": ")")) return {};
  const auto passed = number_after(line, R"("passed":)");
  const auto failed = number_after(line, R"("failed":)");
  if (!passed || !failed) return {};
  core::Tally tally;
  tally.executed = *passed + *failed + number_after(line, R"("measured":)").value_or(0);
  tally.failed = *failed;
  tally.skipped = number_after(line, R"("ignored":)").value_or(0);
  return tally;
}

/// One sighting per test binary. Of several result lines after one start the last is the harness's
/// own.
void find_cargo(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::optional<std::size_t> start;
  bool closed = false;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (line.empty()) continue;
    if (line.front() == 'r' && is_rust_start(line)) {
      start = i;
      closed = false;
      continue;
    }
    auto tally = rust_result(line);
    if (auto json = line.front() == '{' ? result_json(line) : std::nullopt) {
      sightings.push_back({i, i, std::move(*json), Strength::framed});
      continue;
    }
    if (!tally) continue;
    if (start && closed) sightings.pop_back();
    const Strength strength = start ? Strength::framed : Strength::bare;
    sightings.push_back({start.value_or(i), i, std::move(*tally), strength});
    closed = true;
  }
}

/// "     Summary [   0.005s] 3 tests run: 3 passed (1 slow), 0 skipped", "... 2/3 tests run: 1
/// passed, 1 failed ...".
std::optional<core::Tally> nextest_summary(std::string_view line) {
  Scan scan(trim_left(line));
  if (!scan.skip("Summary [")) return {};
  const std::size_t close = scan.rest().find("] ");
  if (close == std::string_view::npos) return {};
  const std::string_view rest = scan.rest().substr(close + 2);
  Scan counts(rest);
  const auto ran = counts.number();
  if (!ran || !contains(rest, " run:")) return {};
  core::Tally tally;
  tally.executed = *ran;
  tally.skipped = number_before(rest, "skipped").value_or(0);
  for (const std::string_view bad : {"failed", "timed out", "exec failed"}) {
    tally.failed += number_before(rest, bad).value_or(0);
  }
  return tally;
}

void find_nextest(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::optional<std::size_t> start;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = trim_left(transcript.line(i));
    if (starts_with(line, "Starting ") && contains(line, " across ")) start = i;
    if (starts_with(line, "error: no tests to run")) {
      Sighting none{i, i, {}, Strength::framed};
      none.tally.executed = 0;
      sightings.push_back(std::move(none));
    }
    auto tally = nextest_summary(line);
    if (!tally) continue;
    const bool again = start && !sightings.empty() && sightings.back().first == *start;
    if (again) sightings.pop_back();  // a run that was cut short repeats it
    sightings.push_back({start.value_or(i), i, std::move(*tally), Strength::framed});
  }
}

}  // namespace

std::span<const Recogniser> rust_family() {
  static constexpr Recogniser family[] = {
      {"cargo", {"test result: ", "\"suite\""}, find_cargo},
      {"nextest", {"Summary [", "no tests to run"}, find_nextest, Closing::once},
  };
  return family;
}

}  // namespace assay::format
