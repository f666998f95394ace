// SPDX-License-Identifier: MIT
// The part of the lexer that reads words: quotes, escapes and expansions.
#include "base/text/utf8.h"
#include "format/shell/characters.h"
#include "format/shell/lexer.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace assay::format::shell {
namespace {

constexpr std::string_view unknown = "$_";  // stands for an expansion in the text of a word

int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 16;
}

// What a backslash escapes between backticks; inside double quotes also the quote.
std::string unescape_backticks(std::string_view raw, bool doubled) {
  std::string out;
  out.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const char next = i + 1 < raw.size() ? raw[i + 1] : '\0';
    const bool escapes = next == '`' || next == '\\' || next == '$' || (doubled && next == '"');
    if (raw[i] == '\\' && escapes) ++i;
    out.push_back(raw[i]);
  }
  return out;
}

void take_expansion(Word& word, Word&& inner) {
  word.literal = false;
  word.text += unknown;
  std::move(inner.substitutions.begin(), inner.substitutions.end(),
            std::back_inserter(word.substitutions));
}

}  // namespace

Word Lexer::read_word() {
  Word word;
  const std::size_t begin = pos_;
  while (!done() && read_piece(word, begin)) {
  }
  note_place(word, begin);
  word.assignment = begins_assignment(text_.substr(begin, pos_ - begin));
  return word;
}

void Lexer::note_place(Word& word, std::size_t begin) const {
  word.at = span(begin, pos_);
  if (!origin_.exact || failed()) return;
  const std::string_view raw = text_.substr(begin, pos_ - begin);
  if (raw == word.text) {
    word.inner = word.at.begin;
  } else if (raw.size() == word.text.size() + 2 && raw.substr(1, word.text.size()) == word.text) {
    word.inner = word.at.begin + 1;
  }
}

// False where the word ends.
bool Lexer::read_piece(Word& word, std::size_t begin) {
  if (read_quote_or_expansion(word)) return true;
  const char c = at(0);
  if ((c == '<' || c == '>') && at(1) == '(') {
    ++pos_;
    read_substitution(word, false);
    return true;
  }
  if (c == '(' && pos_ > begin) {
    if (group_may_follow(begin)) {
      read_pattern_group(word);
      return true;
    }
    const std::string_view so_far = text_.substr(begin, pos_ - begin);
    if (so_far.back() == '=' && begins_assignment(so_far)) {
      read_array(word);
      return true;
    }
  }
  if (is_meta(c)) return false;
  word.text.push_back(c);
  ++pos_;
  return true;
}

bool Lexer::read_quote_or_expansion(Word& word) {
  switch (at(0)) {
    case '\\': read_escape(word); return true;
    case '\'': read_single(word); return true;
    case '"': read_double(word); return true;
    case '$': read_dollar(word, Quoting::none); return true;
    case '`': read_backticks(word, Quoting::none); return true;
    default: return false;
  }
}

void Lexer::read_escape(Word& word) {
  ++pos_;
  if (at(0) == '\n' && !done()) {
    ++pos_;
    return;
  }
  word.quoted = true;
  word.text.push_back(done() ? '\\' : at(0));
  if (!done()) ++pos_;
}

void Lexer::read_single(Word& word) {
  const std::size_t begin = pos_;
  const std::size_t end = text_.find('\'', pos_ + 1);
  if (end == std::string_view::npos) return fail_from(begin, "a single quote is not closed");
  word.quoted = true;
  word.text.append(text_.substr(begin + 1, end - begin - 1));
  pos_ = end + 1;
}

// One piece of text in which expansions happen: double quotes and heredocs differ only in what a
// backslash escapes.
void Lexer::read_expanding(Word& word, std::string_view escapable) {
  const char c = at(0);
  if (c == '\\' && escapable.find(at(1)) != std::string_view::npos) {
    if (at(1) != '\n') word.text.push_back(at(1));
    pos_ += 2;
  } else if (c == '$') {
    read_dollar(word, Quoting::doubled);
  } else if (c == '`') {
    read_backticks(word, Quoting::doubled);
  } else {
    word.text.push_back(c);
    ++pos_;
  }
}

void Lexer::read_double(Word& word) {
  const std::size_t begin = pos_++;
  word.quoted = true;
  while (!done()) {
    if (at(0) == '"') {
      ++pos_;
      return;
    }
    read_expanding(word, "$`\"\\\n");
  }
  fail_from(begin, "a double quote is not closed");
}

Word Lexer::heredoc_text() {
  Word word;
  while (!done()) read_expanding(word, "$`\\\n");
  note_place(word, 0);
  return word;
}

void Lexer::read_ansi_c(Word& word) {
  const std::size_t begin = pos_;
  const std::size_t size_before = word.text.size();
  pos_ += 2;
  word.quoted = true;
  while (!done()) {
    const char c = at(0);
    ++pos_;
    if (c == '\'') {
      // An escaped NUL ends the string for bash.
      word.text.resize(std::min(word.text.find('\0', size_before), word.text.size()));
      return;
    }
    if (c == '\\' && !done()) {
      read_ansi_c_escape(word);
    } else {
      word.text.push_back(c);
    }
  }
  fail_from(begin, "a single quote is not closed");
}

void Lexer::read_ansi_c_escape(Word& word) {
  static constexpr std::string_view names = "abeEfnrtv";
  static constexpr std::string_view values = "\a\b\x1b\x1b\f\n\r\t\v";
  const char c = at(0);
  if (const auto known = names.find(c); known != std::string_view::npos) {
    word.text.push_back(values[known]);
    ++pos_;
    return;
  }
  const bool octal = c >= '0' && c <= '7';
  const int base = octal ? 8 : 16;
  const std::size_t digits_max = octal ? 3 : c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
  if (digits_max == 0) {
    word.text.push_back(c);
    ++pos_;
    return;
  }
  if (!octal) ++pos_;
  std::uint32_t code = 0;
  for (std::size_t i = 0; i < digits_max && digit_value(at(0)) < base; ++i, ++pos_) {
    code = code * static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(digit_value(at(0)));
  }
  if (c == 'u' || c == 'U') {
    append_utf8(word.text, code);
  } else {
    word.text.push_back(static_cast<char>(code & 0xFF));
  }
}

void Lexer::read_dollar(Word& word, Quoting quoting) {
  const char c = at(1);
  if (c == '(') {
    pos_ += 2;
    if (at(0) == '(' && arithmetic_follows()) return take_expansion(word, arithmetic());
    --pos_;
    return read_substitution(word, true);
  }
  if (c == '{') return read_braces(word, quoting);
  if (c == '[') return read_bracket_arithmetic(word);
  if (c == '\'' && quoting == Quoting::none) return read_ansi_c(word);
  if (c == '"' && quoting == Quoting::none) {
    ++pos_;
    return read_double(word);
  }
  read_parameter(word);
}

void Lexer::read_parameter(Word& word) {
  word.text.push_back('$');
  ++pos_;
  if (!done() && is_special_parameter(at(0))) {
    word.literal = false;
    word.text.push_back(at(0));
    ++pos_;
    return;
  }
  while (is_name_char(at(0))) {
    word.literal = false;
    word.text.push_back(at(0));
    ++pos_;
  }
}

// `${x}` and `${?}` keep their name, `${x:-...}` is only read for what it executes.
void Lexer::read_braces(Word& word, Quoting quoting) {
  const std::size_t begin = pos_;
  pos_ += 2;
  Word inner;
  if (enter()) read_braced(inner, begin, quoting);
  leave();
  const std::size_t length = pos_ > begin + 3 ? pos_ - begin - 3 : 0;
  const std::string_view content = text_.substr(begin + 2, length);
  const bool plain = is_name(content) || (length == 1 && is_special_parameter(content.front()));
  if (!plain || failed()) return take_expansion(word, std::move(inner));
  word.literal = false;
  word.text.append("$").append(content);
}

void Lexer::read_braced(Word& word, std::size_t begin, Quoting quoting) {
  // In "${x:-it's}" the single quote is ordinary, in "${x#'}'}" it quotes.
  const auto removes = [](char c) {
    return std::string_view("#%/^,@").find(c) != std::string_view::npos;
  };
  std::size_t name_end = pos_;
  while (name_end < text_.size() && (is_name_char(text_[name_end]) || text_[name_end] == '!'))
    ++name_end;
  const bool single_quotes =
      quoting == Quoting::none || (name_end < text_.size() && removes(text_[name_end]));
  while (!done()) {
    const char c = at(0);
    if (c == '}') {
      ++pos_;
      return;
    }
    if (c == '\'' && !single_quotes) {
      ++pos_;
    } else if (c == '$' && quoting == Quoting::doubled) {
      read_dollar(word, quoting);
    } else if ((c == '<' || c == '>') && at(1) == '(' && quoting == Quoting::none) {
      ++pos_;
      read_substitution(word, false);
    } else if (!read_quote_or_expansion(word)) {
      ++pos_;
    }
  }
  fail_from(begin, "`${` is not closed");
}

// From the opening parenthesis.
void Lexer::read_substitution(Word& word, bool carries_status) {
  ++pos_;
  word.literal = false;
  word.text += unknown;
  const bool in_test = std::exchange(in_test_, false);
  if (enter()) word.substitutions.push_back({nested_.until_parenthesis(), carries_status});
  leave();
  in_test_ = in_test;
}

void Lexer::read_backticks(Word& word, Quoting quoting) {
  const std::size_t begin = pos_++;
  while (!done() && at(0) != '`') pos_ += at(0) == '\\' ? 2U : 1U;
  if (done()) return fail_from(begin, "a backtick is not closed");
  const std::string_view raw = text_.substr(begin + 1, pos_ - begin - 1);
  ++pos_;
  const std::string script = unescape_backticks(raw, quoting == Quoting::doubled);
  Span where = span(begin + 1, pos_ - 1);
  word.literal = false;
  word.text += unknown;
  const Origin inside{where.begin, where.end, origin_.exact && script == raw};
  if (enter()) word.substitutions.push_back({nested_.script(script, inside), true});
  leave();
}

// bash decides by looking for the two closing parentheses side by side; so do we, within a budget
// that keeps hostile text from being scanned again and again.
bool Lexer::arithmetic_follows() {
  std::size_t depth = 0;
  char quote = '\0';
  for (std::size_t i = pos_; i < text_.size(); ++i) {
    if (lookahead_left_ == 0) {
      fail_from(pos_, "it has too many `((` to read");
      return false;
    }
    --lookahead_left_;
    const char c = text_[i];
    if (c == '\\' && quote != '\'') {
      ++i;
    } else if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')' && --depth == 0) {
      return i + 1 < text_.size() && text_[i + 1] == ')';
    }
  }
  return false;
}

Word Lexer::arithmetic() {
  const std::size_t begin = pos_++;
  Word word;
  if (enter()) read_arithmetic(word);
  leave();
  note_place(word, begin);
  return word;
}

void Lexer::read_arithmetic(Word& word) {
  const std::size_t begin = pos_;
  std::size_t depth = 0;
  while (!done()) {
    if (depth == 0 && sees("))")) {
      pos_ += 2;
      return;
    }
    if (read_quote_or_expansion(word)) continue;
    if (at(0) == '(') ++depth;
    if (at(0) == ')' && depth > 0) --depth;
    word.text.push_back(at(0));
    ++pos_;
  }
  fail_from(begin, "`((` is not closed");
}

void Lexer::read_bracket_arithmetic(Word& word) {
  const std::size_t begin = pos_;
  pos_ += 2;
  std::size_t depth = 1;
  Word inner;
  if (enter()) {
    while (!done() && depth > 0) {
      if (read_quote_or_expansion(inner)) continue;
      if (at(0) == '[') ++depth;
      if (at(0) == ']') --depth;
      ++pos_;
    }
  }
  leave();
  if (depth > 0) fail_from(begin, "`$[` is not closed");
  take_expansion(word, std::move(inner));
}

// `@(a|b)` is a pattern; `!(cmd)` at the beginning of a command is a negated subshell.
bool Lexer::group_may_follow(std::size_t begin) const {
  const char before = text_[pos_ - 1];
  if (std::string_view("?*+@!").find(before) == std::string_view::npos) return false;
  return before != '!' || pos_ - begin > 1 || in_test_;
}

void Lexer::read_pattern_group(Word& word) {
  const std::size_t begin = pos_;
  std::size_t depth = 0;
  while (!done()) {
    if (read_quote_or_expansion(word)) continue;
    const char c = at(0);
    word.text.push_back(c);
    ++pos_;
    if (c == '(') ++depth;
    if (c == ')' && --depth == 0) return;
  }
  fail_from(begin, "a `(` is not closed");
}

// `a=(x "y z" $(w))`, over several lines if need be.
void Lexer::read_array(Word& word) {
  const std::size_t begin = pos_++;
  word.literal = false;
  if (enter()) {
    for (Token token = next(); token.kind != TokenKind::paren_close; token = next()) {
      const bool fits = token.kind == TokenKind::word || token.kind == TokenKind::newline;
      if (!fits) {
        fail_from(begin, "an array's `(` is not closed");
        break;
      }
      take_expansion(word, std::move(token.word));
    }
  }
  leave();
}

Word Lexer::regex() {
  Word word;
  skip_blanks();
  const std::size_t begin = pos_;
  std::size_t depth = 0;
  while (!done()) {
    const char c = at(0);
    const bool blank = c == ' ' || c == '\t' || c == '\n';
    if (blank && depth == 0) break;
    if (read_quote_or_expansion(word)) continue;
    if (c == '(') ++depth;
    if (c == ')' && depth > 0) --depth;
    word.text.push_back(c);
    ++pos_;
  }
  note_place(word, begin);
  return word;
}

}  // namespace assay::format::shell
