// SPDX-License-Identifier: MIT
// LabelledFigures behind their labels, one or several on a line, and marks of single tests: what
// scripts print that count by hand.
#include "format/runners/sight.h"
#include "format/runners/summary_line.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>

namespace assay::format {
namespace {

/// Only what stands this near the end closes anything.
constexpr std::size_t labelled_lines = 8;

struct LabelledFigures {
  std::optional<std::int64_t> passed, failed, skipped, total;
  bool clear = false;  ///< some label ended with a colon or an equals sign
};

bool is_word_of(std::string_view word, std::string_view words) {
  return !word.empty() && contains(words, " " + std::string(word) + " ");
}

/// The label in small letters, without the words that say nothing: "Total tests passed" ->
/// "passed".
std::string bare_label(std::string_view label) {
  std::string bare;
  std::string word;
  const auto close = [&] {
    const bool empty_word = is_word_of(word, " test tests number of count cases checks total ");
    if (!empty_word && !word.empty()) bare += (bare.empty() ? "" : " ") + word;
    word.clear();
  };
  for (const char c : label) {
    if (is_blank(c)) {
      close();
    } else {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  close();
  return bare;
}

/// Where a figure with this label belongs; nullptr: nowhere.
std::optional<std::int64_t>* place_of(std::string_view label, LabelledFigures& figures) {
  const std::string bare = bare_label(label);
  if (bare.empty() || is_word_of(bare, " run ran executed ")) return &figures.total;
  if (is_word_of(bare, " passed pass passes passing success successes successful succeeded "))
    return &figures.passed;
  if (is_word_of(bare, " failed fail fails failing failure failures error errors "))
    return &figures.failed;
  if (is_word_of(bare, " skipped skip skips ignored pending todo broken fixed "))
    return &figures.skipped;
  return nullptr;
}

/// Takes "Passed: 12", "success 12" or "Passed: 12/12" off the front of the line.
bool take_figure(std::string_view& line, LabelledFigures& figures) {
  const std::size_t digits = line.find_first_of("0123456789");
  if (digits == std::string_view::npos || digits == 0) return false;
  std::string_view label = trim(line.substr(0, digits));
  const bool clear = ends_with(label, ":") || ends_with(label, "=");
  if (clear) label = trim(label.substr(0, label.size() - 1));
  const bool letters =
      label.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ") ==
      std::string_view::npos;
  auto* place = label.empty() || !letters ? nullptr : place_of(label, figures);
  Scan scan(line.substr(digits));
  const auto number = scan.number();
  const auto whole = scan.skip("/") ? scan.number() : std::nullopt;
  const std::string_view rest = scan.rest();
  const std::size_t next = std::min(rest.find_first_not_of(" ,;|\t"), rest.size());
  if (place == nullptr || !number || (next == 0 && !rest.empty())) return false;
  *place = place->value_or(0) + *number;
  if (whole && !figures.total) figures.total = whole;
  figures.clear = figures.clear || clear;
  line = rest.substr(next);
  return true;
}

bool take_line(std::string_view line, LabelledFigures& figures) {
  line = trim(without_rule(without_rule(trim(line), '='), '-'));
  // "# pass 2" closes a run of node or tape, which are known by all that they print.
  const bool remark = starts_with(line, "# ");
  if (starts_with(line, "* ") || remark) line = trim(line.substr(2));
  if (line.empty() || line.size() > 160) return false;
  LabelledFigures taken = figures;
  taken.clear = false;
  while (!line.empty()) {
    if (!take_figure(line, taken)) return false;
  }
  if (remark && !taken.clear) return false;
  taken.clear = taken.clear || figures.clear;
  figures = taken;
  return true;
}

/// Rules and times may stand between the figures and the end.
bool is_aside(std::string_view line) {
  line = trim(line);
  for (const std::string_view word :
       {"Time", "Duration", "Elapsed", "Finished", "time", "duration", "real"}) {
    if (starts_with(line, word)) return true;
  }
  return line.find_first_not_of("-=*#_ ") == std::string_view::npos;
}

std::optional<Verdicts> closed(const LabelledFigures& figures) {
  if (!figures.passed) return std::nullopt;
  if (!figures.failed && !figures.total && !figures.clear) return std::nullopt;
  const std::int64_t ran = *figures.passed + figures.failed.value_or(0);
  const std::int64_t total = figures.total.value_or(ran);
  if (ran > total) return std::nullopt;  // not figures of one account
  const bool silent = !figures.failed && !figures.skipped;
  return Verdicts{silent ? total : ran, figures.failed.value_or(silent ? total - ran : 0),
                  figures.skipped.value_or(0)};
}

struct Mark {
  std::string_view passed, failed;
};
constexpr std::array<Mark, 4> leading_marks{Mark{"[pass] ", "[fail] "}, Mark{"[PASS] ", "[FAIL] "},
                                            Mark{"PASS: ", "FAIL: "}, Mark{"pass: ", "fail: "}};
constexpr std::array<Mark, 2> trailing_marks{Mark{": PASSED", ": FAILED"},
                                             Mark{": PASS", ": FAIL"}};

}  // namespace

void find_labelled_counts(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::size_t filled = 0;
  std::optional<std::size_t> last;
  std::size_t first = 0;
  LabelledFigures figures;
  for (std::size_t i = transcript.size(); i-- > 0 && filled < labelled_lines;) {
    const std::string_view line = transcript.line(i);
    if (line.empty()) continue;
    ++filled;
    if (take_line(line, figures)) {
      if (!last) last = i;
      first = i;
    } else if (!is_aside(line) && last) {
      break;
    }
  }
  if (!last) return;
  if (const auto verdicts = closed(figures))
    sightings.push_back(sight(first, *last, *verdicts, Strength::bare));
}

void find_marked_lines(const Transcript& transcript, std::vector<Sighting>& sightings) {
  Verdicts verdicts;
  std::optional<std::size_t> first;
  std::size_t last = 0;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    bool good = false;
    bool bad = false;
    for (const Mark& mark : leading_marks) {
      good = good || starts_with(line, mark.passed);
      bad = bad || starts_with(line, mark.failed);
    }
    for (const Mark& mark : trailing_marks) {
      good = good || ends_with(line, mark.passed);
      bad = bad || ends_with(line, mark.failed);
    }
    if (!good && !bad) continue;
    if (!first) first = i;
    last = i;
    ++verdicts.executed;
    if (bad) ++verdicts.failed;
  }
  if (first) sightings.push_back(sight(*first, last, verdicts, Strength::trace));
}

}  // namespace assay::format
