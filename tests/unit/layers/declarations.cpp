// SPDX-License-Identifier: MIT
// As much of C++ as is needed to say which names a file declares at namespace scope. The house
// style does the rest: no macros that declare, one declaration a statement.
#include "unit/layers/names.h"

#include <cctype>
#include <cstddef>
#include <utility>

namespace assay::layers {

namespace {

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool goes_on_name(char c) {
  return starts_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<std::string> read() {
    while (at_ < text_.size()) step();
    return std::move(tokens_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '\n') line_begins_ = true;
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++at_;
    } else if (c == '#' && line_begins_) {
      skip_line(true);
    } else if (next_is("//")) {
      skip_line(false);
    } else if (next_is("/*")) {
      skip_past("*/");
    } else if (next_is("R\"")) {
      const std::size_t open = text_.find('(', at_);
      skip_past(")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"");
      tokens_.emplace_back("\"");
    } else if (c == '"' || c == '\'') {
      skip_quoted(c);
    } else {
      line_begins_ = false;
      take();
    }
  }
  bool next_is(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  void skip_past(const std::string& end) {
    const std::size_t found = text_.find(end, at_ + 1);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }
  void skip_line(bool continued) {
    for (; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      if (continued && text_[at_] == '\\') ++at_;
    }
  }
  void skip_quoted(char mark) {
    for (++at_; at_ < text_.size() && text_[at_] != mark; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    ++at_;
    tokens_.emplace_back("\"");
  }
  void take() {
    const std::size_t start = at_;
    const bool number = std::isdigit(static_cast<unsigned char>(text_[at_])) != 0;
    if (number || starts_name(text_[at_])) {
      while (at_ < text_.size() && (goes_on_name(text_[at_]) || (number && text_[at_] == '\'')))
        ++at_;
    } else {
      at_ += next_is("::") || next_is("->") ? 2U : 1U;
    }
    tokens_.emplace_back(text_.substr(start, at_ - start));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool line_begins_ = true;
  std::vector<std::string> tokens_;
};

bool is_name(const std::string& token) { return !token.empty() && starts_name(token.front()); }

/// The tokens of one declaration, up to its body, initialiser or end.
class Statement {
 public:
  explicit Statement(std::vector<std::string> tokens) : tokens_(std::move(tokens)) {}

  /// Empty: it declares nothing new, or nothing that can be told.
  std::string name() {
    skip_templates();
    if (at(0) == "using") return at(2) == "=" ? at(1) : "";
    if (at(0) == "friend" || at(0) == "static_assert") return "";
    if (at(0) == "concept") return at(1);
    const bool type = at(0) == "struct" || at(0) == "class" || at(0) == "enum" || at(0) == "union";
    if (type) return type_name();
    return function_or_variable();
  }
  /// The number of parameters and of defaults; -1 for what is no function.
  void count(Declaration& out) const {
    std::size_t i = first_;
    while (i < tokens_.size() && tokens_[i] != "(" && tokens_[i] != "=") ++i;
    if (at(0) == "using" || i >= tokens_.size() || tokens_[i] != "(") return;
    out.parameters = 0;
    int depth = 0;
    for (; i < tokens_.size(); ++i) {
      const std::string& token = tokens_[i];
      if (token == "(" || token == "<" || token == "{" || token == "[") ++depth;
      if (token == ")" || token == ">" || token == "}" || token == "]") --depth;
      if (depth == 0) return;
      if (out.parameters == 0 && token != "(") out.parameters = 1;
      if (depth == 1 && token == ",") ++out.parameters;
      if (depth == 1 && token == "=") ++out.defaults;
    }
  }

 private:
  std::string at(std::size_t index) const {
    return first_ + index < tokens_.size() ? tokens_[first_ + index] : "";
  }
  void skip_templates() {
    while (at(0) == "template") {
      int depth = 0;
      do {
        ++first_;
        if (at(0) == "<") ++depth;
        if (at(0) == ">") --depth;
      } while (depth > 0 && first_ < tokens_.size());
      ++first_;
    }
  }
  std::string type_name() const {
    const std::size_t place = at(1) == "class" || at(1) == "struct" ? 2 : 1;
    return at(place + 1) == "<" ? "" : at(place);  // a specialisation is no new name
  }
  std::string function_or_variable() const {
    int depth = 0;
    std::size_t i = first_;
    for (; i < tokens_.size(); ++i) {
      const std::string& token = tokens_[i];
      if (token == "operator") return "";
      if (token == "<") ++depth;
      if (token == ">") --depth;
      if (depth == 0 && (token == "(" || token == "=" || token == "{" || token == "[")) break;
    }
    if (i + 2 < tokens_.size() && tokens_[i] == "(" && tokens_[i + 1] == "*") return tokens_[i + 2];
    const bool qualified = i >= first_ + 2 && tokens_[i - 2] == "::";
    const bool two = i >= first_ + 2;
    return two && !qualified && is_name(tokens_[i - 1]) ? tokens_[i - 1] : "";
  }

  std::vector<std::string> tokens_;
  std::size_t first_ = 0;
};

class Parser {
 public:
  explicit Parser(const std::vector<std::string>& tokens) : tokens_(tokens) {}

  std::vector<Declaration> read() {
    while (at_ < tokens_.size()) step();
    return std::move(found_);
  }

 private:
  void step() {
    const std::string& token = tokens_[at_];
    if (statement_.empty() && (token == "namespace" || token == "}")) {
      if (token == "namespace")
        enter();
      else
        leave();
    } else if (token == ";") {
      declare();
      ++at_;
    } else if (token == "{") {
      take_body();
    } else {
      statement_.push_back(token);
      ++at_;
    }
  }
  /// Also `inline namespace`s and aliases, as far as this code has them: none of the former.
  void enter() {
    std::vector<std::string> names;
    for (++at_; at_ < tokens_.size() && tokens_[at_] != "{" && tokens_[at_] != ";"; ++at_) {
      if (tokens_[at_] != "::") names.push_back(tokens_[at_]);
    }
    const bool alias = at_ < tokens_.size() && tokens_[at_] == ";";
    if (!alias) spaces_.push_back(names);
    ++at_;
  }
  void leave() {
    if (!spaces_.empty()) spaces_.pop_back();
    ++at_;
  }
  /// A function ends with its body; a type or a value ends with a semicolon behind it.
  void take_body() {
    bool is_function = false;
    for (const std::string& token : statement_) {
      if (token == "=") break;
      is_function = is_function || token == "(";
    }
    declare();
    skip_braces();
    if (is_function) return;
    while (at_ < tokens_.size() && tokens_[at_] != ";") {
      if (tokens_[at_] == "{")
        skip_braces();
      else
        ++at_;
    }
    ++at_;
  }
  void skip_braces() {
    int depth = 0;
    do {
      if (tokens_[at_] == "{") ++depth;
      if (tokens_[at_] == "}") --depth;
      ++at_;
    } while (depth > 0 && at_ < tokens_.size());
  }
  void declare() {
    Declaration out;
    for (const std::string& token : statement_) out.text += token + " ";
    Statement statement(std::exchange(statement_, {}));
    out.name = statement.name();
    if (out.name.empty()) return;
    statement.count(out);
    for (const std::vector<std::string>& names : spaces_) {
      out.anonymous = out.anonymous || names.empty();
      out.space.insert(out.space.end(), names.begin(), names.end());
    }
    found_.push_back(std::move(out));
  }

  const std::vector<std::string>& tokens_;
  std::size_t at_ = 0;
  std::vector<std::string> statement_;
  std::vector<std::vector<std::string>> spaces_;
  std::vector<Declaration> found_;
};

}  // namespace

std::vector<std::string> tokens_of(std::string_view text) { return Lexer(text).read(); }

std::vector<Declaration> declarations_of(const std::vector<std::string>& tokens) {
  return Parser(tokens).read();
}

bool could_be_confused(const Declaration& one, const Declaration& other) {
  const bool functions = one.parameters >= 0 && other.parameters >= 0;
  if (!functions) return one.text != other.text;
  return one.parameters >= other.parameters - other.defaults &&
         other.parameters >= one.parameters - one.defaults;
}

}  // namespace assay::layers
