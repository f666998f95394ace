// SPDX-License-Identifier: MIT
// XCTest (swift test, xcodebuild, xcpretty), Swift Testing, Dart and Flutter, Zig.
#include "format/runners/families.h"
#include "format/runners/sight.h"

#include <algorithm>
#include <array>
#include <optional>

namespace assay::format {
namespace {

/// "	 Executed 3 tests, with 1 test skipped and 1 failure (0 unexpected) in 0.001 (0.002)
/// seconds".
std::optional<Verdicts> executed_line(std::string_view line) {
  Scan scan(trim_left(line));
  if (!scan.skip("Executed ")) return std::nullopt;
  const auto run = scan.number();
  if (!run || !starts_with(scan.rest(), " test") || !contains(line, ", with ")) return std::nullopt;
  const auto many = number_before(line, "tests skipped");
  const std::int64_t skipped = many ? *many : number_before(line, "test skipped").value_or(0);
  const auto failures = number_before(line, "failures");
  const std::int64_t failed = failures ? *failures : number_before(line, "failure").value_or(0);
  return Verdicts{*run - skipped, failed, skipped};
}

/// The outermost suite's line sums up all the others.
bool is_outermost(std::string_view line) {
  return starts_with(line, "Test Suite 'All tests' ") ||
         starts_with(line, "Test Suite 'Selected tests' ");
}

/// "Test Case '-[ATests testA]' passed (0.001 seconds)", "Test case 'ATests.testA()' passed on
/// 'iPhone' ...".
std::optional<bool> case_line(std::string_view line) {
  if (!starts_with(line, "Test Case '") && !starts_with(line, "Test case '")) return std::nullopt;
  const std::size_t end = line.rfind("' passed ");
  if (end != std::string_view::npos || contains(line, "' passed on '")) return true;
  if (contains(line, "' failed ")) return false;
  return std::nullopt;
}

void find_xctest(const Transcript& transcript, std::vector<Sighting>& out) {
  std::size_t first = 0;
  bool begun = false;
  Verdicts cases;
  std::size_t last_case = 0;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (const auto passed = case_line(line)) {
      ++cases.executed;
      if (!*passed) ++cases.failed;
      last_case = i;
    }
    if (is_outermost(line) && contains(line, "' started") && !begun) {
      begun = true;
      first = i;
    }
    const auto verdicts = executed_line(line);
    if (!verdicts) continue;
    const std::string_view above = i > 0 ? transcript.line(i - 1) : std::string_view{};
    if (starts_with(above, "Test Suite '") && !is_outermost(above)) continue;
    out.push_back(sight(begun ? first : i, i, *verdicts));
    begun = false;
    cases = Verdicts{};
  }
  if (cases.executed > 0) out.push_back(sight(last_case, last_case, cases, Strength::trace));
}

/// "✔ Test run with 2 tests in 1 suite passed after 0.001 seconds."
void find_swift_testing(const Transcript& transcript, std::vector<Sighting>& out) {
  std::int64_t failed = 0;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    const std::size_t at = line.find("Test run with ");
    if (at == std::string_view::npos || at > 8) {
      const bool verdict = contains(line, " Test ") && contains(line, " failed after ");
      if (verdict && !starts_with(line, " ")) ++failed;
      continue;
    }
    const auto run = number_after(line, "Test run with");
    const bool passed = contains(line, " passed after ");
    if (!run || (!passed && !contains(line, " failed after "))) continue;
    out.push_back(sight(i, i, {*run, passed ? 0 : std::max<std::int64_t>(failed, 1), 0}));
    failed = 0;
  }
}

struct DartProgress {
  Verdicts verdicts;
  std::string_view text;
};

/// "00:01 +2 ~1 -1: text".
std::optional<DartProgress> dart_progress(std::string_view line) {
  Scan scan(line);
  if (!scan.number() || !scan.skip(":") || !scan.number() || !scan.skip(" +")) return std::nullopt;
  DartProgress progress;
  const auto passed = scan.number();
  if (!passed) return std::nullopt;
  if (scan.skip(" ~")) progress.verdicts.skipped = scan.number().value_or(0);
  if (scan.skip(" -")) progress.verdicts.failed = scan.number().value_or(0);
  progress.verdicts.executed = *passed + progress.verdicts.failed;
  if (!scan.skip(": ")) return std::nullopt;
  progress.text = trim(scan.rest());
  return progress;
}

bool is_dart_closing(std::string_view text) {
  return text == "All tests passed!" || text == "Some tests failed." ||
         text == "All tests skipped." || text == "All other tests passed!" ||
         text == "No tests ran.";
}

void find_dart(const Transcript& transcript, std::vector<Sighting>& out) {
  std::optional<std::size_t> first;
  std::int64_t not_loaded = 0;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    auto progress = dart_progress(line);
    if (progress) {
      if (!first) first = i;
      const std::string_view text = progress->text;
      if (starts_with(text, "loading ") && ends_with(text, " [E]")) ++not_loaded;
      if (!is_dart_closing(text)) continue;
      Verdicts& verdicts = progress->verdicts;
      verdicts.executed -= not_loaded;
      if (verdicts.executed <= 0) verdicts.failed -= not_loaded;
      out.push_back(sight(*first, i, verdicts));
      first.reset();
      not_loaded = 0;
    } else if (line == "No tests ran." || starts_with(line, "No tests match ") ||
               starts_with(line, "No tests were found.")) {
      out.push_back(sight(i, i, {}));
    }
  }
}

/// The github reporter: "🎉 2 tests passed.", "::error::1 test passed, 1 failed, 1 skipped."
void find_dart_github(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (!starts_with(line, "\U0001F389 ") && !starts_with(line, "::error::")) continue;
    const auto many = number_before(line, "tests passed");
    const auto passed = many ? many : number_before(line, "test passed");
    if (!passed) continue;
    const std::int64_t failed = number_before(line, "failed").value_or(0);
    out.push_back(
        sight(i, i, {*passed + failed, failed, number_before(line, "skipped").value_or(0)}));
  }
}

/// "All 2 tests passed.", "1 passed; 1 skipped; 1 failed.", "Build Summary: 3/3 steps succeeded;
/// 2/2 tests passed".
std::optional<Verdicts> zig_line(std::string_view line) {
  Scan scan(line);
  if (scan.skip("All ")) {
    const auto number = scan.number();
    return number && scan.rest() == " tests passed." ? std::optional(Verdicts{*number, 0, 0})
                                                     : std::nullopt;
  }
  if (scan.skip("Build Summary: ")) {
    const std::size_t end = line.find(" tests passed");
    if (end == std::string_view::npos) return std::nullopt;
    const std::size_t start = line.rfind(' ', end - 1) + 1;
    Scan ratio(line.substr(start));
    const auto passed = ratio.number();
    const std::string_view after = line.substr(end);
    const std::int64_t failed = number_before(after, "failed").value_or(0);
    return passed ? std::optional(Verdicts{*passed + failed, failed,
                                           number_before(after, "skipped").value_or(0)})
                  : std::nullopt;
  }
  if (!ends_with(line, " failed.") || !contains(line, " passed; ")) return std::nullopt;
  const std::vector<Count> counts = count_list(line.substr(0, line.size() - 1), ";");
  if (counts.size() < 2 || counts[0].word != "passed") return std::nullopt;
  const std::int64_t failed = count_of(counts, "failed");
  return Verdicts{counts[0].number + failed, failed, count_of(counts, "skipped")};
}

void find_zig(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    const auto verdicts = zig_line(line);
    if (!verdicts) continue;
    // "All 2 tests passed." could be anybody's.
    const bool named = transcript.command_names("zig");
    const bool framed = named || starts_with(line, "Build Summary: ");
    out.push_back(sight(i, i, *verdicts, framed ? Strength::framed : Strength::bare));
  }
}

constexpr std::array apple_recognisers = {
    Recogniser{"swift", {"Executed ", "Test Case '", "Test case '"}, find_xctest},
    Recogniser{"swift", {"Test run with "}, find_swift_testing},
    Recogniser{"dart",
               {"All tests ", "Some tests failed.", "All other tests passed!", "No tests "},
               find_dart},
    Recogniser{"dart", {" tests passed", " test passed"}, find_dart_github},
    Recogniser{"zig", {" tests passed", " passed; "}, find_zig},
};

}  // namespace

std::span<const Recogniser> apple_family() { return apple_recognisers; }

}  // namespace assay::format
