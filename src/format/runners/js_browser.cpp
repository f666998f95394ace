// SPDX-License-Identifier: MIT
// Jasmine and the runners that drive browsers: Karma, web-test-runner, TestCafe.
#include "format/runners/families.h"
#include "format/runners/sight.h"

#include <map>
#include <optional>
#include <string>

namespace assay::format {
namespace {

/// "3 specs, 1 failure, 1 pending spec".
std::optional<Verdicts> jasmine_closing(std::string_view line) {
  const std::vector<Count> counts = count_list(line);
  if (counts.size() < 2 || (counts[0].word != "specs" && counts[0].word != "spec"))
    return std::nullopt;
  if (counts[1].word != "failures" && counts[1].word != "failure") return std::nullopt;
  const std::int64_t pending = count_of_either(counts, "pending spec", "pending specs");
  return Verdicts{counts[0].number - pending, counts[1].number, pending};
}

/// "Executed 2 of 3 specs (1 FAILED) (1 SKIPPED) in 0.1 sec." of jasmine-spec-reporter.
std::optional<Verdicts> spec_reporter_closing(std::string_view line) {
  Scan scan(trim_left(line));
  if (!scan.skip("Executed ")) return std::nullopt;
  const auto executed = scan.number();
  if (!executed || !scan.skip(" of ") || !scan.number()) return std::nullopt;
  if (!scan.skip(" specs ") && !scan.skip(" spec ")) return std::nullopt;
  const std::int64_t skipped = number_before(line, "SKIPPED").value_or(0);
  return Verdicts{*executed, number_before(line, "FAILED").value_or(0), skipped};
}

/// "Chrome 1 (Linux): Executed 2 of 3 (1 FAILED) (skipped 1) (0.1 secs / 0.0 secs)". Skipped ones
/// are not in the 2.
std::optional<Verdicts> karma_progress(std::string_view line, std::string_view& browser) {
  const std::size_t at = line.find(": Executed ");
  if (at == std::string_view::npos) return std::nullopt;
  Scan scan(line.substr(at + 11));
  const auto executed = scan.number();
  if (!executed || !scan.skip(" of ") || !scan.number()) return std::nullopt;
  browser = line.substr(0, at);
  const std::int64_t failed = number_before(scan.rest(), "FAILED").value_or(0);
  return Verdicts{*executed, failed, labelled(scan.rest(), "(skipped")};
}

/// "TOTAL: 1 FAILED, 2 SUCCESS".
std::optional<Verdicts> karma_total(std::string_view line) {
  Scan scan(line);
  if (!scan.skip("TOTAL: ")) return std::nullopt;
  const std::vector<Count> counts = count_list(scan.rest());
  if (counts.empty() || !only_words(counts, {"FAILED", "SUCCESS"})) return std::nullopt;
  const std::int64_t failed = count_of(counts, "FAILED");
  return Verdicts{count_of(counts, "SUCCESS") + failed, failed, 0};
}

/// karma-mocha-reporter: "SUMMARY:", then "✔ 2 tests completed", "ℹ 1 test skipped", "✖ 1 test
/// failed".
std::optional<Verdicts> karma_mocha_summary(const Transcript& transcript, std::size_t at) {
  if (transcript.line(at) != "SUMMARY:") return std::nullopt;
  std::optional<Verdicts> verdicts;
  for (std::size_t i = at + 1; i <= at + 3; ++i) {
    const std::string_view line = transcript.line_or_empty(i);
    const auto one = [&](std::string_view a, std::string_view b) {
      const auto number = number_before(line, a);
      return number ? number : number_before(line, b);
    };
    if (const auto done = one("tests completed", "test completed"))
      verdicts = Verdicts{*done, 0, 0};
    if (!verdicts) break;
    if (const auto failed = one("tests failed", "test failed")) {
      verdicts->executed += *failed;
      verdicts->failed = *failed;
    }
    if (const auto skipped = one("tests skipped", "test skipped")) verdicts->skipped = *skipped;
  }
  return verdicts;
}

/// The browsers of one Karma run, each with its last progress line.
struct Browsers {
  static constexpr std::size_t most = 64;  // beyond that it is no list of browsers

  std::map<std::string, Verdicts, std::less<>> last_said;
  std::size_t first = 0;
  std::size_t last = 0;

  void hear(std::string_view browser, const Verdicts& verdicts, std::size_t line) {
    if (last_said.empty()) first = line;
    last = line;
    if (last_said.size() < most) last_said.insert_or_assign(std::string(browser), verdicts);
  }

  Verdicts sum() const {
    Verdicts all;
    for (const auto& [browser, one] : last_said) {
      all.executed += one.executed;
      all.failed += one.failed;
      all.skipped += one.skipped;
    }
    return all;
  }

  void close(std::vector<Sighting>& out) {
    if (!last_said.empty()) out.push_back(sight(first, last, sum()));
    last_said.clear();
  }
};

/// "Chrome: |████| 2/2 test files | 3 passed, 1 failed, 1 skipped".
std::optional<Verdicts> wtr_progress(std::string_view line, std::string_view& browser) {
  const std::size_t at = line.find(" test files | ");
  if (at == std::string_view::npos) return std::nullopt;
  const std::vector<Count> counts = count_list(line.substr(at + 14));
  if (!only_words(counts, {"passed", "failed", "skipped"}) || counts.empty()) return std::nullopt;
  browser = line.substr(0, line.find(": "));
  const std::int64_t failed = count_of(counts, "failed");
  return Verdicts{count_of(counts, "passed") + failed, failed, count_of(counts, "skipped")};
}

/// " 2 passed (1s)" or " 1/2 failed (1s)", then perhaps " 1 skipped".
std::optional<Verdicts> testcafe_closing(std::string_view line) {
  Scan scan(trim_left(line));
  const auto number = scan.number();
  if (!number) return std::nullopt;
  if (scan.skip(" passed (")) return Verdicts{*number, 0, 0};
  if (!scan.skip("/")) return std::nullopt;
  const auto total = scan.number();
  return total && scan.skip(" failed (") ? std::optional(Verdicts{*total, *number, 0})
                                         : std::nullopt;
}

void find_jasmine(const Transcript& transcript, std::vector<Sighting>& out) {
  std::size_t first = 0;
  bool started = false;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (line == "Started") {
      first = i;
      started = true;
    }
    auto verdicts = jasmine_closing(line);
    if (!verdicts) verdicts = spec_reporter_closing(line);
    if (!verdicts && line == "No specs found") verdicts = Verdicts{};
    if (!verdicts) continue;
    const bool timed = starts_with(filled_after(transcript, i), "Finished in ");
    const bool framed = started || timed || contains(line, " specs ");
    out.push_back(
        sight(started ? first : i, i, *verdicts, framed ? Strength::framed : Strength::bare));
    started = false;
  }
}

void find_karma(const Transcript& transcript, std::vector<Sighting>& out) {
  Browsers browsers;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    std::string_view browser;
    if (const auto progress = karma_progress(line, browser)) {
      browsers.hear(browser, *progress, i);
    } else if (auto total = karma_total(line)) {
      total->skipped = browsers.sum().skipped;
      out.push_back(sight(browsers.last_said.empty() ? i : browsers.first, i, *total));
      browsers.last_said.clear();
    } else if (const auto summary = karma_mocha_summary(transcript, i)) {
      out.push_back(sight(browsers.last_said.empty() ? i : browsers.first, i + 1, *summary));
      browsers.last_said.clear();
    } else if (contains(line, "[karma-server]: Karma v")) {
      browsers.close(out);
    }
  }
  browsers.close(out);
}

void find_web_test_runner(const Transcript& transcript, std::vector<Sighting>& out) {
  Browsers browsers;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    std::string_view browser;
    if (const auto progress = wtr_progress(line, browser)) browsers.hear(browser, *progress, i);
    if (starts_with(line, "Finished running tests")) {
      browsers.last = i;
      browsers.close(out);
    }
  }
  browsers.close(out);
  sight_nothing(transcript, {"Could not find any test files with pattern"}, out);
}

void find_testcafe(const Transcript& transcript, std::vector<Sighting>& out) {
  std::optional<std::size_t> banner;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (trim(line) == "Running tests in:") banner = i;
    auto verdicts = testcafe_closing(line);
    if (!verdicts || !banner) continue;
    verdicts->skipped = number_before(transcript.line_or_empty(i + 1), "skipped").value_or(0);
    out.push_back(sight(*banner, i, *verdicts));
  }
}

}  // namespace

std::span<const Recogniser> js_browser_family() {
  static constexpr Recogniser family[] = {
      {"jasmine",
       {" spec, ", " specs, ", "No specs found", " specs "},
       find_jasmine,
       Closing::once},
      {"karma", {": Executed ", "TOTAL:", "SUMMARY:"}, find_karma},
      {"wtr",
       {" test files | ", "Could not find any test files with pattern"},
       find_web_test_runner,
       Closing::once},
      {"testcafe", {"Running tests in:"}, find_testcafe, Closing::once},
  };
  return family;
}

}  // namespace assay::format
