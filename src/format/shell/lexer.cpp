// SPDX-License-Identifier: MIT
#include "format/shell/lexer.h"

#include "format/shell/characters.h"

#include <algorithm>
#include <array>
#include <utility>

namespace assay::format::shell {
namespace {

struct OperatorText {
  std::string_view text;
  TokenKind kind;
};

// Longest first, because the first that fits is taken.
constexpr std::array<OperatorText, 24> operators{{
    {"&>>", TokenKind::both_out},
    {";;&", TokenKind::case_break},
    {"<<-", TokenKind::heredoc_strip},
    {"<<<", TokenKind::here_string},
    {"&&", TokenKind::and_if},
    {"&>", TokenKind::both_out},
    {"||", TokenKind::or_if},
    {"|&", TokenKind::pipe_amp},
    {";;", TokenKind::case_break},
    {";&", TokenKind::case_break},
    {"<<", TokenKind::heredoc},
    {"<&", TokenKind::duplicate_in},
    {"<>", TokenKind::read_write},
    {">>", TokenKind::append},
    {">&", TokenKind::duplicate_out},
    {">|", TokenKind::clobber},
    {"&", TokenKind::amp},
    {"|", TokenKind::pipe},
    {";", TokenKind::semi},
    {"(", TokenKind::paren_open},
    {")", TokenKind::paren_close},
    {"<", TokenKind::less},
    {">", TokenKind::great},
    {"\n", TokenKind::newline},
}};

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

// `{fd}` in `exec {fd}<file`.
bool names_descriptor(std::string_view text) {
  return text.size() > 2 && text.front() == '{' && text.back() == '}' &&
         is_name(text.substr(1, text.size() - 2));
}

}  // namespace

Lexer::Lexer(std::string_view text, Origin origin, int depth, Nested& nested)
    : text_(text),
      origin_(origin),
      nested_(nested),
      lookahead_left_(4 * text.size()),
      depth_(depth) {}

const Token& Lexer::peek() {
  if (!peeked_) {
    Token token = read_token();
    peeked_ = failed() ? Token{} : std::move(token);
  }
  if (failed()) peeked_ = Token{};
  return *peeked_;
}

Token Lexer::next() {
  peek();
  Token token = std::move(*peeked_);
  peeked_.reset();
  return token;
}

void Lexer::fail(Span at, std::string what) {
  if (error_) return;
  error_ = SyntaxError{at, std::move(what)};
  pos_ = text_.size();
}

void Lexer::fail_from(std::size_t begin, std::string what) {
  fail(span(begin, text_.size()), std::move(what));
}

bool Lexer::enter() {
  if (++depth_ > depth_max) fail_from(std::min(pos_, text_.size()), "it is nested too deeply");
  return !failed();
}

Span Lexer::span(std::size_t begin, std::size_t end) const {
  if (!origin_.exact) return {origin_.base, origin_.end};
  return {origin_.base + static_cast<std::uint32_t>(begin),
          origin_.base + static_cast<std::uint32_t>(end)};
}

void Lexer::skip_continuations() {
  while (at(0) == '\\' && at(1) == '\n') pos_ += 2;
}

void Lexer::skip_blanks() {
  for (;;) {
    skip_continuations();
    if (at(0) == ' ' || at(0) == '\t') {
      ++pos_;
    } else if (at(0) == '#') {
      pos_ = std::min(text_.find('\n', pos_), text_.size());
    } else {
      return;
    }
  }
}

Token Lexer::read_token() {
  skip_blanks();
  if (failed()) return {};
  if (done()) {
    if (!heredocs_.empty()) read_heredocs();
    return {TokenKind::end, span(text_.size(), text_.size()), {}};
  }
  const bool process = (at(0) == '<' || at(0) == '>') && at(1) == '(';
  return is_meta(at(0)) && !process ? operator_token() : word_token();
}

Token Lexer::operator_token() {
  const std::size_t begin = pos_;
  const TokenKind kind = read_operator();
  const Span where = span(begin, pos_);
  if (kind == TokenKind::newline && !heredocs_.empty()) read_heredocs();
  return {kind, where, {}};
}

TokenKind Lexer::read_operator() {
  for (const OperatorText& candidate : operators) {
    if (take(candidate.text)) return candidate.kind;
  }
  return TokenKind::end;
}

// Line continuations may stand between the characters of an operator.
bool Lexer::take(std::string_view op) {
  const std::size_t begin = pos_;
  for (std::size_t i = 0; i < op.size(); ++i) {
    if (i > 0) skip_continuations();
    if (at(0) != op[i] || done()) {
      pos_ = begin;
      return false;
    }
    ++pos_;
  }
  return true;
}

Token Lexer::word_token() {
  const std::size_t begin = pos_;
  Token token{TokenKind::word, {}, read_word()};
  token.at = span(begin, pos_);
  const bool redirects = at(0) == '<' || at(0) == '>';
  if (redirects && !token.word.quoted &&
      (all_digits(token.word.text) || names_descriptor(token.word.text))) {
    token.kind = TokenKind::io_number;
  }
  return token;
}

std::shared_ptr<Word> Lexer::await_heredoc(const Word& delimiter, TokenKind op) {
  auto body = std::make_shared<Word>();
  heredocs_.push_back(
      {delimiter.text, op == TokenKind::heredoc_strip, delimiter.quoted, delimiter.at, body});
  return body;
}

void Lexer::read_heredocs() {
  const std::vector<PendingHeredoc> pending = std::exchange(heredocs_, {});
  for (const PendingHeredoc& heredoc : pending) {
    if (failed()) return;
    if (!read_heredoc(heredoc)) fail(heredoc.at, "the heredoc has no closing line");
  }
}

bool Lexer::read_heredoc(const PendingHeredoc& pending) {
  const std::size_t begin = pos_;
  std::string body;
  while (!done()) {
    const std::size_t line_begin = pos_;
    const std::size_t line_end = std::min(text_.find('\n', pos_), text_.size());
    std::string_view line = text_.substr(pos_, line_end - pos_);
    if (pending.strip_tabs) line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
    pos_ = std::min(line_end + 1, text_.size());
    if (line == pending.delimiter) {
      const std::string_view raw = text_.substr(begin, line_begin - begin);
      const Span where = span(begin, line_begin);
      const bool verbatim = raw == body && origin_.exact;
      const Origin inside{where.begin, where.end, verbatim};
      if (pending.quoted) {
        pending.body->text = std::move(body);
        if (verbatim) pending.body->inner = where.begin;
      } else {
        *pending.body = nested_.heredoc_body(body, inside);
      }
      pending.body->at = where;
      return true;
    }
    body.append(line).push_back('\n');
  }
  return false;
}

}  // namespace assay::format::shell
