// SPDX-License-Identifier: MIT
// PHPUnit 4 to 12 (also as Codeception and ParaTest show it), Pest and artisan test, PHPSpec, Nette
// Tester.
#include "format/runners/families.h"
#include "format/runners/sight.h"

#include <array>
#include <optional>

namespace assay::format {
namespace {

/// "OK (2 tests, 3 assertions)".
std::optional<Verdicts> phpunit_ok(std::string_view line) {
  Scan scan(line);
  if (!scan.skip("OK (") || !ends_with(line, ")")) return std::nullopt;
  const auto tests = scan.number();
  if (!tests || (!scan.skip(" tests, ") && !scan.skip(" test, "))) return std::nullopt;
  return contains(scan.rest(), " assertion") ? std::optional(Verdicts{*tests, 0, 0}) : std::nullopt;
}

/// "Tests: 5, Assertions: 3, Errors: 1, Failures: 1, Skipped: 1, Incomplete: 1, Risky: 1."
std::optional<Verdicts> phpunit_figures(std::string_view line) {
  if (!starts_with(line, "Tests: ") || !contains(line, ", Assertions: ")) return std::nullopt;
  const std::int64_t left_out = labelled(line, ", Skipped:") + labelled(line, ", Incomplete:");
  const std::int64_t failed = labelled(line, ", Failures:") + labelled(line, ", Errors:");
  return Verdicts{labelled(line, "Tests:") - left_out, failed, left_out};
}

/// "1) Warning": up to PHPUnit 9 the heading of a made-up test, for a class without tests or a bad
/// data provider.
bool is_synthetic_phpunit(std::string_view line) {
  Scan scan(line);
  return scan.number() && scan.rest() == ") Warning";
}

void find_phpunit(const Transcript& transcript, std::vector<Sighting>& out) {
  std::optional<std::size_t> banner;
  std::int64_t synthetic = 0;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (starts_with(line, "PHPUnit ") && contains(line, " by Sebastian Bergmann")) banner = i;
    if (is_synthetic_phpunit(line)) ++synthetic;
    auto verdicts = phpunit_ok(line);
    if (!verdicts) verdicts = phpunit_figures(line);
    const bool listing = line == "Available test(s):" || line == "Available tests:" ||
                         starts_with(line, "Available test suite");
    const bool usage = banner && line == "Usage:";
    if (listing || usage || line == "No tests executed!") verdicts = Verdicts{};
    if (!verdicts) continue;
    verdicts->executed -= synthetic;
    out.push_back(sight(banner.value_or(i), i, *verdicts));
    banner.reset();
    synthetic = 0;
  }
}

/// "  Tests:    1 failed, 1 skipped, 2 passed (5 assertions)".
std::optional<Verdicts> pest_line(std::string_view line) {
  Scan scan(trim_left(line));
  if (!scan.skip("Tests:") || !starts_with(scan.rest(), " ")) return std::nullopt;
  std::string_view list = trim(scan.rest());
  if (const std::size_t open = list.find(" ("); open != std::string_view::npos)
    list = list.substr(0, open);
  const std::vector<Count> counts = count_list(list);
  const std::vector<std::string_view> known = {
      "passed",   "failed",  "skipped",    "todo",    "todos",   "incomplete", "risky",
      "warnings", "warning", "deprecated", "pending", "notices", "notice"};
  if (counts.empty() || !only_words(counts, known)) return std::nullopt;
  Verdicts verdicts;
  for (const Count& one : counts) {
    const bool left_out = one.word == "skipped" || one.word == "incomplete" ||
                          one.word == "pending" || starts_with(one.word, "todo");
    (left_out ? verdicts.skipped : verdicts.executed) += one.number;
  }
  verdicts.failed = count_of(counts, "failed");
  return verdicts;
}

void find_pest(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    const std::string_view next = trim_left(filled_after(transcript, i));
    const bool timed = starts_with(next, "Duration:") || starts_with(next, "Time:");
    if (const auto verdicts = pest_line(line); verdicts && timed) {
      out.push_back(sight(i, i + 1, *verdicts));
    }
    if (starts_with(trim_left(line), "INFO  No tests found.")) out.push_back(sight(i, i, {}));
  }
}

/// "2 examples (1 passed, 1 failed)" after "1 specs".
void find_phpspec(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 1; i < transcript.size(); ++i) {
    const std::string_view line = trim_left(transcript.line(i));
    Scan scan(line);
    const auto total = scan.number();
    if (!total || !scan.skip(" examples") || !contains(transcript.line(i - 1), " spec")) continue;
    const std::int64_t failed =
        number_before(line, "failed").value_or(0) + number_before(line, "broken").value_or(0);
    out.push_back(sight(i - 1, i, {number_before(line, "passed").value_or(0) + failed, failed, 0}));
  }
}

/// "OK (2 tests, 1 skipped, 0.1 seconds)", "FAILURES! (2 tests, 1 failure, 0.1 seconds)".
void find_nette_tester(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    Scan scan(line);
    if ((!scan.skip("OK (") && !scan.skip("FAILURES! (")) || !ends_with(line, " seconds)"))
      continue;
    const auto tests = scan.number();
    if (!tests || !starts_with(scan.rest(), " test")) continue;
    const std::int64_t skipped = number_before(line, "skipped").value_or(0);
    const auto failures = number_before(line, "failures");
    const std::int64_t failed = failures ? *failures : number_before(line, "failure").value_or(0);
    out.push_back(sight(i, i, {*tests - skipped, failed, skipped}));
  }
}

constexpr std::array php_recognisers = {
    Recogniser{"phpunit",
               {"OK (", ", Assertions: ", "No tests executed!", "Available test", "Usage:"},
               find_phpunit,
               Closing::once},
    Recogniser{"pest", {"Tests:", "INFO  No tests found."}, find_pest, Closing::once},
    Recogniser{"phpspec", {" examples (", " examples"}, find_phpspec, Closing::once},
    Recogniser{"tester", {" seconds)"}, find_nette_tester},
};

}  // namespace

std::span<const Recogniser> php_family() { return php_recognisers; }

}  // namespace assay::format
