// SPDX-License-Identifier: MIT
#include "format/pipeline/sql.h"

#include "base/text/ascii.h"
#include "format/problem.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace assay::format::pipeline {

namespace {

struct Token {
  enum class Kind : std::uint8_t { word, text, parameter, number, sign };
  Kind kind = Kind::sign;
  std::string text;  ///< words in lower case, texts without quotes, parameters without colon
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
class Lexer {
 public:
  Lexer(std::string_view sql, std::vector<std::string>& faults) : rest_(sql), faults_(faults) {}

  std::vector<Token> read();

 private:
  Token next();
  Token quoted_text();
  std::string take_name();

  std::string_view rest_;
  std::vector<std::string>& faults_;
};

std::vector<Token> Lexer::read() {
  std::vector<Token> tokens;
  while (faults_.empty()) {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
    if (rest_.empty()) break;
    tokens.push_back(next());
  }
  return tokens;
}

std::string Lexer::take_name() {
  std::string name;
  while (!rest_.empty() && (is_letter(rest_.front()) || is_digit(rest_.front()))) {
    name += lower(rest_.front());
    rest_.remove_prefix(1);
  }
  return name;
}

Token Lexer::next() {
  const char c = rest_.front();
  if (is_letter(c)) return {Token::Kind::word, take_name()};
  if (is_digit(c)) return {Token::Kind::number, take_name()};
  if (c == '\'') return quoted_text();
  rest_.remove_prefix(1);
  if (c == ':') return {Token::Kind::parameter, take_name()};
  const std::string_view two = rest_.substr(0, 1);
  if ((c == '-' && two == "-") || (c == '/' && two == "*"))
    faults_.push_back("has a comment; write it in the YAML");
  else if (std::string_view("?@$\"[`#\\").find(c) != std::string_view::npos)
    faults_.push_back(std::string("has a '") + c + "'; parameters are written :run_id");
  if ((c == '|' && two == "|") || (c == '=' && two == "=")) rest_.remove_prefix(1);
  return {Token::Kind::sign, std::string(1, c)};
}

Token Lexer::quoted_text() {
  Token token{Token::Kind::text, ""};
  rest_.remove_prefix(1);
  while (!rest_.empty()) {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    if (c == '\'' && !rest_.starts_with('\'')) return token;
    if (c == '\'') rest_.remove_prefix(1);
    token.text += c;
  }
  faults_.push_back("has a text without an end");
  return token;
}

constexpr std::array<std::string_view, 4> parameters{"run_id", "task_id", "round", "scope"};

/// What reads other things, writes, or never ends.
constexpr std::array<std::string_view, 15> forbidden{
    "attach", "pragma", "insert", "update", "delete",     "drop",     "create",        "alter",
    "vacuum", "with",   "detach", "values", "randomblob", "zeroblob", "load_extension"};

template <class List, class Value>
bool contains(const List& list, const Value& value) {
  return std::find(std::begin(list), std::end(list), value) != std::end(list);
}

class QueryReader {
 public:
  QueryReader(std::string_view sql, std::string_view scope) : scope_(scope) {
    tokens_ = Lexer(sql, out_.faults).read();
  }

  QueryReading read();

 private:
  void check_whole();
  void check_table(std::size_t from);
  void read_token(std::size_t at);
  void read_filter(std::size_t at, RowFilter::Column column);
  bool is(std::size_t at, std::string_view text) const;
  std::string value_at(std::size_t& at) const;
  void object(std::string what);

  std::string_view scope_;
  QueryReading out_;
  std::vector<Token> tokens_;
};

/// A word or sign, never the content of a text.
bool QueryReader::is(std::size_t at, std::string_view text) const {
  if (at >= tokens_.size()) return false;
  const Token& token = tokens_[at];
  return token.kind != Token::Kind::text && token.kind != Token::Kind::parameter &&
         token.text == text;
}

void QueryReader::object(std::string what) {
  if (!contains(out_.faults, what)) out_.faults.push_back(std::move(what));
}

QueryReading QueryReader::read() {
  if (!out_.faults.empty()) return std::move(out_);
  if (is(tokens_.size() - 1, ";")) tokens_.pop_back();
  check_whole();
  for (std::size_t i = 0; i < tokens_.size(); ++i) read_token(i);
  for (const std::string_view needed : {"run_id", "task_id"}) {
    if (!contains(out_.parameters, needed))
      object("is not bound to :" + std::string(needed) + ", so rows of others would count");
  }
  return std::move(out_);
}

void QueryReader::check_whole() {
  if (!is(0, "select")) object("must be one SELECT");
  bool table = false;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (is(i, ";")) object("must be one statement");
    if (!is(i, "from") && !is(i, "join")) continue;
    table = true;
    check_table(i + 1);
  }
  if (!table) object("reads no table");
}

/// anvil_checks or a subselect, and never a second one behind a comma, which would be multiplied.
void QueryReader::check_table(std::size_t from) {
  if (is(from, "(")) return;
  if (!is(from, "anvil_checks")) object("reads a table other than anvil_checks");
  std::size_t after = from + 1;
  if (is(after, "as")) after += 2;
  if (is(after, ",") || is(after + 1, ",")) object("has tables behind commas; write JOIN ... ON");
}

void QueryReader::read_token(std::size_t at) {
  const Token& token = tokens_[at];
  if (token.kind == Token::Kind::parameter) {
    if (!contains(parameters, token.text))
      object("has an unknown parameter " + quoted(":" + token.text) +
             suggestion(token.text, {parameters.begin(), parameters.end()}));
    if (!contains(out_.parameters, token.text)) out_.parameters.push_back(token.text);
  }
  if (token.kind != Token::Kind::word) return;
  if (contains(forbidden, token.text)) object("must not have the word " + quoted(token.text));
  if (token.text == "check_name") read_filter(at + 1, RowFilter::Column::check_name);
  if (token.text == "phase") read_filter(at + 1, RowFilter::Column::phase);
}

/// A text, or texts and :scope joined by ||; empty if it depends on anything else.
std::string QueryReader::value_at(std::size_t& at) const {
  std::string value;
  for (;; ++at) {
    if (at >= tokens_.size()) return {};
    const Token& token = tokens_[at];
    const bool scope = token.kind == Token::Kind::parameter && token.text == "scope";
    if (!scope && token.kind != Token::Kind::text) return {};
    if (scope && scope_.empty()) return {};
    value += scope ? std::string(scope_) : token.text;
    if (!is(++at, "|")) return value;
  }
}

void QueryReader::read_filter(std::size_t at, RowFilter::Column column) {
  const bool like = is(at, "like");
  const bool list = is(at, "in") && is(at + 1, "(");
  if (!like && !list && !is(at, "=") && !is(at, "is")) return;
  at += list ? 2 : 1;
  do {
    std::string value = value_at(at);
    if (value.empty()) return;
    out_.filters.push_back({column, like, std::move(value)});
  } while (list && is(at++, ","));
}

}  // namespace

QueryReading read_query(std::string_view sql, std::string_view scope) {
  return QueryReader(sql, scope).read();
}

bool like(std::string_view pattern, std::string_view text) {
  // The last % is all there is to come back to.
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t retry = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '%') {
      star = p++;
      retry = t;
    } else if (p < pattern.size() && (pattern[p] == '_' || lower(pattern[p]) == lower(text[t]))) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++retry;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '%') ++p;
  return p == pattern.size();
}

}  // namespace assay::format::pipeline
