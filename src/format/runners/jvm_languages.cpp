// SPDX-License-Identifier: MIT
// Scala (sbt, ScalaTest, the junit and munit interfaces), Kotlin (Kotest) and Clojure
// (clojure.test, Kaocha).
#include "format/runners/families.h"
#include "format/runners/sight.h"

#include <optional>

namespace assay::format {
namespace {

/// Without "[info] " and "[error] ".
std::string_view sbt_message(std::string_view line) {
  if (!starts_with(line, "[")) return line;
  const std::size_t end = line.find("] ");
  return end == std::string_view::npos ? line : line.substr(end + 2);
}

/// sbt's own account of a project: "Passed: Total 2, Failed 0, Errors 0, Passed 2, Ignored 1".
std::optional<Verdicts> sbt_total(std::string_view text) {
  Scan scan(text);
  if (!scan.skip("Passed: Total ") && !scan.skip("Failed: Total ") && !scan.skip("Error: Total ")) {
    return std::nullopt;
  }
  const std::int64_t failed = labelled(text, ", Failed") + labelled(text, ", Errors");
  const std::int64_t left_out = labelled(text, ", Ignored") + labelled(text, ", Skipped") +
                                labelled(text, ", Canceled") + labelled(text, ", Pending");
  return Verdicts{labelled(text, ", Passed") + failed, failed, left_out};
}

/// ScalaTest: "Tests: succeeded 2, failed 0, canceled 0, ignored 0, pending 0".
std::optional<Verdicts> scalatest_total(std::string_view text) {
  if (!starts_with(text, "Tests: succeeded ")) return std::nullopt;
  const std::int64_t failed = labelled(text, "failed");
  const std::int64_t left_out =
      labelled(text, "canceled") + labelled(text, "ignored") + labelled(text, "pending");
  return Verdicts{labelled(text, "succeeded") + failed, failed, left_out};
}

/// junit-interface: "Test run ATest finished: 0 failed, 1 ignored, 3 total, 0.02s"; the ignored
/// ones are not in the 3.
std::optional<Verdicts> junit_interface_total(std::string_view text) {
  if (!starts_with(text, "Test run ") || !contains(text, "finished: ")) return std::nullopt;
  const auto total = number_before(text, "total");
  const auto failed = number_before(text, "failed");
  if (!total || !failed) return std::nullopt;
  return Verdicts{*total, *failed, number_before(text, "ignored").value_or(0)};
}

/// What the frameworks said since sbt's last account; it stands only if sbt itself does not sum up.
struct Frameworks {
  std::vector<Sighting> sightings;

  void add(std::size_t line, const Verdicts& verdicts) {
    sightings.push_back(sight(line, line, verdicts));
  }
  std::size_t first(std::size_t otherwise) const {
    return sightings.empty() ? otherwise : sightings.front().first;
  }
};

void find_sbt(const Transcript& transcript, std::vector<Sighting>& out) {
  Frameworks frameworks;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view text = sbt_message(transcript.line(i));
    if (const auto total = sbt_total(text)) {
      out.push_back(sight(frameworks.first(i), i, *total));
      frameworks.sightings.clear();
    } else if (const auto scalatest = scalatest_total(text)) {
      frameworks.add(i, *scalatest);
    } else if (const auto junit = junit_interface_total(text)) {
      frameworks.add(i, *junit);
    } else if (text == "No tests were executed." || starts_with(text, "No tests to run for ")) {
      out.push_back(sight(i, i, {}));
    }
  }
  out.insert(out.end(), frameworks.sightings.begin(), frameworks.sightings.end());
}

void find_kotest(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 1; i < transcript.size(); ++i) {
    const auto value = [&](std::string_view line, std::string_view label) {
      Scan scan(trim_left(line));
      scan.skip(">>");
      return scan.blanks().skip(label) ? count_list(trim(scan.rest())) : std::vector<Count>{};
    };
    // "Specs:   1 passed, 0 failed, 1 total", then "Tests:   2 passed, 0 failed, 1 ignored, 3
    // total".
    const std::vector<Count> tests = value(transcript.line(i), "Tests:");
    if (tests.empty() || value(transcript.line(i - 1), "Specs:").empty()) continue;
    if (!only_words(tests, {"passed", "failed", "ignored", "total"})) continue;
    const std::int64_t failed = count_of(tests, "failed");
    out.push_back(
        sight(i - 1, i, {count_of(tests, "passed") + failed, failed, count_of(tests, "ignored")}));
  }
}

void find_clojure_test(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    // "Ran 2 tests containing 3 assertions.", then "0 failures, 0 errors."
    Scan scan(line);
    if (scan.skip("Ran ")) {
      const auto run = scan.number();
      const std::string_view next = filled_after(transcript, i);
      const auto failures = number_before(next, "failures");
      if (!run || !starts_with(scan.rest(), " tests containing ") || !failures) continue;
      const std::int64_t failed = *failures + number_before(next, "errors").value_or(0);
      out.push_back(sight(i, i + 1, {*run, failed, 0}));
    }
    // Kaocha: "2 tests, 4 assertions, 1 pending, 0 failures."
    if (!ends_with(line, " failures.") && !ends_with(line, " errors.")) continue;
    const std::vector<Count> counts = count_list(line.substr(0, line.size() - 1));
    if (counts.size() < 3 || counts[0].word != "tests" || counts[1].word != "assertions") continue;
    const std::int64_t pending = count_of(counts, "pending");
    const std::int64_t failed = count_of(counts, "failures") + count_of(counts, "errors");
    out.push_back(sight(i, i, {counts[0].number - pending, failed, pending}));
  }
}

}  // namespace

std::span<const Recogniser> jvm_languages_family() {
  static constexpr Recogniser family[] = {
      {"sbt",
       {"Total number of tests run:", ": Total ", "No tests were executed", "No tests to run for",
        "Test run "},
       find_sbt},
      {"kotest", {"Specs: "}, find_kotest},
      {"lein", {" containing ", " assertions, "}, find_clojure_test},
  };
  return family;
}

}  // namespace assay::format
