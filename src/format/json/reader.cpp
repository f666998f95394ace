// SPDX-License-Identifier: MIT
#include "format/json/reader.h"

#include "base/text/ascii.h"

#include <fmt/format.h>

namespace assay::format {

namespace {

/// 'x' for what can be shown, otherwise its number.
std::string shown(char c) {
  if (c > 0x20 && c < 0x7F) return fmt::format("'{}'", c);
  return fmt::format("byte 0x{:02x}", static_cast<unsigned char>(c));
}

}  // namespace

JsonToken JsonReader::next() {
  if (token_ == JsonToken::broken || token_ == JsonToken::end) return token_;
  if (!fault_.empty()) fault_.clear();
  return token_ = step();
}

JsonToken JsonReader::step() {
  skip_space();
  start_ = at_;
  if (at_ == text_.size()) {
    return expect_ == Expect::nothing ? JsonToken::end : broken("the document ends too early");
  }
  const char c = text_[at_];
  switch (expect_) {
    case Expect::nothing: return broken("more text after the end of the document");
    case Expect::value: return read_value();
    case Expect::value_or_end: return c == ']' ? close() : read_value();
    case Expect::key: return read_key();
    case Expect::key_or_end: return c == '}' ? close() : read_key();
    case Expect::comma_or_end: break;
  }
  if (c == (in_object() ? '}' : ']')) return close();
  if (c != ',') return unexpected();
  return behind_comma();
}

JsonToken JsonReader::behind_comma() {
  ++at_;
  expect_ = in_object() ? Expect::key : Expect::value;
  skip_space();
  start_ = at_;
  if (at_ == text_.size()) return broken("the document ends too early");
  return in_object() ? read_key() : read_value();
}

void JsonReader::skip_value() {
  if (token_ != JsonToken::begin_object && token_ != JsonToken::begin_array) return;
  const std::size_t outside = depth_ - 1;
  while (depth_ > outside && next() != JsonToken::broken) continue;
}

JsonToken JsonReader::skip_next() {
  passing_ = true;
  const JsonToken first = next();
  skip_value();
  passing_ = false;
  return token_ == JsonToken::broken ? token_ : first;
}

bool JsonReader::more() const {
  return token_ != JsonToken::broken && depth_ > 0 && ahead() != (in_object() ? '}' : ']');
}

char JsonReader::ahead() const {
  bool comma = expect_ != Expect::comma_or_end;
  for (std::size_t i = at_; i < text_.size(); ++i) {
    if (!comma && text_[i] == ',') {
      comma = true;
    } else if (!is_space(text_[i])) {
      return text_[i];
    }
  }
  return '\0';
}

JsonToken JsonReader::read_value() {
  const char c = text_[at_];
  if (c == '"') {
    ++at_;
    if (!read_string()) return broken("unterminated string");
    value_done();
    return JsonToken::text;
  }
  if (c == '{' || c == '[') return open(c);
  if (c == '-' || is_digit(c)) return read_number();
  if (c == 't') return read_word("true", JsonToken::boolean);
  if (c == 'f') return read_word("false", JsonToken::boolean);
  if (c == 'n') return read_word("null", JsonToken::null);
  return unexpected();
}

JsonToken JsonReader::read_key() {
  if (text_[at_] != '"') return unexpected();
  ++at_;
  if (!read_string()) return broken("unterminated string");
  skip_space();
  if (at_ == text_.size() || text_[at_] != ':') return broken("no ':' after the key");
  ++at_;
  expect_ = Expect::value;
  return JsonToken::key;
}

JsonToken JsonReader::read_word(std::string_view word, JsonToken token) {
  if (text_.substr(at_, word.size()) != word) return unexpected();
  at_ += word.size();
  truth_ = word == "true";
  value_done();
  return token;
}

JsonToken JsonReader::read_number() {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const auto digits = [this] {
    const std::size_t from = at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    return at_ - from;
  };
  negative_ = text_[at_] == '-';
  if (negative_) ++at_;
  const std::size_t first = at_;
  if (digits() == 0) return broken("a number without digits");
  if (text_[first] == '0' && at_ - first > 1) return broken("a number with a leading zero");
  bool whole = true;
  magnitude_ = 0;
  for (std::size_t i = first; i < at_; ++i) {
    const auto digit = static_cast<std::uint64_t>(text_[i] - '0');
    if (magnitude_ > (most - digit) / 10) whole = false;
    magnitude_ = magnitude_ * 10 + digit;
  }
  if (negative_ && magnitude_ > most / 2 + 1) whole = false;
  if (at_ < text_.size() && text_[at_] == '.') {
    ++at_;
    whole = false;
    if (digits() == 0) return broken("a number without digits after the point");
  }
  if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
    ++at_;
    whole = false;
    if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
    if (digits() == 0) return broken("a number without digits in its exponent");
  }
  value_ = text_.substr(start_, at_ - start_);
  value_done();
  return whole ? JsonToken::integer : JsonToken::real;
}

JsonToken JsonReader::open(char bracket) {
  if (depth_ == deepest) return broken(fmt::format("nested more than {} deep", deepest));
  stack_[depth_++] = bracket;
  ++at_;
  expect_ = bracket == '{' ? Expect::key_or_end : Expect::value_or_end;
  return bracket == '{' ? JsonToken::begin_object : JsonToken::begin_array;
}

JsonToken JsonReader::close() {
  const JsonToken token = in_object() ? JsonToken::end_object : JsonToken::end_array;
  --depth_;
  ++at_;
  value_done();
  return token;
}

JsonToken JsonReader::broken(std::string why) {
  fault_ = std::move(why);
  return JsonToken::broken;
}

JsonToken JsonReader::unexpected() {
  const auto expected = [this] {
    switch (expect_) {
      case Expect::value: return "a value";
      case Expect::value_or_end: return "a value or ']'";
      case Expect::key: return "a key in double quotes";
      case Expect::key_or_end: return "a key in double quotes or '}'";
      case Expect::comma_or_end: return in_object() ? "',' or '}'" : "',' or ']'";
      case Expect::nothing: return "nothing more";
    }
    return "a value";
  };
  return broken(fmt::format("expected {}, found {}", expected(), shown(text_[at_])));
}

}  // namespace assay::format
