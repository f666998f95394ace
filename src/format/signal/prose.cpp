// SPDX-License-Identifier: MIT
#include "format/signal/prose.h"

#include "format/runners/scan.h"

namespace assay::format {

namespace {

using Kind = MarkdownLine::Kind;

bool is_word_char(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

constexpr std::string_view curly_apostrophe = "\u2019";
constexpr std::string_view curly_open = "\u201c";
constexpr std::string_view curly_close = "\u201d";

constexpr std::string_view no_break_space = "\u00a0";

/// How many bytes the dash, ellipsis or blank beyond ASCII at the start has; 0: there is none.
std::size_t separator(std::string_view text) {
  if (starts_with(text, no_break_space)) return no_break_space.size();
  const bool punctuation = starts_with(text, "\xe2\x80") || starts_with(text, "\xe2\x81");
  return punctuation && text.size() >= 3 && !starts_with(text, curly_apostrophe) ? 3 : 0;
}

class WordReader {
 public:
  void new_paragraph() {
    ++sentence_;
    quotation_ = 0;
    joined_ = false;
  }

  void read(std::string_view line, std::size_t number) {
    line_ = static_cast<std::uint32_t>(number);
    if (is_list_item(line)) new_paragraph();
    for (std::size_t at = 0; at < line.size();) at += step(line, at);
  }

  std::vector<ProseWord> words;

 private:
  std::size_t step(std::string_view line, std::size_t at) {
    const std::string_view rest = line.substr(at);
    if (starts_with(rest, curly_open) || starts_with(rest, curly_close)) {
      toggle(rest.substr(0, curly_open.size()));
      return curly_open.size();
    }
    if (const std::size_t length = separator(rest)) {
      joined_ = joined_ && starts_with(rest, no_break_space);
      return length;
    }
    if (is_word_char(rest[0])) return take_word(rest);
    if (rest[0] == '"' || rest[0] == '`') toggle(rest.substr(0, 1));
    const bool ends = rest.size() == 1 || is_blank(rest[1]);
    if (rest[0] == ';' || ((rest[0] == '.' || rest[0] == '!' || rest[0] == '?') && ends)) {
      ++sentence_;
    }
    const bool silent = is_blank(rest[0]) || rest[0] == '*' || rest[0] == '~';
    if (!silent) joined_ = false;
    return 1;
  }

  std::size_t take_word(std::string_view rest) {
    std::string word;
    std::size_t at = 0;
    while (at < rest.size()) {
      const std::string_view here = rest.substr(at);
      if (starts_with(here, curly_open) || starts_with(here, curly_close)) break;
      const bool curly = starts_with(here, curly_apostrophe);
      if (!curly && separator(here) > 0) break;
      const std::size_t mark = curly ? curly_apostrophe.size() : 1;
      const bool within = here.size() > mark && is_word_char(here[mark]);
      if ((curly || here[0] == '\'') && !within) break;
      if (!curly && here[0] != '\'' && !is_word_char(here[0])) break;
      word.push_back(curly ? '\'' : lower(here[0]));
      at += mark;
    }
    if (at == 0) {  // a lone curly apostrophe
      joined_ = false;
      return curly_apostrophe.size();
    }
    while (ends_with(word, "_")) word.pop_back();
    word.erase(0, std::min(word.find_first_not_of('_'), word.size()));
    if (!word.empty()) put_all(std::move(word));
    return at;
  }

  void put_all(std::string word) {
    if (word == "can't") word = "cannot";
    if (word == "not" && joined_ && !words.empty() && words.back().text == "can") {
      words.back().text = "cannot";
      return;
    }
    if (word == "couldn't") {
      put("could");
      word = "not";
    }
    put(std::move(word));
  }

  void put(std::string word) {
    words.push_back({std::move(word), line_, sentence_, quotation_, joined_});
    joined_ = true;
  }

  void toggle(std::string_view mark) {
    const char kind = mark.size() == 1 ? mark[0] : '"';
    if (quotation_ == 0) {
      quotation_ = ++quotations_;
      open_ = kind;
    } else if (open_ == kind) {
      quotation_ = 0;
    }
  }

  std::uint32_t line_ = 0;
  std::uint32_t sentence_ = 0;
  std::uint32_t quotation_ = 0;
  std::uint32_t quotations_ = 0;
  char open_ = '"';
  bool joined_ = false;
};

}  // namespace

std::vector<ProseWord> prose_words(const Markdown& markdown,
                                   bool (*wanted)(const Markdown&, const MarkdownLine&)) {
  WordReader reader;
  Kind before = Kind::blank;
  for (std::size_t i = 0; i < markdown.lines.size(); ++i) {
    const MarkdownLine& line = markdown.lines[i];
    const bool heading = starts_with(line.text, "#") && line.kind == Kind::prose;
    if (line.kind != before || heading || trim(line.text).empty()) reader.new_paragraph();
    if (wanted(markdown, line)) reader.read(line.text, i);
    if (heading) reader.new_paragraph();
    before = line.kind;
  }
  return std::move(reader.words);
}

}  // namespace assay::format
