// SPDX-License-Identifier: MIT
// Takes from a line of JSON only what a reader asks for; the rest is passed over undecoded.
#pragma once

#include "format/json/reader.h"

#include <charconv>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace assay::format::dialect {

/// A value that stands next in the document. Read it at most once; what nobody reads is skipped
/// when it goes out of scope. What is of another type than asked for counts as absent.
class Value {
 public:
  explicit Value(JsonReader& json) : json_(json) {}
  Value(const Value&) = delete;
  Value& operator=(const Value&) = delete;
  ~Value() {
    if (!read_) json_.skip_next();
  }

  bool is_text() const { return json_.ahead() == '"'; }
  bool is_object() const { return json_.ahead() == '{'; }
  bool is_null() const { return json_.ahead() == 'n'; }

  /// Decoded; valid until something else is read.
  std::string_view text() { return take() == JsonToken::text ? json_.text() : std::string_view{}; }
  /// With its escapes, as it stands in the document; valid as long as that is.
  std::string_view raw_text() {
    read_ = true;
    return json_.skip_next() == JsonToken::text ? json_.text() : std::string_view{};
  }
  bool truth() { return take() == JsonToken::boolean && json_.truth(); }
  std::optional<std::int64_t> integer() {
    return take() == JsonToken::integer ? json_.integer<std::int64_t>() : std::nullopt;
  }
  std::optional<double> number();

  /// Calls back with each key and its value.
  template <class OnMember>
  void members(OnMember&& on_member);
  /// Calls back with each value of an array.
  template <class OnElement>
  void elements(OnElement&& on_element);

 private:
  JsonToken take();
  /// The key just read, also when the value behind it has been read.
  std::string_view lasting_key(std::string& copy) const;

  JsonReader& json_;
  bool read_ = false;
};

inline JsonToken Value::take() {
  read_ = true;
  const JsonToken token = json_.next();
  json_.skip_value();
  return token;
}

inline std::optional<double> Value::number() {
  const JsonToken token = take();
  if (token != JsonToken::integer && token != JsonToken::real) return std::nullopt;
  const std::string_view digits = json_.text();
  double value = 0;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return fault == std::errc{} ? std::optional(value) : std::nullopt;
}

inline std::string_view Value::lasting_key(std::string& copy) const {
  const std::string_view key = json_.text();
  const std::string_view document = json_.document();
  const bool stands_in_document = !std::less<>{}(key.data(), document.data()) &&
                                  std::less<>{}(key.data(), document.data() + document.size());
  if (stands_in_document) return key;
  copy = key;
  return copy;
}

template <class OnMember>
void Value::members(OnMember&& on_member) {
  if (!is_object()) return;
  read_ = true;
  json_.next();
  std::string copy;
  while (json_.more()) {
    if (json_.next() != JsonToken::key) return;
    const std::string_view key = lasting_key(copy);
    Value value(json_);
    on_member(key, value);
  }
  json_.next();
}

template <class OnElement>
void Value::elements(OnElement&& on_element) {
  if (json_.ahead() != '[') return;
  read_ = true;
  json_.next();
  while (json_.more()) {
    Value value(json_);
    on_element(value);
  }
  json_.next();
}

}  // namespace assay::format::dialect
