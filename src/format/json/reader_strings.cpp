// SPDX-License-Identifier: MIT
// The strings of JSON: most are taken as they stand in the document, only those with escapes are
// copied.
#include "base/text/utf8.h"
#include "format/json/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace assay::format {

namespace {

constexpr std::array<bool, 256> ordinary_bytes() {
  std::array<bool, 256> table{};
  for (std::size_t i = 0x20; i < 0x80; ++i) table[i] = i != '"' && i != '\\';
  return table;
}

constexpr std::array<bool, 256> ordinary = ordinary_bytes();

bool is_ordinary(char c) { return ordinary[static_cast<unsigned char>(c)]; }
bool is_high_surrogate(std::uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low_surrogate(std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

}  // namespace

/// Called behind the opening quote; false if there is no closing one.
bool JsonReader::read_string() {
  if (passing_) return pass_string();
  const std::size_t from = at_;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (is_ordinary(c)) {
      ++at_;
    } else if (c == '"') {
      value_ = text_.substr(from, at_ - from);
      ++at_;
      return true;
    } else if (const std::size_t length =
                   static_cast<unsigned char>(c) < 0x80 ? 0 : decode_utf8(text_, at_).length) {
      at_ += length;
    } else {
      return read_string_slowly(from);
    }
  }
  return false;
}

/// Goes to the closing quote: the first that has an even number of backslashes before it.
bool JsonReader::pass_string() {
  const std::size_t from = at_;
  // Most strings are short, and over before a search would have begun.
  std::size_t seek = from;
  for (const std::size_t near = std::min(from + 24, text_.size()); seek < near; ++seek) {
    if (text_[seek] == '\\') break;
    if (text_[seek] != '"') continue;
    value_ = text_.substr(from, seek - from);
    at_ = seek + 1;
    return true;
  }
  for (;;) {
    const std::size_t quote = text_.find('"', seek);
    if (quote == std::string_view::npos) return false;
    std::size_t backslashes = 0;
    while (quote - backslashes > from && text_[quote - backslashes - 1] == '\\') ++backslashes;
    seek = quote + 1;
    if (backslashes % 2 != 0) continue;
    value_ = text_.substr(from, quote - from);
    at_ = seek;
    return true;
  }
}

bool JsonReader::read_string_slowly(std::size_t from) {
  buffer_.assign(text_, from, at_ - from);
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '"') {
      value_ = buffer_;
      ++at_;
      return true;
    }
    if (c == '\n') return false;
    if (c == '\\') {
      if (!read_escape()) return false;
      continue;
    }
    const std::size_t length = decode_utf8(text_, at_).length;
    if (length == 0)
      blame(fmt::format("invalid UTF-8 (byte 0x{:02x})", static_cast<unsigned char>(c)));
    if (static_cast<unsigned char>(c) < 0x20) {
      blame(fmt::format("a control character (byte 0x{:02x}) that is not escaped",
                        static_cast<unsigned char>(c)));
    }
    buffer_.append(text_, at_, length == 0 ? 1 : length);
    at_ += length == 0 ? 1 : length;
  }
  return false;
}

bool JsonReader::read_escape() {
  constexpr std::string_view names = "\"\\/bfnrt";
  constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
  if (at_ + 1 >= text_.size()) return false;
  const char name = text_[at_ + 1];
  at_ += 2;
  if (name == 'u') {
    read_unicode_escape();
    return true;
  }
  const std::size_t found = names.find(name);
  if (found == std::string_view::npos) {
    blame("an unknown escape");
  } else {
    buffer_.push_back(meanings[found]);
  }
  return true;
}

void JsonReader::read_unicode_escape() {
  const std::optional<std::uint32_t> unit = read_hex4();
  if (!unit) return blame("\\u without four hex digits");
  if (is_high_surrogate(*unit) && text_.substr(at_, 2) == "\\u") {
    const std::size_t behind_first = at_;
    at_ += 2;
    const std::optional<std::uint32_t> low = read_hex4();
    if (low && is_low_surrogate(*low)) {
      return append_utf8(buffer_, 0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00));
    }
    at_ = behind_first;
  }
  const bool is_byte = strings_ == Strings::bytes && *unit >= 0xDC80 && *unit <= 0xDCFF;
  if (is_byte) return buffer_.push_back(static_cast<char>(*unit - 0xDC00));
  if (is_high_surrogate(*unit) || is_low_surrogate(*unit)) return blame("half of a surrogate pair");
  append_utf8(buffer_, *unit);
}

std::optional<std::uint32_t> JsonReader::read_hex4() {
  if (text_.size() - at_ < 4) return std::nullopt;
  std::uint32_t unit = 0;
  for (std::size_t i = at_; i < at_ + 4; ++i) {
    constexpr std::string_view digits = "0123456789abcdef";
    const char c = text_[i] >= 'A' && text_[i] <= 'F' ? static_cast<char>(text_[i] + 32) : text_[i];
    const std::size_t value = digits.find(c);
    if (value == std::string_view::npos) return std::nullopt;
    unit = unit * 16 + static_cast<std::uint32_t>(value);
  }
  at_ += 4;
  return unit;
}

void JsonReader::blame(std::string why) {
  if (fault_.empty()) fault_ = std::move(why);
}

}  // namespace assay::format
