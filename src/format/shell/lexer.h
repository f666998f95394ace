// SPDX-License-Identifier: MIT
// Cuts bash text into words and operators, with every kind of quoting. It knows no grammar: what
// stands in `$( )` is read by whoever implements Nested, on the same lexer.
#pragma once

#include "format/shell/syntax.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::shell {

struct Token {
  TokenKind kind = TokenKind::end;
  Span at;
  Word word;  ///< of a word

  bool is(std::string_view reserved) const { return kind == TokenKind::word && word.is(reserved); }
};

/// Reads the commands inside words.
class Nested {
 public:
  /// From behind an opening parenthesis to behind its closing one, on the lexer that asks.
  virtual List until_parenthesis() = 0;
  /// A whole text of its own, such as what stood between backticks.
  virtual List script(std::string_view text, Origin origin) = 0;
  /// What an unquoted heredoc expands.
  virtual Word heredoc_body(std::string_view text, Origin origin) = 0;

 protected:
  ~Nested() = default;
};

/// After a fault every token is `end`, so that callers need not check at each step.
class Lexer {
 public:
  static constexpr int depth_max = 100;

  Lexer(std::string_view text, Origin origin, int depth, Nested& nested);

  const Token& peek();
  Token next();

  /// A regular expression of `[[ x =~ ... ]]`, where most operators are ordinary characters.
  Word regex();
  /// True behind the first parenthesis of `((`.
  bool at_parenthesis() const { return !peeked_ && !failed() && at(0) == '('; }
  /// True behind the first parenthesis of `((` if this is arithmetic and not two subshells.
  bool arithmetic_follows();
  /// The rest of `(( ... ))`, from the second parenthesis.
  Word arithmetic();
  /// The text of an unquoted heredoc: like double quotes, but the quote itself is ordinary.
  Word heredoc_text();

  /// The body is filled in when the end of the line has been read.
  std::shared_ptr<Word> await_heredoc(const Word& delimiter, TokenKind op);
  /// Between `[[` and `]]`, `!(` begins a pattern and not a negated subshell.
  void set_in_test(bool in_test) { in_test_ = in_test; }

  void fail(Span at, std::string what);
  bool failed() const { return error_.has_value(); }
  const std::optional<SyntaxError>& error() const { return error_; }

  /// False, and failed, where nesting is too deep. Pairs with leave() in any case.
  bool enter();
  void leave() { --depth_; }
  int depth() const { return depth_; }

 private:
  struct PendingHeredoc {
    std::string delimiter;
    bool strip_tabs = false;
    bool quoted = false;
    Span at;
    std::shared_ptr<Word> body;
  };
  enum class Quoting { none, doubled };

  Token read_token();
  Token operator_token();
  Token word_token();
  void skip_blanks();
  void skip_continuations();
  bool take(std::string_view op);
  TokenKind read_operator();
  void read_heredocs();
  bool read_heredoc(const PendingHeredoc& pending);

  Word read_word();
  bool read_piece(Word& word, std::size_t begin);
  bool read_quote_or_expansion(Word& word);
  void read_escape(Word& word);
  void read_single(Word& word);
  void read_expanding(Word& word, std::string_view escapable);
  void read_double(Word& word);
  void read_ansi_c(Word& word);
  void read_ansi_c_escape(Word& word);
  void read_dollar(Word& word, Quoting quoting);
  void read_parameter(Word& word);
  void read_braces(Word& word, Quoting quoting);
  void read_braced(Word& word, std::size_t begin, Quoting quoting);
  void read_substitution(Word& word, bool carries_status);
  void read_backticks(Word& word, Quoting quoting);
  void read_arithmetic(Word& word);
  void read_bracket_arithmetic(Word& word);
  void read_pattern_group(Word& word);
  void read_array(Word& word);
  bool group_may_follow(std::size_t begin) const;
  void note_place(Word& word, std::size_t begin) const;

  bool done() const { return pos_ >= text_.size(); }
  char at(std::size_t ahead) const {
    return pos_ + ahead < text_.size() ? text_[pos_ + ahead] : '\0';
  }
  bool sees(std::string_view what) const { return text_.substr(pos_, what.size()) == what; }
  Span span(std::size_t begin, std::size_t end) const;
  void fail_from(std::size_t begin, std::string what);

  std::string_view text_;
  Origin origin_;
  Nested& nested_;
  std::size_t pos_ = 0;
  std::size_t lookahead_left_;
  int depth_;
  bool in_test_ = false;
  std::optional<Token> peeked_;
  std::vector<PendingHeredoc> heredocs_;
  std::optional<SyntaxError> error_;
};

}  // namespace assay::format::shell
