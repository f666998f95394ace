// SPDX-License-Identifier: MIT
#include "format/claim/sentence.h"

#include "base/text/ascii.h"
#include "format/runners/scan.h"
#include "format/shell/invocation.h"
#include "format/signal/markdown.h"

#include <algorithm>

namespace assay::format::claim {

namespace {

using LineKind = MarkdownLine::Kind;

bool is_letter_or_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// What may stand at the edge of a word and belong to it: paths begin with dots, options with
/// dashes.
bool belongs(char c) { return is_letter_or_digit(c) || c == '/' || c == '.' || c == '_'; }

class SentenceReader {
 public:
  explicit SentenceReader(std::string_view text) : text_(text) {}

  std::vector<Sentence> run() {
    const Markdown markdown = read_markdown(text_);
    for (const MarkdownLine& line : markdown.lines) {
      const bool row = starts_with(trim(line.text), "|");
      const bool heading = starts_with(line.text, "#");
      if (line.kind != LineKind::prose || is_list_item(line.text) || row || heading) finish();
      if (line.kind == LineKind::prose) take_line(line.text);
      if (row || heading) finish();
    }
    finish();
    return std::move(out_);
  }

 private:
  void take_line(std::string_view line) {
    for (std::size_t at = 0; at < line.size();) {
      if (line[at] == '`') {
        at += take_code(line.substr(at));
      } else if (is_blank(line[at])) {
        ++at;
      } else {
        const std::size_t end = std::min(line.find_first_of(" \t`", at), line.size());
        take_word(line.substr(at, end - at));
        at = end;
      }
    }
  }

  /// Returns how much of the line the code takes, with its backticks.
  std::size_t take_code(std::string_view rest) {
    const std::size_t ticks = std::min(rest.find_first_not_of('`'), rest.size());
    const std::size_t close = rest.find(rest.substr(0, ticks), ticks);
    if (close == rest.npos) return ticks;
    const std::string_view code = trim(rest.substr(ticks, close - ticks));
    note(rest.substr(0, close + ticks));
    if (!code.empty()) put({std::string(code), code, true, false});
    return close + ticks;
  }

  void take_word(std::string_view raw) {
    note(raw);
    const auto first = std::find_if(raw.begin(), raw.end(), belongs);
    const auto last = std::find_if(raw.rbegin(), raw.rend(), is_letter_or_digit).base();
    if (first < last) {
      // A bracket or dash before the word ends what came before.
      if (first != raw.begin() && *raw.begin() != '*' && *raw.begin() != '_') break_clause();
      const std::string_view word(&*first, static_cast<std::size_t>(last - first));
      put({lowered(word), word, false, false});
    }
    const std::string_view tail(raw.data() + std::max(last - raw.begin(), std::ptrdiff_t{0}),
                                static_cast<std::size_t>(raw.end() - last));
    const std::size_t stop = tail.find_first_of(".!?;");
    if (stop != tail.npos) {
      current_.asks = tail[stop] == '?';
      return finish();
    }
    if (!tail.empty() && !is_rule(tail, '*', 1)) break_clause();
  }

  void put(Word word) { current_.words.push_back(std::move(word)); }

  void break_clause() {
    if (!current_.words.empty()) current_.words.back().breaks = true;
  }

  void note(std::string_view piece) {
    const auto at = static_cast<std::size_t>(piece.data() - text_.data());
    if (begin_ == text_.npos) begin_ = at;
    end_ = at + piece.size();
  }

  void finish() {
    if (!current_.words.empty()) {
      current_.words.back().breaks = true;
      current_.text = text_.substr(begin_, end_ - begin_);
      out_.push_back(std::move(current_));
    }
    current_ = {};
    begin_ = text_.npos;
  }

  std::string_view text_;
  std::size_t begin_ = std::string_view::npos;
  std::size_t end_ = 0;
  Sentence current_;
  std::vector<Sentence> out_;
};

}  // namespace

std::vector<Sentence> sentences_of(std::string_view text) { return SentenceReader(text).run(); }

bool is_one_of(const Word& word, std::string_view names) {
  return !word.code && shell::lists(names, word.text);
}

}  // namespace assay::format::claim
