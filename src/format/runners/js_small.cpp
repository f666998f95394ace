// SPDX-License-Identifier: MIT
// AVA, node-tap, tape, QUnit, uvu and lab.
#include "format/runners/families.h"
#include "format/runners/sight.h"

#include <algorithm>
#include <optional>

namespace assay::format {
namespace {

/// Tests listed and figures given since the last rule of AVA.
struct AvaRun {
  std::size_t first = 0;
  std::int64_t ticks = 0;
  bool begun = false;
};

struct AvaFigures {
  Verdicts verdicts;
  std::int64_t passed = 0;
  std::size_t last = 0;
  bool any = false;
};

/// "2 tests passed", "1 test failed", "1 known failure", "1 test skipped", "1 test todo" below the
/// rule.
AvaFigures ava_figures(const Transcript& transcript, std::size_t rule) {
  AvaFigures figures;
  figures.last = rule;
  for (std::size_t i = rule + 1; i < transcript.size() && i < rule + 12; ++i) {
    if (transcript.line(i).empty()) continue;
    const std::vector<Count> one = count_list(transcript.line(i), ";");
    if (one.size() != 1) break;
    const std::string_view word = one[0].word;
    if (word == "test passed" || word == "tests passed")
      figures.passed += one[0].number;
    else if (starts_with(word, "known failure") || starts_with(word, "expected failure"))
      figures.verdicts.skipped += one[0].number;
    else if (word == "test failed" || word == "tests failed")
      figures.verdicts.failed += one[0].number;
    else if (word == "test skipped" || word == "tests skipped")
      figures.verdicts.skipped += one[0].number;
    else if (!starts_with(word, "test") && !starts_with(word, "un") && !starts_with(word, "hook"))
      break;
    figures.any = true;
    figures.last = i;
  }
  return figures;
}

/// "# { total: 3, pass: 1, fail: 1, skip: 1 }".
std::optional<Verdicts> tap_totals(std::string_view line) {
  if (!starts_with(line, "# { total: ") || line.back() != '}') return std::nullopt;
  const std::int64_t skipped = labelled(line, "skip:");
  const std::int64_t left_out = skipped + labelled(line, "todo:");
  return Verdicts{labelled(line, "total:") - left_out, labelled(line, "fail:"), skipped};
}

/// "Asserts:  1 pass  1 fail  1 skip  3 of 3 complete"; before tap 18 "Asserts:  1 failed, 2
/// passed, of 3".
std::optional<Verdicts> tap_asserts(std::string_view line) {
  if (!starts_with(trim_left(line), "Asserts:") || !contains(line, " of ")) return std::nullopt;
  const auto either = [&](std::string_view now, std::string_view before) {
    return number_before(line, now).value_or(0) + number_before(line, before).value_or(0);
  };
  const std::int64_t failed = either("fail", "failed");
  return Verdicts{either("pass", "passed") + failed, failed, either("skip", "skipped")};
}

std::optional<std::int64_t> comment_figure(std::string_view line, std::string_view label) {
  Scan scan(line);
  if (!scan.skip(label)) return std::nullopt;
  const auto number = scan.blanks().number();
  return scan.done() ? number : std::nullopt;
}

/// "  Total:     2" of uvu.
std::optional<std::int64_t> uvu_figure(std::string_view line, std::string_view label) {
  Scan scan(trim_left(line));
  if (!scan.skip(label)) return std::nullopt;
  const auto number = scan.blanks().number();
  return scan.done() ? number : std::nullopt;
}

/// "3 tests passed", "3 tests complete", "1 of 3 tests failed", each perhaps with "(2 skipped)".
/// Totals are without the skipped ones.
std::optional<Verdicts> lab_line(std::string_view line) {
  Scan scan(trim_left(line));
  const auto number = scan.number();
  if (!number) return std::nullopt;
  const std::int64_t skipped = number_before(line, "skipped").value_or(0);
  if (scan.skip(" of ")) {
    const auto total = scan.number();
    const bool fits = scan.skip(" tests failed") || scan.skip(" test failed");
    return total && fits ? std::optional(Verdicts{*total, *number, skipped}) : std::nullopt;
  }
  const bool fits = scan.skip(" tests passed") || scan.skip(" test passed") ||
                    scan.skip(" tests complete") || scan.skip(" test complete");
  return fits ? std::optional(Verdicts{*number, 0, skipped}) : std::nullopt;
}

void find_ava(const Transcript& transcript, std::vector<Sighting>& out) {
  AvaRun run;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    const bool ticked = starts_with(line, "  \u2714 ") || starts_with(line, "  \u221a ");
    if (ticked) ++run.ticks;
    if ((ticked || starts_with(line, "  \u2718 [fail]")) && !run.begun) {
      run.begun = true;
      run.first = i;
    }
    if (trim(line) != "\u2500") continue;
    AvaFigures figures = ava_figures(transcript, i);
    if (!figures.any) continue;
    Verdicts& verdicts = figures.verdicts;
    // With failures AVA leaves out how many passed: they are only listed.
    const std::int64_t passed =
        verdicts.failed > 0 ? std::max(figures.passed, run.ticks) : figures.passed;
    verdicts.executed = passed + verdicts.failed;
    out.push_back(sight(run.begun ? run.first : i, figures.last, verdicts));
    run = AvaRun{};
  }
  sight_nothing(transcript,
                {"\u2718 No tests found in ", "Couldn't find any files to test",
                 "Couldn\u2019t find any files to test", "Couldn\u2019t find any matching tests",
                 "Couldn't find any matching tests"},
                out);
}

void find_node_tap(const Transcript& transcript, std::vector<Sighting>& out) {
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (!first && starts_with(line, "TAP version")) first = i;
    auto verdicts = tap_totals(line);
    const bool asserts_line = !verdicts;
    if (!verdicts) verdicts = tap_asserts(line);
    if (!verdicts) continue;
    const bool timed = starts_with(transcript.line_or_empty(i + 1), "# time=");
    // On a terminal the line is painted again and again while the run goes on.
    const bool repainted = !first && !out.empty() && asserts_line &&
                           tap_asserts(transcript.line(out.back().last)).has_value();
    const std::size_t begin = repainted ? out.back().first : first.value_or(i);
    if (repainted) out.pop_back();
    out.push_back(sight(begin, timed ? i + 1 : i, *verdicts));
    first.reset();
  }
  sight_nothing(transcript, {"No valid test files found matching"}, out);
}

void find_tape(const Transcript& transcript, std::vector<Sighting>& out) {
  sight_nothing(transcript, {"No test files found!"}, out, Strength::remark);
  if (transcript.command_names("tape")) {
    sight_nothing(transcript, {"Error: Cannot find module '"}, out, Strength::remark);
  }
}

void find_qunit(const Transcript& transcript, std::vector<Sighting>& out) {
  std::optional<std::size_t> first;
  std::int64_t global_failures = 0;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (starts_with(line, "TAP version")) {
      first = i;
      global_failures = 0;
    }
    if (starts_with(line, "not ok ") && ends_with(line, " global failure")) ++global_failures;
    const auto pass = comment_figure(line, "# pass ");
    const auto skip = comment_figure(transcript.line_or_empty(i + 1), "# skip ");
    const auto todo = comment_figure(transcript.line_or_empty(i + 2), "# todo ");
    const auto fail = comment_figure(transcript.line_or_empty(i + 3), "# fail ");
    if (!pass || !skip || !todo || !fail) continue;
    // QUnit runs a todo test and expects it to fail: that is no pass.
    Verdicts verdicts{*pass + *fail - global_failures, *fail, *skip + *todo};
    if (verdicts.executed <= 0) verdicts.failed -= global_failures;
    out.push_back(sight(first.value_or(i), i + 3, verdicts));
    first.reset();
  }
  sight_nothing(transcript, {"No files were found matching: "}, out, Strength::remark);
  if (out.empty())
    sight_nothing(transcript, {"No files were found matching:"}, out, Strength::remark);
}

void find_uvu(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const auto total = uvu_figure(transcript.line(i), "Total:");
    if (!total) continue;
    const auto passed = uvu_figure(transcript.line_or_empty(i + 1), "Passed:");
    const auto skipped = uvu_figure(transcript.line_or_empty(i + 2), "Skipped:");
    if (passed && skipped) out.push_back(sight(i, i + 3, {*total, *total - *passed, *skipped}));
  }
}

void find_lab(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 1; i < transcript.size(); ++i) {
    if (!starts_with(trim_left(transcript.line(i)), "Test duration: ")) continue;
    if (const auto verdicts = lab_line(transcript.line(i - 1))) {
      out.push_back(sight(i - 1, i, *verdicts));
    }
  }
}

}  // namespace

std::span<const Recogniser> js_small_family() {
  static constexpr Recogniser family[] = {
      {"ava",
       {"\u2500", "No tests found in ", "find any files to test", "find any matching tests"},
       find_ava,
       Closing::once},
      {"tap",
       {"# { total: ", "Asserts:", "No valid test files found"},
       find_node_tap,
       Closing::once},
      {"qunit", {"# todo ", "No files were found matching"}, find_qunit, Closing::once},
      {"uvu", {"Total:"}, find_uvu, Closing::once},
      {"lab", {"Test duration:"}, find_lab, Closing::once},
      {"tape", {"No test files found!", "Error: Cannot find module '"}, find_tape},
  };
  return family;
}

}  // namespace assay::format
