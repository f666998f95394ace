// SPDX-License-Identifier: MIT
#include "format/phrase/phrase.h"

#include "base/text/ascii.h"

#include <algorithm>

namespace assay::format {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
void trim(std::string_view& text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
}

bool drop(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  trim(text);
  return true;
}

/// "- [ ] x", "* x", "3. x"
std::string_view without_list_marks(std::string_view text) {
  trim(text);
  static_cast<void>(drop(text, "- ") || drop(text, "* "));
  static_cast<void>(drop(text, "[ ] ") || drop(text, "[x] ") || drop(text, "[X] "));
  std::size_t digits = 0;
  while (digits < text.size() && digits < 4 && is_digit(text[digits])) ++digits;
  const std::string_view rest = text.substr(digits);
  if (digits > 0 && (rest.starts_with(". ") || rest.starts_with(") "))) {
    text.remove_prefix(digits + 2);
    trim(text);
  }
  return text;
}

class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  std::vector<PhraseToken> run() {
    while (at_ < text_.size()) {
      if (is_space(text_[at_])) {
        ++at_;
      } else if (!marked()) {
        word();
      }
    }
    return std::move(tokens_);
  }

 private:
  /// A span between two equal marks. A lone mark is part of a word.
  bool marked() {
    const char mark = text_[at_];
    if (mark != '`' && mark != '"' && mark != '\'') return false;
    const std::size_t end = text_.find(mark, at_ + 1);
    if (end == std::string_view::npos || end == at_ + 1) return false;
    // An apostrophe inside a word closes nothing.
    const bool open_ended =
        end + 1 < text_.size() && !is_space(text_[end + 1]) &&
        std::string_view(",.;:!)").find(text_[end + 1]) == std::string_view::npos;
    if (open_ended) return false;
    const auto kind = mark == '`' ? PhraseToken::Kind::code : PhraseToken::Kind::quote;
    add(kind, text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    punctuation();
    return true;
  }

  void punctuation() {
    if (at_ < text_.size() && (text_[at_] == ',' || text_[at_] == ';' || text_[at_] == ':')) {
      add(PhraseToken::Kind::comma, text_.substr(at_, 1));
      ++at_;
    } else if (at_ + 1 == text_.size() && (text_[at_] == '.' || text_[at_] == '!')) {
      ++at_;
    }
  }

  void word() {
    std::size_t end = at_;
    while (end < text_.size() && !is_space(text_[end])) ++end;
    std::string_view found = text_.substr(at_, end - at_);
    at_ = end;
    const bool last = at_ == text_.size();
    while (last && found.size() > 1 && (found.back() == '.' || found.back() == '!')) {
      found.remove_suffix(1);
    }
    std::string_view mark;
    if (found.size() > 1 && (found.back() == ',' || found.back() == ';' || found.back() == ':')) {
      mark = found.substr(found.size() - 1);
      found.remove_suffix(1);
    }
    add(PhraseToken::Kind::word, found);
    if (!mark.empty()) add(PhraseToken::Kind::comma, mark);
  }

  void add(PhraseToken::Kind kind, std::string_view text) {
    tokens_.push_back({kind, std::string(text), lowered(text)});
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<PhraseToken> tokens_;
};

}  // namespace

Phrase Phrase::of(std::string_view text) {
  Phrase phrase;
  phrase.tokens_ =
      std::make_shared<const std::vector<PhraseToken>>(Splitter(without_list_marks(text)).run());
  return phrase;
}

const PhraseToken& Phrase::peek(std::size_t ahead) const {
  static const PhraseToken nothing;
  return at_ + ahead < tokens_->size() ? (*tokens_)[at_ + ahead] : nothing;
}

bool Phrase::eat(std::string_view word) {
  const PhraseToken& token = peek();
  if (token.kind != PhraseToken::Kind::word || token.lower != word) return false;
  ++at_;
  return true;
}

bool Phrase::eat_any(std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [this](std::string_view word) {
    return word.find(' ') == std::string_view::npos ? eat(word) : eat_words(word);
  });
}

bool Phrase::eat_words(std::string_view words) {
  const std::size_t start = at_;
  while (!words.empty()) {
    const std::size_t space = std::min(words.find(' '), words.size());
    if (!eat(words.substr(0, space))) {
      at_ = start;
      return false;
    }
    words.remove_prefix(std::min(space + 1, words.size()));
  }
  return true;
}

bool Phrase::eat_comma() {
  if (peek().kind != PhraseToken::Kind::comma) return false;
  ++at_;
  return true;
}

void Phrase::eat_small() {
  while (eat_any({"the", "a", "an", "should", "must", "shall", "will"})) continue;
}

}  // namespace assay::format
