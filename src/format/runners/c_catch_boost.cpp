// SPDX-License-Identifier: MIT
// Catch2 (versions 2 and 3) and Boost.Test.
#include "format/runners/families.h"
#include "format/runners/scan.h"

namespace assay::format {
namespace {

std::optional<std::int64_t> cases_in(std::string_view text) {
  const auto many = number_before(text, "test cases");
  return many ? many : number_before(text, "test case");
}

/// "All tests passed (3 assertions in 2 test cases)", "All tests passed (1 assertion in 1 test
/// case)".
std::optional<core::Tally> catch_all_passed(std::string_view line) {
  const std::string_view head = "All tests passed (";
  if (!starts_with(line, head) || !contains(line, " assertion") || !contains(line, " in "))
    return {};
  const auto cases = cases_in(line);
  if (!cases) return {};
  core::Tally tally;
  tally.executed = *cases;
  return tally;
}

/// "test cases: 3 | 1 passed | 1 failed | 1 skipped", "test cases: 1 | 1 failed as expected".
std::optional<core::Tally> catch_totals(std::string_view line) {
  Scan scan(line);
  if (!scan.skip("test cases:")) return {};
  const auto total = scan.blanks().number();
  if (!total) return {};
  core::Tally tally;
  const std::string_view parts = scan.rest();
  tally.skipped = number_before(parts, "skipped").value_or(0);
  tally.executed = std::max<std::int64_t>(*total - tally.skipped, 0);
  for (std::string_view rest = parts; !rest.empty();) {
    const std::size_t cut = std::min(rest.find('|', 1), rest.size());
    const std::string_view part = without_rule(rest.substr(0, cut), '|');
    if (ends_with(part, " failed")) tally.failed = number_before(part, "failed").value_or(0);
    rest.remove_prefix(cut);
  }
  return tally;
}

/// "Passed both 2 test cases with 3 assertions.", "Failed 1 test case, failed 1 assertion.": the
/// compact reporter.
std::optional<core::Tally> catch_compact(std::string_view line) {
  const bool passed = starts_with(line, "Passed ");
  const bool failed = starts_with(line, "Failed ");
  if ((!passed && !failed) || !ends_with(line, ".")) return {};
  if (!contains(line, " assertion")) return {};
  Scan scan(line.substr(7));
  const bool all = scan.skip("all ") || scan.skip("both ");
  const auto cases = scan.number();
  if (!cases || !starts_with(scan.rest(), " test case")) return {};
  core::Tally tally;
  tally.executed = *cases;
  if (failed) {
    tally.failed = *cases;
    if (!all) {
      tally.executed = -1;  // how many passed besides is not said
      tally.hint = "Catch2's compact reporter hides the total: use another reporter";
    }
  }
  return tally;
}

/// <OverallResultsCases successes="2" failures="0" expectedFailures="0" skips="0"/>: the XML
/// reporter.
std::optional<core::Tally> catch_xml(std::string_view line) {
  if (!contains(line, "<OverallResultsCases ")) return {};
  const auto passed = number_after(line, "successes=\"");
  const auto failed = number_after(line, "failures=\"");
  if (!passed || !failed) return {};
  core::Tally tally;
  tally.executed = *passed + *failed + number_after(line, "expectedFailures=\"").value_or(0);
  tally.failed = *failed;
  tally.skipped = number_after(line, "skips=\"").value_or(0);
  return tally;
}

bool is_catch_rule(std::string_view line) { return is_rule(line, '=', 40); }

/// The host banner or, for a run without failures, the rule above the totals.
std::size_t catch_start(const Transcript& transcript, std::size_t at, std::size_t from) {
  std::size_t first = at;
  for (std::size_t k = at; k-- > from;) {
    const std::string_view line = transcript.line(k);
    if (contains(line, "is a Catch") && contains(line, "host application")) return k;
    if (starts_with(line, "Randomness seeded to:") || starts_with(line, "RNG seed:")) return k;
    if (starts_with(line, "Filters:")) return k;
    if (k + 1 == at && is_catch_rule(line)) first = k;
  }
  return first;
}

/// "Running 2 test cases..." -> 2.
std::optional<std::int64_t> boost_start(std::string_view line) {
  Scan scan(line);
  if (!scan.skip("Running ")) return {};
  const auto number = scan.number();
  const bool fits = scan.skip(" test cases...") || scan.skip(" test case...");
  return fits ? number : std::nullopt;
}

/// "*** No errors detected", "*** 2 failures are detected in the test module "m"".
std::optional<std::int64_t> boost_end(std::string_view line) {
  Scan scan(line);
  if (!scan.skip("*** ")) return {};
  if (starts_with(scan.rest(), "No errors detected")) return 0;
  const auto failures = scan.number();
  if (failures && contains(scan.rest(), " detected")) return failures;
  if (starts_with(scan.rest(), "Errors were detected")) return 1;
  return {};
}

/// <TestResult><TestSuite name="m" ... test_cases_passed="2" ... test_cases_failed="0"
/// test_cases_skipped="0" ...
std::optional<core::Tally> boost_xml(std::string_view line) {
  const std::size_t at = line.find("<TestResult><TestSuite ");
  if (at == std::string_view::npos) return {};
  const std::string_view module = line.substr(at, line.find('>', at + 13) - at);
  const auto passed = number_after(module, "test_cases_passed=\"");
  const auto failed = number_after(module, "test_cases_failed=\"");
  if (!passed || !failed) return {};
  core::Tally tally;
  tally.failed = *failed + number_after(module, "test_cases_aborted=\"").value_or(0);
  tally.executed = *passed + tally.failed +
                   number_after(module, "test_cases_passed_with_warnings=\"").value_or(0);
  tally.skipped = number_after(module, "test_cases_skipped=\"").value_or(0);
  return tally;
}

Sighting boost_sighting(const Transcript& transcript, std::size_t start, std::int64_t cases) {
  Sighting sighting{start, start, {}, Strength::trace};
  sighting.tally.hint = "Boost.Test did not reach its end: the program stopped in the middle";
  std::int64_t skipped = 0;
  // With --report_level=no the start is all there is.
  if (start + 2 >= transcript.size() && transcript.line_or_empty(start + 1).empty()) {
    sighting.tally.executed = cases;
  }
  for (std::size_t i = start + 1; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (boost_start(line)) break;
    // "  1 test case out of 2 failed" in the detailed report, indented by two blanks for the module
    // itself.
    const bool of_module = starts_with(line, "  ") && !starts_with(line, "   ");
    const bool outcome = of_module && contains(line, " out of ") && contains(line, " test case");
    if (outcome && ends_with(line, "skipped")) skipped = cases_in(line).value_or(skipped);
    const auto failures = boost_end(line);
    if (!failures && !outcome) continue;
    if (outcome && ends_with(line, "failed")) sighting.tally.failed = cases_in(line).value_or(1);
    if (failures) sighting.tally.failed = *failures;
    sighting.strength = Strength::framed;
    sighting.last = i;
    sighting.tally.hint.clear();
    sighting.tally.skipped = skipped;
    sighting.tally.executed = std::max<std::int64_t>(cases - skipped, 0);
  }
  return sighting;
}

void find_catch2(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::size_t from = 0;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (line.size() < 10) continue;
    const std::string_view above = transcript.line_or_empty(i - 1);
    std::optional<core::Tally> tally;
    bool framed = is_catch_rule(above);
    std::size_t last = i;
    if (line.front() == 'A') tally = catch_all_passed(line);
    if (line.front() == 'P' || line.front() == 'F') tally = catch_compact(line);
    if (line.front() == 't') {
      tally = catch_totals(line);
      const bool complete = starts_with(transcript.line_or_empty(i + 1), "assertions:");
      framed = framed || complete;
      last += complete ? 1U : 0U;
    }
    if (starts_with(line, "No tests ran")) tally.emplace().executed = 0;
    if (!tally && trim_left(line).front() == '<') tally = catch_xml(line);
    if (!tally) continue;
    const std::size_t first =
        catch_start(transcript, i, std::max(from, i - std::min<std::size_t>(i, 100'000)));
    framed = framed || first != i;
    sightings.push_back(
        {first, last, std::move(*tally), framed ? Strength::framed : Strength::bare});
    from = last + 1;
  }
}

void find_boost_test(const Transcript& transcript, std::vector<Sighting>& sightings) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (auto tally = boost_xml(line)) {
      sightings.push_back({i, i, std::move(*tally), Strength::framed});
      continue;
    }
    if (const auto cases = boost_start(line)) {
      sightings.push_back(boost_sighting(transcript, i, *cases));
      i = sightings.back().last;
    } else if (starts_with(line, "Test setup error: ")) {
      Sighting none{i, i, {}, Strength::framed};
      none.tally.executed = 0;
      sightings.push_back(std::move(none));
    }
  }
}

}  // namespace

std::span<const Recogniser> c_catch_boost_family() {
  static constexpr Recogniser family[] = {
      {"catch2",
       {"All tests passed (", "test cases:", "No tests ran", " test case", "<OverallResultsCases "},
       find_catch2},
      {"boost-test",
       {" test cases...", " test case...", "Test setup error: ", "<TestResult>"},
       find_boost_test},
  };
  return family;
}

}  // namespace assay::format
