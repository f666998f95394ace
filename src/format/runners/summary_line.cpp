// SPDX-License-Identifier: MIT
#include "format/runners/summary_line.h"

#include "format/runners/sight.h"

#include <algorithm>

namespace assay::format {
namespace {

/// Only what stands this near the end closes anything.
constexpr std::size_t closing_lines = 5;

/// What a program says when it is done may follow a rule, a label or a colon, and name the time.
std::string_view undressed(std::string_view line) {
  line = trim(without_rule(without_rule(trim(line), '='), '-'));
  for (const std::string_view label : {"Summary:", "Results:", "Result:", "Total:", "Tests:"}) {
    if (starts_with(line, label)) line = trim(line.substr(label.size()));
  }
  if (ends_with(line, ".") || ends_with(line, "!")) line.remove_suffix(1);
  if (const std::size_t in = line.rfind(" in "); in != std::string_view::npos) {
    Scan time(line.substr(in + 4));
    if (time.decimal() && (time.skip("s") || time.skip("ms") || time.skip(" s")) && time.done())
      line = line.substr(0, in);
  }
  return line;
}

/// "12 passed, 0 failed", "3 tests, 3 passed, 0 failed, 1 skipped".
std::optional<Verdicts> plain_summary(std::string_view line) {
  if (line.size() > 200) return std::nullopt;
  const std::string_view plain = trim(line);
  const bool negative = plain.size() > 1 && plain[0] == '-' && plain[1] >= '0' && plain[1] <= '9';
  if (negative) return std::nullopt;
  const std::vector<Count> counts = count_list(undressed(line));
  // "1 failed" below the closing line takes something away from it.
  const bool lone = counts.size() == 1 && counts[0].number > 0 && plain[0] >= '1' &&
                    plain[0] <= '9' &&
                    only_words(counts, {"failed", "test failed", "tests failed"});
  if (lone) return Verdicts{counts[0].number, counts[0].number, 0};
  if (counts.size() < 2) return std::nullopt;
  const bool known = only_words(
      counts, {"passed", "failed", "skipped", "test", "tests", "total", "error", "errors",
               "ignored", "pending", "todo", "xfailed", "tests passed", "tests failed",
               "test passed", "test failed", "tests skipped", "test skipped"});
  const auto all = [&](std::string_view word, std::string_view one, std::string_view many) {
    return count_of(counts, word) + count_of_either(counts, one, many);
  };
  const auto told = [&](std::string_view word) {
    return std::any_of(counts.begin(), counts.end(),
                       [&](const Count& count) { return ends_with(count.word, word); });
  };
  if (!known || !told("passed") || !told("failed")) return std::nullopt;
  const std::int64_t broken = all("failed", "test failed", "tests failed");
  const std::int64_t failed = broken + count_of_either(counts, "error", "errors");
  return Verdicts{all("passed", "test passed", "tests passed") + broken, failed,
                  all("skipped", "test skipped", "tests skipped") + count_of(counts, "ignored") +
                      count_of_either(counts, "pending", "todo") + count_of(counts, "xfailed")};
}

/// "12 tests, 1 failure, 2 skipped", "12 tests conducted, 0 failed". "12 examples, ..." is RSpec's,
/// and read as that.
std::optional<Verdicts> counted_summary(std::string_view line) {
  if (line.size() > 120) return std::nullopt;
  const std::vector<Count> counts = count_list(undressed(line));
  if (counts.size() < 2 ||
      !only_words({counts.front()},
                  {"test", "tests", "spec", "specs", "case", "cases", "tests run", "tests ran",
                   "tests conducted", "tests executed", "tests completed"}))
    return std::nullopt;
  const std::vector<Count> rest(counts.begin() + 1, counts.end());
  if (!only_words(rest, {"failure", "failures", "failed", "error", "errors", "skipped", "skip",
                         "skips", "pending", "warning", "warnings"}))
    return std::nullopt;
  const bool told = std::any_of(rest.begin(), rest.end(),
                                [](const Count& count) { return starts_with(count.word, "fail"); });
  if (!told) return std::nullopt;
  const std::int64_t skipped = count_of(rest, "skipped") + count_of(rest, "pending") +
                               count_of_either(rest, "skip", "skips");
  const std::int64_t failed = count_of_either(rest, "failure", "failures") +
                              count_of(rest, "failed") + count_of_either(rest, "error", "errors");
  return Verdicts{counts.front().number - skipped, failed, skipped};
}

/// "all 12 tests passed", "12/12 tests passed", "1 of 12 output tests failed".
std::optional<Verdicts> worded_summary(std::string_view line) {
  if (line.size() > 120) return std::nullopt;
  line = undressed(line);
  Scan scan(line);
  const bool all = scan.skip("All ") || scan.skip("all ") || scan.skip("ALL ");
  const auto number = scan.number();
  if (!number) return std::nullopt;
  const auto of = scan.skip("/") || scan.skip(" of ") ? scan.number() : std::nullopt;
  if (!all && !of) return std::nullopt;
  const std::string_view rest = scan.rest();
  const bool tests = contains(rest, " test") || contains(rest, " check") || contains(rest, " case");
  const bool good = ends_with(rest, " passed") || ends_with(rest, " PASSED");
  const bool bad = ends_with(rest, " failed") || ends_with(rest, " FAILED");
  const std::int64_t total = of.value_or(*number);
  if (!tests || good == bad || *number > total || (bad && all)) return std::nullopt;
  return Verdicts{total, good ? total - *number : *number, 0};
}

}  // namespace

void find_summary_line(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::size_t filled = 0;
  for (std::size_t i = transcript.size(); i-- > 0 && filled < closing_lines;) {
    if (transcript.line(i).empty()) continue;
    ++filled;
    auto verdicts = plain_summary(transcript.line(i));
    if (!verdicts) verdicts = counted_summary(transcript.line(i));
    if (!verdicts) verdicts = worded_summary(transcript.line(i));
    if (verdicts) sightings.push_back(sight(i, i, *verdicts, Strength::bare));
  }
  std::reverse(sightings.begin(), sightings.end());
}

}  // namespace assay::format
