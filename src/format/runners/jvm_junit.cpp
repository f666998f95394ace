// SPDX-License-Identifier: MIT
// JUnit's own console runners (3, 4 and the Platform's ConsoleLauncher), TestNG, and Ant's junit
// task.
#include "format/runners/families.h"
#include "format/runners/sight.h"

#include <optional>

namespace assay::format {
namespace {

/// "1) initializationError(ATest)", "1) warning(junit.framework.TestSuite$1)": a class without
/// tests or of a wrong name.
bool is_synthetic_junit(std::string_view line) {
  Scan scan(line);
  if (!scan.number() || !scan.skip(") ")) return false;
  return starts_with(scan.rest(), "initializationError(") ||
         starts_with(scan.rest(), "warning(junit.framework.TestSuite");
}

/// "OK (2 tests)".
std::optional<std::int64_t> ok_line(std::string_view line) {
  Scan scan(line);
  if (!scan.skip("OK (")) return std::nullopt;
  const auto number = scan.number();
  const bool fits = scan.skip(" tests)") || scan.skip(" test)");
  return fits && scan.done() ? number : std::nullopt;
}

/// "[         2 tests successful      ]".
std::optional<std::int64_t> platform_figure(std::string_view line, std::string_view what) {
  line = trim(line);
  if (!starts_with(line, "[") || !ends_with(line, "]")) return std::nullopt;
  Scan scan(trim(line.substr(1, line.size() - 2)));
  const auto number = scan.number();
  return number && scan.skip(" ") && scan.rest() == what ? number : std::nullopt;
}

/// "[junit] Tests run: 2, ..." without its tag; empty if it has another.
std::string_view ant_message(std::string_view line) {
  line = trim_left(line);
  if (!starts_with(line, "[junit]") && !starts_with(line, "[junitlauncher]")) return {};
  return trim(line.substr(line.find(']') + 1));
}

/// The classes of one Ant run. A class is told twice when both a summary and a formatter print it.
class AntRun {
 public:
  void hear(std::string_view text, std::size_t line) {
    Scan scan(text);
    if (scan.skip("Running ") || scan.skip("Testsuite: ")) {
      if (scan.rest() != name_) told_ = false;
      name_ = scan.rest();
      return;
    }
    const auto run = number_after(text, "Tests run:");
    if (!run || !starts_with(text, "Tests run:") || !contains(text, "Failures:") || told_) return;
    told_ = !name_.empty();
    add(text, *run);
    if (!any_) first_ = line;
    any_ = true;
    last_ = line;
  }

  void close(std::vector<Sighting>& out) {
    if (!any_) return;
    verdicts_.executed -= doubtful_;
    // Only when nothing else ran: a class that could not be set up, next to others that passed, is
    // a failure.
    if (verdicts_.executed <= 0) verdicts_.failed -= doubtful_;
    out.push_back(sight(first_, last_, verdicts_));
    *this = AntRun{};
  }

 private:
  void add(std::string_view text, std::int64_t run) {
    const std::int64_t errors = labelled(text, "Errors:");
    const std::int64_t failures = labelled(text, "Failures:");
    const std::int64_t skipped = labelled(text, "Skipped:") + labelled(text, "Aborted:");
    verdicts_.executed += run - skipped;
    verdicts_.failed += failures + errors;
    verdicts_.skipped += skipped;
    // A class without tests is reported as one test with one error, just like this.
    if (run == 1 && errors == 1) ++doubtful_;
  }

  std::string_view name_;
  bool told_ = false;
  bool any_ = false;
  std::size_t first_ = 0;
  std::size_t last_ = 0;
  std::int64_t doubtful_ = 0;
  Verdicts verdicts_;
};

void find_ant_junit(const Transcript& transcript, std::vector<Sighting>& out) {
  AntRun run;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (starts_with(line, "Buildfile: ")) run.close(out);
    if (const std::string_view text = ant_message(line); !text.empty()) run.hear(text, i);
  }
  run.close(out);
}

void find_junit4(const Transcript& transcript, std::vector<Sighting>& out) {
  std::optional<std::size_t> first;
  std::int64_t synthetic = 0;
  bool timed = false;  // "Time: 0.004" stands above the closing line, and nobody else prints it
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (starts_with(line, "JUnit version ")) first = i;
    if (starts_with(line, "Time: ")) timed = true;
    if (is_synthetic_junit(line)) ++synthetic;
    auto run = ok_line(line);
    std::int64_t failed = 0;
    if (!run && starts_with(line, "Tests run: ") && contains(line, ",  Failures: ")) {
      run = number_after(line, "Tests run:");
      failed = labelled(line, "Failures:") + labelled(line, "Errors:");
    }
    if (!run || (!first && !timed)) continue;
    Verdicts verdicts{*run - synthetic, failed, 0};
    if (verdicts.executed <= 0) verdicts.failed -= synthetic;
    out.push_back(sight(first.value_or(i), i, verdicts));
    first.reset();
    synthetic = 0;
    timed = false;
  }
  for (Sighting& one : out) one.tally.source = "junit4";
}

void find_junit_console(const Transcript& transcript, std::vector<Sighting>& out) {
  std::int64_t synthetic = 0;
  Verdicts verdicts;
  std::int64_t broken_containers = 0;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (starts_with(line, "  ") && ends_with(line, ":initializationError")) ++synthetic;
    if (const auto n = platform_figure(line, "containers failed")) broken_containers = *n;
    if (const auto n = platform_figure(line, "tests skipped")) verdicts.skipped = *n;
    if (const auto n = platform_figure(line, "tests aborted")) verdicts.skipped += *n;
    if (const auto n = platform_figure(line, "tests successful")) verdicts.executed = *n;
    const auto failed = platform_figure(line, "tests failed");
    if (!failed) continue;
    verdicts.executed += *failed - synthetic;
    verdicts.failed = *failed + broken_containers;
    if (verdicts.executed <= 0) verdicts.failed -= synthetic;
    out.push_back(sight(i >= 11 ? i - 11 : 0, i, verdicts));
    verdicts = Verdicts{};
    synthetic = broken_containers = 0;
  }
  for (Sighting& one : out) one.tally.source = "junit-console";
}

void find_testng(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    // "Total tests run: 3, Passes: 1, Failures: 1, Skips: 1"; Passes since 7.0.
    if (!starts_with(trim_left(line), "Total tests run: ")) continue;
    const auto run = number_after(line, "Total tests run:");
    const auto skips = number_after(line, "Skips:");
    if (!run || !skips) continue;
    const std::int64_t config =
        labelled(transcript.line_or_empty(i + 1), "Configuration Failures:");
    out.push_back(sight(i, i, {*run - *skips, labelled(line, "Failures:") + config, *skips}));
  }
}

}  // namespace

std::span<const Recogniser> jvm_junit_family() {
  static constexpr Recogniser family[] = {
      {"ant", {"[junit"}, find_ant_junit},
      {"JUnitCore", {"OK (", "Tests run: "}, find_junit4, Closing::once},
      {"ConsoleLauncher", {" tests successful "}, find_junit_console, Closing::once},
      {"testng", {"Total tests run: "}, find_testng, Closing::once},
  };
  return family;
}

}  // namespace assay::format
