// SPDX-License-Identifier: MIT
// Reads JSON piece by piece from memory, without building a tree: a large document costs no more
// than what its reader keeps. Knows where each piece stands.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace assay::format {

enum class JsonToken : std::uint8_t {
  begin_object,
  end_object,
  begin_array,
  end_array,
  key,
  text,
  integer,  ///< without fraction and exponent, and within 64 bits
  real,     ///< every other number; text() has its digits
  boolean,
  null,
  end,     ///< of the document
  broken,  ///< not JSON from here on; fault() says why
};

class JsonReader {
 public:
  /// How strings that are not Unicode are treated.
  enum class Strings : std::uint8_t {
    unicode,  ///< they are at fault
    bytes,    ///< "\udc80" to "\udcff" stand for the bytes 0x80 to 0xff, as JsonWriter writes them
  };

  /// `text` must outlive the reader.
  explicit JsonReader(std::string_view text, Strings strings = Strings::unicode)
      : text_(text), strings_(strings) {}

  /// The next piece. After `end` or `broken` it stays there.
  JsonToken next();

  /// Passes over the rest of the value whose first token was just read.
  void skip_value();

  /// Passes over the next value, as fast as its brackets and quotes can be found: its strings are
  /// neither decoded nor checked. Of a text, text() is what stands between the quotes.
  JsonToken skip_next();

  /// Whether the open object or array goes on: what next() reads is not its end.
  bool more() const;
  /// The first character of the next piece, commas left aside; '\0' at the end of the document.
  char ahead() const;

  JsonToken token() const { return token_; }
  /// Of a key or text, decoded; the characters of a number. Valid until the next call of next().
  std::string_view text() const { return value_; }
  bool truth() const { return truth_; }
  /// The integer, if it fits.
  template <class Integer>
  std::optional<Integer> integer() const;
  /// Where the current token begins.
  std::size_t offset() const { return start_; }
  std::string_view document() const { return text_; }
  /// What is wrong with the current key or text, or why the document is broken; empty if nothing.
  const std::string& fault() const { return fault_; }

 private:
  enum class Expect : std::uint8_t { value, value_or_end, key, key_or_end, comma_or_end, nothing };
  static constexpr std::size_t deepest = 64;

  JsonToken step();
  JsonToken behind_comma();
  JsonToken read_value();
  JsonToken read_key();
  JsonToken read_number();
  JsonToken read_word(std::string_view word, JsonToken token);
  JsonToken open(char bracket);
  JsonToken close();
  JsonToken broken(std::string why);
  JsonToken unexpected();
  bool read_string();
  bool read_string_slowly(std::size_t from);
  bool pass_string();
  bool read_escape();
  void read_unicode_escape();
  std::optional<std::uint32_t> read_hex4();
  void blame(std::string why);
  static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  void value_done() { expect_ = depth_ == 0 ? Expect::nothing : Expect::comma_or_end; }
  bool in_object() const { return depth_ > 0 && stack_[depth_ - 1] == '{'; }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;
  std::string_view value_;
  std::string buffer_;
  std::string fault_;
  std::uint64_t magnitude_ = 0;
  bool negative_ = false;
  bool truth_ = false;
  bool passing_ = false;  // strings are passed over
  Strings strings_;
  JsonToken token_ = JsonToken::null;
  Expect expect_ = Expect::value;
  std::size_t depth_ = 0;
  std::array<char, deepest> stack_{};
};

template <class Integer>
std::optional<Integer> JsonReader::integer() const {
  using Limits = std::numeric_limits<Integer>;
  if (negative_) {
    const std::uint64_t lowest =
        Limits::is_signed ? static_cast<std::uint64_t>(Limits::max()) + 1 : std::uint64_t{0};
    if (magnitude_ > lowest) return std::nullopt;
    return static_cast<Integer>(std::uint64_t{0} - magnitude_);
  }
  if (magnitude_ > static_cast<std::uint64_t>(Limits::max())) return std::nullopt;
  return static_cast<Integer>(magnitude_);
}

}  // namespace assay::format
