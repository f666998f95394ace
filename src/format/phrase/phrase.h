// SPDX-License-Identifier: MIT
// A sentence as a row of words, code spans and quotations, and a place in it. Reading is tried, and
// taken back by copying: a phrase is as cheap as an index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

struct PhraseToken {
  enum class Kind : std::uint8_t { word, code, quote, comma };

  Kind kind = Kind::word;
  std::string text;   ///< without the marks around it
  std::string lower;  ///< for comparing words

  bool is_marked() const { return kind == Kind::code || kind == Kind::quote; }
};

class Phrase {
 public:
  /// Leaves out list marks, check boxes and the full stop.
  static Phrase of(std::string_view text);

  bool at_end() const { return at_ >= tokens_->size(); }
  /// The token here; an empty word at the end.
  const PhraseToken& peek(std::size_t ahead = 0) const;
  void skip() { ++at_; }
  std::size_t left() const { return tokens_->size() - at_; }

  /// Passes over the word if it is here.
  bool eat(std::string_view word);
  bool eat_any(std::initializer_list<std::string_view> words);
  /// Passes over words that follow each other: "is set to".
  bool eat_words(std::string_view words);
  bool eat_comma();
  /// Passes over articles and modal verbs, which change nothing.
  void eat_small();

 private:
  std::shared_ptr<const std::vector<PhraseToken>> tokens_;
  std::size_t at_ = 0;
};

}  // namespace assay::format
