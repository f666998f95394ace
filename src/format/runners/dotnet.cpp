// SPDX-License-Identifier: MIT
// dotnet test (VSTest at every verbosity, the terminal logger, Microsoft.Testing.Platform), the
// xUnit and NUnit consoles, and Expecto.
#include "format/runners/families.h"
#include "format/runners/sight.h"

#include <array>
#include <optional>

namespace assay::format {
namespace {

/// "Passed!  - Failed:     0, Passed:     2, Skipped:     0, Total:     2, Duration: 5 ms - a.dll
/// (net8.0)".
std::optional<Verdicts> vstest_line(std::string_view line) {
  line = trim_left(line);
  if (!starts_with(line, "Passed! ") && !starts_with(line, "Failed! ") &&
      !starts_with(line, "Skipped! ")) {
    return std::nullopt;
  }
  const auto failed = number_after(line, "Failed:");
  const auto passed = number_after(line, "Passed:");
  if (!failed || !passed) return std::nullopt;
  return Verdicts{*passed + *failed, *failed, labelled(line, "Skipped:")};
}

/// "Test summary: total: 3, failed: 1, succeeded: 1, skipped: 1, duration: 1.5s": the sum of all
/// projects.
std::optional<Verdicts> terminal_logger_line(std::string_view line) {
  const std::size_t at = line.find("est summary: total: ");
  if (at == std::string_view::npos) return std::nullopt;
  const std::int64_t failed = labelled(line, "failed:");
  return Verdicts{labelled(line, "succeeded:") + failed, failed, labelled(line, "skipped:")};
}

/// A block of one figure in a line: "Total tests: 3", "     Passed: 1", "     Failed: 1", "
/// Skipped: 1"; or below "Test run summary: ...": "  total: 3", "  failed: 1", "  succeeded: 1", "
/// skipped: 1".
struct Block {
  std::string_view passed;
  std::string_view failed;
  std::string_view skipped;
};

std::optional<Verdicts> read_block(const Transcript& transcript, std::size_t at,
                                   const Block& labels, std::size_t& last) {
  Verdicts verdicts;
  bool any = false;
  for (std::size_t i = at + 1; i < transcript.size() && i <= at + 6; ++i) {
    const std::string_view line = trim_left(transcript.line(i));
    const auto value = [&](std::string_view label) -> std::optional<std::int64_t> {
      return starts_with(line, label) ? number_after(line, label) : std::nullopt;
    };
    if (const auto n = value(labels.passed))
      verdicts.executed += *n;
    else if (const auto f = value(labels.failed))
      verdicts.executed += verdicts.failed = *f;
    else if (const auto s = value(labels.skipped))
      verdicts.skipped = *s;
    else if (!starts_with(line, "total:") && !starts_with(line, "error:"))
      break;
    any = true;
    last = i;
  }
  return any ? std::optional(verdicts) : std::nullopt;
}

/// "Total tests: 3" with its block; before .NET Core 3 all on one line, "Total tests: 3. Passed: 1.
/// Failed: 1. Skipped: 1."
std::optional<Verdicts> total_tests(const Transcript& transcript, std::size_t at,
                                    std::size_t& last) {
  Scan scan(transcript.line(at));
  if (!scan.skip("Total tests: ")) return std::nullopt;
  const auto total = scan.number();
  if (!total && !starts_with(scan.rest(), "Unknown")) return std::nullopt;
  last = at;
  if (starts_with(scan.rest(), ". Passed: ")) {
    const std::int64_t failed = labelled(scan.rest(), "Failed:");
    return Verdicts{labelled(scan.rest(), "Passed:") + failed, failed,
                    labelled(scan.rest(), "Skipped:")};
  }
  return read_block(transcript, at, {"Passed:", "Failed:", "Skipped:"}, last);
}

void find_dotnet(const Transcript& transcript, std::vector<Sighting>& out) {
  std::size_t summed = 0;  // sightings that some sum of all projects has answered for
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    std::size_t last = i;
    bool sum = false;
    auto verdicts = vstest_line(line);
    if (!verdicts) verdicts = total_tests(transcript, i, last);
    if (!verdicts && starts_with(line, "Test run summary: ")) {
      verdicts = read_block(transcript, i, {"succeeded:", "failed:", "skipped:"}, last);
      if (!verdicts && contains(line, "Zero tests ran")) verdicts = Verdicts{};
      sum = verdicts.has_value();
    }
    if (!verdicts) {
      verdicts = terminal_logger_line(line);
      sum = verdicts.has_value();
    }
    if (!verdicts) continue;
    const std::size_t first = sum && out.size() > summed ? out[summed].first : i;
    out.push_back(sight(first, last, *verdicts));
    if (sum) summed = out.size();
  }
  sight_nothing(transcript,
                {"No test is available in ", "No test matches the given testcase filter",
                 "No test source files were specified"},
                out);
}

/// "   a.Tests  Total: 3, Errors: 0, Failed: 1, Skipped: 1, Not Run: 0, Time: 0.1s" below the
/// summary heading.
void find_xunit(const Transcript& transcript, std::vector<Sighting>& out) {
  bool summary = false;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (contains(line, "=== TEST EXECUTION SUMMARY ===")) summary = true;
    const auto total = number_after(line, "Total:");
    if (!summary || !total || !contains(line, "Errors: ") || !contains(line, "Failed: ")) continue;
    const std::int64_t skipped = labelled(line, "Skipped:") + labelled(line, "Not Run:");
    const std::int64_t failed = labelled(line, "Failed:") + labelled(line, "Errors:");
    out.push_back(sight(i, i, {*total - skipped, failed, skipped}));
  }
}

/// NUnit 3: "  Test Count: 4, Passed: 1, Failed: 1, Warnings: 0, Inconclusive: 1, Skipped: 1".
/// NUnit 2: "Tests run: 3, Errors: 0, Failures: 1, Inconclusive: 1, Time: 0.1 seconds"; what was
/// not run is not in the 3.
void find_nunit(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = trim_left(transcript.line(i));
    const bool three = starts_with(line, "Test Count: ");
    const bool two = starts_with(line, "Tests run: ") && contains(line, ", Inconclusive: ");
    if (!three && !two) continue;
    const auto count = number_after(line, three ? "Test Count:" : "Tests run:");
    if (!count) continue;
    const std::int64_t skipped = labelled(line, "Skipped:") + labelled(line, "Inconclusive:");
    const std::int64_t failed =
        labelled(line, "Failed:") + labelled(line, "Failures:") + labelled(line, "Errors:");
    out.push_back(sight(i, i, {*count - skipped, failed, skipped}));
  }
}

/// "EXPECTO! 3 tests run in 00:00:00.1 for x - 1 passed, 1 ignored, 1 failed, 0 errored."
void find_expecto(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (!contains(line, "EXPECTO! ") || !contains(line, " tests run in ")) continue;
    const auto passed = number_before(line, "passed");
    if (!passed) continue;
    const std::int64_t failed =
        number_before(line, "failed").value_or(0) + number_before(line, "errored").value_or(0);
    out.push_back(
        sight(i, i, {*passed + failed, failed, number_before(line, "ignored").value_or(0)}));
  }
}

constexpr std::array dotnet_recognisers = {
    Recogniser{"dotnet",
               {"ed! ", "Total tests: ", "est summary: ", "Test run summary: ",
                "No test is available in ", "No test "},
               find_dotnet},
    Recogniser{"xunit", {"=== TEST EXECUTION SUMMARY ==="}, find_xunit},
    Recogniser{"nunit", {"Test Count: ", ", Inconclusive: "}, find_nunit},
    Recogniser{"expecto", {"EXPECTO! "}, find_expecto},
};

}  // namespace

std::span<const Recogniser> dotnet_family() { return dotnet_recognisers; }

}  // namespace assay::format
