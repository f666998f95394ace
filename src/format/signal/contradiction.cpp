// SPDX-License-Identifier: MIT
// Phrases by which an agent admits that it did not finish. The words are searched, not the bytes:
// line breaks, emphasis and case do not hide them, and a negation right before takes them back.
#include "format/runners/scan.h"
#include "format/signal/parts.h"
#include "format/signal/prose.h"

#include <algorithm>
#include <array>
#include <set>

namespace assay::format {

namespace {

using Kind = MarkdownLine::Kind;
using Words = std::vector<ProseWord>;

constexpr std::array<std::string_view, 11> phrases{
    "requires manual",
    "cannot be automated",
    "could not complete",
    "needs human",
    "manual intervention",
    "manual testing required",
    "manual verification needed",
    "needs user interaction",
    "manual action required",
    "unable to complete",
    "skip verification",
};
constexpr std::string_view skip_phrase = "skip verification";  // other words may stand between
constexpr std::string_view skip_name = "skip ... verification";

constexpr std::size_t excuses_max = 20;  // per phrase; beyond that it counts
constexpr std::size_t between_max = 12;  // words between "skip" and "verification"
constexpr std::size_t around = 3;        // words that must be the given ones on each side
constexpr std::size_t given_max = std::size_t{1} << 20;

/// Code is not what the agent says; a block without a language may be.
bool is_said(const Markdown& markdown, const MarkdownLine& line) {
  if (line.kind == Kind::fence || line.kind == Kind::blank) return false;
  if (line.kind != Kind::code) return true;
  constexpr std::array<std::string_view, 7> prose{"",          "text", "txt",     "plain",
                                                  "plaintext", "md",   "markdown"};
  return std::count(prose.begin(), prose.end(), markdown.blocks[line.block].language) > 0;
}

bool is_there(const Markdown&, const MarkdownLine&) { return true; }

struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

class ContradictionFinder {
 public:
  ContradictionFinder(const Markdown& markdown, std::string_view given)
      : markdown_(markdown), words_(prose_words(markdown, is_said)) {
    given = given.substr(0, given_max);
    const Words words = prose_words(read_markdown(given), is_there);
    given_ = joined(words, {0, words.size()});
  }

  std::vector<std::string> run() {
    std::vector<std::string> found;
    for (const std::string_view phrase : phrases) {
      if (!has(phrase)) continue;
      found.emplace_back(phrase == skip_phrase ? skip_name : phrase);
    }
    return found;
  }

 private:
  bool has(std::string_view phrase) const {
    std::size_t excused = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::size_t end = phrase == skip_phrase ? end_of_skip(i) : end_of(phrase, i);
      if (end == 0) continue;
      if (excused == excuses_max || !is_excused({i, end})) return true;
      ++excused;
    }
    return false;
  }

  /// Behind the last word of the phrase if it begins at `i`, else 0.
  std::size_t end_of(std::string_view phrase, std::size_t i) const {
    for (std::size_t at = 0; at < phrase.size(); ++i) {
      const std::size_t stop = std::min(phrase.find(' ', at), phrase.size());
      if (i == words_.size() || words_[i].text != phrase.substr(at, stop - at)) return 0;
      if (at > 0 && !words_[i].joined) return 0;
      at = stop + 1;
    }
    return i;
  }

  std::size_t end_of_skip(std::size_t i) const {
    if (!starts_with(words_[i].text, "skip")) return 0;
    const std::size_t stop = std::min(words_.size(), i + between_max + 2);
    for (std::size_t j = i + 1; j < stop && words_[j].sentence == words_[i].sentence; ++j) {
      if (words_[j].text == "verification") return j + 1;
    }
    return 0;
  }

  bool is_excused(Span phrase) const { return is_negated(phrase) || repeats_given(phrase); }

  bool is_negated(Span phrase) const {
    static const std::set<std::string_view> negations{"no",   "not",  "never",  "without",
                                                      "zero", "none", "nothing"};
    if (phrase.begin == 0 || !words_[phrase.begin].joined) return false;
    const std::string& before = words_[phrase.begin - 1].text;
    return negations.contains(before) || ends_with(before, "n't");
  }

  bool repeats_given(Span phrase) const {
    if (given_.empty()) return false;
    const ProseWord& first = words_[phrase.begin];
    const auto same_quotation = [&](const ProseWord& word) {
      return word.quotation == first.quotation;
    };
    if (first.quotation != 0) return is_given(grown(phrase, same_quotation));
    const auto same_line = [&](const ProseWord& word) { return word.line == first.line; };
    if (markdown_.lines[first.line].kind != Kind::prose) return is_given(grown(phrase, same_line));
    const auto near = [&](const ProseWord& word) {
      const auto at = static_cast<std::size_t>(&word - words_.data());
      return word.sentence == first.sentence && at + around >= phrase.begin &&
             at < phrase.end + around;
    };
    const Span window = grown(phrase, near);
    const std::size_t extra = window.end - window.begin - (phrase.end - phrase.begin);
    return extra >= around && is_given(window);
  }

  template <class Belongs>
  Span grown(Span span, Belongs belongs) const {
    while (span.begin > 0 && belongs(words_[span.begin - 1])) --span.begin;
    while (span.end < words_.size() && belongs(words_[span.end])) ++span.end;
    return span;
  }

  bool is_given(Span span) const {
    constexpr std::size_t words_max = 60;  // a longer quotation is not looked up whole
    span.end = std::min(span.end, span.begin + words_max);
    return contains(given_, joined(words_, span));
  }

  static std::string joined(const Words& words, Span span) {
    std::string out = " ";
    for (std::size_t i = span.begin; i < span.end; ++i) out.append(words[i].text).push_back(' ');
    return out;
  }

  const Markdown& markdown_;
  Words words_;
  std::string given_;
};

}  // namespace

std::vector<std::string> find_contradictions(const Markdown& markdown, std::string_view given) {
  return ContradictionFinder(markdown, given).run();
}

}  // namespace assay::format
