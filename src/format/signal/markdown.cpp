// SPDX-License-Identifier: MIT
#include "format/signal/markdown.h"

#include "format/runners/scan.h"

#include <algorithm>
#include <array>

namespace assay::format {

namespace {

using Kind = MarkdownLine::Kind;

std::size_t run_of(std::string_view text, char mark) {
  return std::min(text.find_first_not_of(mark), text.size());
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Markdown run() {
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      std::string_view line = text_.substr(at, end - at);
      if (ends_with(line, "\r")) line.remove_suffix(1);
      take(line);
      at = end + 1;
    }
    if (open_) finish(out_.lines.size());
    return std::move(out_);
  }

 private:
  void take(std::string_view line) {
    if (open_) return take_code(line);
    if (trim(line).empty()) return put(Kind::blank, line);
    if (opens(line)) return;
    put(kind_of(line), line);
  }

  void take_code(std::string_view line) {
    const std::string_view text = trim(line);
    const bool closes = run_of(text, mark_) == text.size() && text.size() >= length_;
    put(closes ? Kind::fence : Kind::code, line);
    CodeBlock& block = out_.blocks.back();
    if (!closes && block.first == 0 && !text.empty()) block.first = out_.lines.size() - 1;
    if (!closes) return;
    finish(out_.lines.size() - 1);
    block.closed = true;
  }

  void finish(std::size_t end) {
    CodeBlock& block = out_.blocks.back();
    block.end = end;
    if (block.first == 0) block.first = end;
    open_ = false;
  }

  /// Any indentation is taken: a fence in a list item is indented, and taking too much for code is
  /// the safe side.
  bool opens(std::string_view line) {
    std::string_view text = trim(line);
    text.remove_prefix(list_mark(text));
    if (text.empty() || (text[0] != '`' && text[0] != '~')) return false;
    const std::size_t length = run_of(text, text[0]);
    std::string_view rest = trim(text.substr(length));
    if (length < 3 || (text[0] == '`' && contains(rest, "`"))) return false;
    mark_ = text[0];
    length_ = length;
    open_ = true;
    out_.blocks.push_back({.language = rest.substr(0, rest.find_first_of(" \t{")),
                           .indent = indent_of(line),
                           .begin = out_.lines.size() + 1,
                           .end = out_.lines.size() + 1});
    put(Kind::fence, line);
    return true;
  }

  /// A deeply indented line is code unless it goes on a paragraph or belongs to a list.
  Kind kind_of(std::string_view line) {
    if (trim_left(line)[0] == '>') return Kind::quote;
    const bool deep = indent_of(line) >= 4;
    const Kind before = out_.lines.empty() ? Kind::blank : out_.lines.back().kind;
    const bool goes_on = before == Kind::prose && !starts_with(out_.lines.back().text, "#");
    if (deep && !in_list_ && !goes_on) return Kind::indented;
    if (is_list_item(line)) {
      in_list_ = true;
    } else if (indent_of(line) == 0 && before == Kind::blank) {
      in_list_ = false;
    }
    return Kind::prose;
  }

  void put(Kind kind, std::string_view line) {
    const bool fenced = kind == Kind::fence || kind == Kind::code;
    out_.lines.push_back({kind, line, fenced ? out_.blocks.size() - 1 : 0});
  }

  std::string_view text_;
  Markdown out_;
  bool open_ = false;
  bool in_list_ = false;
  char mark_ = '`';
  std::size_t length_ = 0;
};

/// Longest first: "**" must not be taken for two "*".
constexpr std::array<std::string_view, 7> wrappings{"***", "___", "**", "__", "``", "*", "_"};

std::string_view without_wrapping(std::string_view text) {
  const auto enclosed = [&](std::string_view mark) {
    return text.size() > 2 * mark.size() && starts_with(text, mark) && ends_with(text, mark);
  };
  for (const std::string_view mark : wrappings) {
    if (enclosed(mark)) return trim(text.substr(mark.size(), text.size() - 2 * mark.size()));
  }
  return enclosed("`") ? trim(text.substr(1, text.size() - 2)) : text;
}

}  // namespace

Markdown read_markdown(std::string_view text) { return Reader(text).run(); }

std::size_t indent_of(std::string_view line) {
  std::size_t columns = 0;
  for (const char c : line) {
    if (!is_blank(c)) break;
    columns += c == '\t' ? 4 - columns % 4 : 1;
  }
  return columns;
}

std::size_t list_mark(std::string_view text) {
  std::size_t at = 0;
  if (!text.empty() && (text[0] == '-' || text[0] == '*' || text[0] == '+')) {
    at = 1;
  } else {
    while (at < text.size() && at < 9 && is_digit(text[at])) ++at;
    if (at == 0 || at >= text.size() || (text[at] != '.' && text[at] != ')')) return 0;
    ++at;
  }
  if (at >= text.size() || !is_blank(text[at])) return 0;
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

bool is_list_item(std::string_view line) { return list_mark(trim_left(line)) > 0; }

std::string_view unwrapped(std::string_view line) {
  std::string_view text = trim(line);
  const std::size_t hashes = run_of(text, '#');
  if (hashes >= 1 && hashes <= 6 && hashes < text.size() && is_blank(text[hashes])) {
    text = trim(text.substr(hashes));
  } else {
    text = trim(text.substr(list_mark(text)));
  }
  for (int layers = 0; layers < 4; ++layers) text = without_wrapping(text);
  return text;
}

}  // namespace assay::format
