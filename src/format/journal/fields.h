// SPDX-License-Identifier: MIT
// Reading stored values field by field, straight from the text.
#pragma once

#include "base/digest.h"
#include "base/instant.h"
#include "base/result.h"
#include "format/journal/words.h"
#include "format/json/reader.h"

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::journal {

Error bad_body(std::string what);
Error unknown_field(std::string_view key);
/// The first of `wanted` that is not among `met`.
Result<> check_present(const std::vector<std::string>& met,
                       std::initializer_list<std::string_view> wanted);

Result<> expect(JsonReader& in, JsonToken token, std::string_view wanted);
Result<> read(JsonReader& in, std::string& out);
Result<> read(JsonReader& in, bool& out);
Result<> read(JsonReader& in, Digest& out);
Result<> read(JsonReader& in, Millis& out);
Result<> read(JsonReader& in, Instant& out);

template <std::integral Integer>
Result<> read(JsonReader& in, Integer& out) {
  TRY(expect(in, JsonToken::integer, "an integer"));
  const std::optional<Integer> value = in.integer<Integer>();
  if (!value) return bad_body(std::string(in.text()) + " is out of range");
  out = *value;
  return {};
}

template <class Enum, std::size_t Size>
Result<> read(JsonReader& in, const Word<Enum> (&words)[Size], Enum& out) {
  TRY(expect(in, JsonToken::text, "a word"));
  const std::optional<Enum> value = value_of(words, in.text());
  if (!value) return bad_body("unknown word '" + std::string(in.text()) + "'");
  out = *value;
  return {};
}

/// Reads an object that has begun. `field(key)` reads the value of one key; returns the keys that
/// were met.
template <class Field>
Result<std::vector<std::string>> read_fields(JsonReader& in, Field field) {
  std::vector<std::string> met;
  while (in.next() == JsonToken::key) {
    const std::string key(in.text());
    for (const std::string& other : met) {
      if (other == key) return bad_body("duplicate key '" + key + "'");
    }
    TRY(field(std::string_view(key)));
    met.push_back(key);
  }
  if (in.token() == JsonToken::broken) return bad_body(in.fault());
  return met;
}

template <class Field>
Result<std::vector<std::string>> read_object(JsonReader& in, Field field) {
  TRY(expect(in, JsonToken::begin_object, "an object"));
  return read_fields(in, std::move(field));
}

/// Reads an array; `item()` is called with the reader on the first token of each element.
template <class Item>
Result<> read_array(JsonReader& in, Item item) {
  TRY(expect(in, JsonToken::begin_array, "an array"));
  while (in.next() != JsonToken::end_array) {
    if (in.token() == JsonToken::broken) return bad_body(in.fault());
    TRY(item());
  }
  return {};
}

Result<> read(JsonReader& in, std::vector<std::string>& out);
Result<> read(JsonReader& in, std::vector<std::uint32_t>& out);

}  // namespace assay::format::journal
