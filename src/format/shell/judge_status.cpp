// SPDX-License-Identifier: MIT
// What is made of a status that was looked at: tests, choices and `exit` that take a failure for a
// success.
#include "format/shell/characters.h"
#include "format/shell/judge.h"
#include "format/shell/literal.h"
#include "format/shell/observed.h"

#include <algorithm>

namespace assay::format::shell {
namespace {

// `x=1; [ $x = 1 ]`: every word is known before anything runs. No way: it is not.
Flow known_test(Words words, const Values& values) {
  bool filled = false;
  std::vector<Word> seen(words.begin(), words.end());
  for (Word& word : seen) {
    if (word.literal) continue;
    const auto value = word.text.starts_with('$') ? values.find(word.text.substr(1)) : values.end();
    if (value == values.end() || value->second == "$?") return Flow(Flow::Ways{0});
    word.text = value->second;
    word.literal = filled = true;
  }
  const auto holds = filled ? decided_test(seen) : std::nullopt;
  if (!holds) return Flow(Flow::Ways{0});
  return Flow(*holds ? Flow::ok : Flow::bad);
}

}  // namespace

// `case $? in 0 | 1) ...`: the clauses for a success and for the usual failure.
std::optional<Flow> Judge::choice_by_status(const Command& command, Surroundings& around,
                                            Errexit errexit) {
  if (command.words.empty() || command.words[0].literal) return {};
  const auto failed = known_text(command.words[0], around.values, 1);
  if (!failed || failed == known_text(command.words[0], around.values, 0) || last_asks()) return {};
  Flow whole;
  std::vector<Flow> bodies;
  for (const List& clause : command.parts) {
    Surroundings apart = around;
    bodies.push_back(list(clause, apart, errexit));
    whole.remember(bodies.back());
  }
  for (const int status : {0, 1}) {
    std::size_t first = 1;
    std::optional<std::size_t> chosen;
    for (std::size_t i = 0; i < command.patterns.size() && !chosen; ++i) {
      for (std::size_t at = first; at < command.patterns[i]; ++at) {
        const std::string& pattern = command.words[at].text;
        if (fits_status(pattern, status)) {
          chosen = i;
        } else if (pattern.find_first_of("*?!^$") != std::string::npos) {
          return {};
        }
      }
      first = command.patterns[i];
    }
    whole.ways |= chosen ? bodies.at(*chosen).ways : Flow::ok;
  }
  return whole;
}

Flow Judge::test(Words words, const Surroundings& around) const {
  Flow flow = known_test(words, around.values);
  if (flow.ways != 0) return flow;
  flow = status_test(words, around.values, around.last);
  const bool literal =
      std::all_of(words.begin(), words.end(), [](const Word& word) { return word.literal; });
  if (flow.ways != Flow::ok || literal) return flow;
  return last_asks() ? Flow::checked() : flow;
}

Flow Judge::arithmetic(const Word& expression, const Surroundings& around) const {
  Flow flow = status_arithmetic(expression, around.values, around.last);
  return !expression.literal && flow.ways == Flow::ok && last_asks() ? Flow::checked() : flow;
}

// A question may be answered with 1: `grep x y; [ $? -le 1 ]`.
bool Judge::last_asks() const {
  const std::size_t begin = std::min<std::size_t>(last_at_.begin, text_.size());
  const std::size_t size = std::max(last_at_.begin, last_at_.end) - last_at_.begin;
  return is_question(text_.substr(begin, size), 1, text_);
}

// `exit $rc`, `exit $(( $? % 1 ))`, `exit ${PIPESTATUS[1]}`
std::optional<Flow::Ways> Judge::left_by_hand(const Word& word, const Surroundings& around) const {
  const std::size_t begin = std::min<std::size_t>(word.at.begin, text_.size());
  std::string_view raw = text_.substr(begin, std::max(word.at.begin, word.at.end) - word.at.begin);
  constexpr std::string_view stages = "${PIPESTATUS[";
  if (const std::size_t at = raw.find(stages); at != std::string_view::npos && at <= 1) {
    const std::string_view rest = raw.substr(at + stages.size());
    auto stage = literal_number(rest.substr(0, std::min(rest.find(']'), rest.size())));
    if (rest.starts_with("-1]")) stage = static_cast<std::int64_t>(last_stages_.size()) - 1;
    if (!stage || *stage <= 0 || static_cast<std::size_t>(*stage) >= last_stages_.size()) return {};
    const Command& command = last_stages_[static_cast<std::size_t>(*stage)];
    const Words words = Words(command.words).subspan(command.assignments);
    const bool shows = !words.empty() && is_trivial(words, true);
    return shows ? std::optional<Flow::Ways>(Flow::ok) : std::nullopt;
  }
  if (raw.find("$?") != std::string_view::npos && last_asks()) return {};
  if (const auto left = status_left(raw, around.values)) return left;
  return left_by_nobody(raw, around);
}

// `exit ${rc:-0}`, `exit $rcc`: a variable that nothing here sets.
std::optional<Flow::Ways> Judge::left_by_nobody(std::string_view raw,
                                                const Surroundings& around) const {
  while (raw.starts_with('"') || raw.starts_with('$') || raw.starts_with('{')) raw.remove_prefix(1);
  while (raw.ends_with('"') || raw.ends_with('}')) raw.remove_suffix(1);
  std::size_t end = 0;
  while (end < raw.size() && is_name_char(raw[end])) ++end;
  const std::string name(raw.substr(0, end));
  const std::string_view otherwise = raw.substr(end);
  if (angle_.of_file || name.empty() || !is_name_start(name.front())) return {};
  const auto says = [&](const std::string& text) { return text_.find(text) != text_.npos; };
  const bool set = says(name + "=") || says(name + "+") || says("read ") || says("source ") ||
                   says(". ") || says("eval ");
  const bool zero = otherwise == ":-0" || otherwise == "-0";
  // Behind a failure, what is said where nothing was set is that all is well.
  if (around.answering && zero && !set) return Flow::ok;
  // Without a kept status nobody meant to hand one on.
  if (!says("=$?") || (set && !says("unset " + name))) return {};
  if (otherwise.empty()) return around.last;
  return zero ? std::optional<Flow::Ways>(Flow::ok) : std::nullopt;
}

}  // namespace assay::format::shell
