// SPDX-License-Identifier: MIT
// Reading stored values straight from the text: numbers, words, lists.
#pragma once

#include "base/result.h"
#include "core/evidence/task.h"
#include "core/run/rules.h"
#include "format/json/reader.h"
#include "format/record/put.h"

#include <algorithm>

namespace assay::format::stored {

/// Where reading stands, and the rules of the run that is read.
struct In {
  JsonReader& json;
  core::Rules rules = core::Rules::v0_1;
};

Error bad_body(std::string what);
Error unknown_field(std::string_view key);
Error missing_field(std::string_view key);
Error duplicate_field(std::string_view key);
Result<> expect(In& in, JsonToken token, std::string_view wanted);

Result<> read_value(In& in, std::string& out);
Result<> read_value(In& in, bool& out);
Result<> read_value(In& in, Digest& out);
Result<> read_value(In& in, Millis& out);
Result<> read_value(In& in, Instant& out);
/// The rules of a later release are unknown here: what they would decide cannot be told.
Result<> read_value(In& in, core::Rules& out);
Result<> read_value(In& in, core::loop::Reading& out);

template <std::integral Integer>
Result<> read_value(In& in, Integer& out) {
  TRY(expect(in, JsonToken::integer, "an integer"));
  const std::optional<Integer> value = in.json.integer<Integer>();
  if (!value) return bad_body(std::string(in.json.text()) + " is out of range");
  out = *value;
  return {};
}

template <HasWords Enum>
Result<> read_value(In& in, Enum& out) {
  TRY(expect(in, JsonToken::text, "a word"));
  const std::optional<Enum> value = value_of<Enum>(in.json.text());
  if (!value) return bad_body("unknown word '" + std::string(in.json.text()) + "'");
  out = *value;
  return {};
}

template <HasFields T>
Result<> read_value(In& in, T& out);
template <class T>
Result<> read_value(In& in, std::vector<T>& out);
template <class T>
Result<> read_value(In& in, std::map<std::string, T>& out);
template <class T>
Result<> read_value(In& in, std::shared_ptr<const T>& out);

template <class T>
Result<> read_value(In& in, std::optional<T>& out) {
  return read_value(in, out.emplace());
}

template <class T>
Result<> read_value(In& in, std::shared_ptr<const T>& out) {
  T made;
  TRY(read_value(in, made));
  out = std::make_shared<const T>(std::move(made));
  return {};
}

/// An item of a list; only there may a value be none.
template <class T>
Result<> read_item(In& in, T& out) {
  return read_value(in, out);
}
Result<> read_item(In& in, std::optional<std::int64_t>& out);

/// Doubling would leave half of a large list empty. How far the text is read tells how many are to
/// come.
template <class T>
void make_room(const JsonReader& json, std::vector<T>& list) {
  const std::size_t count = list.size();
  if (count < 1024 || count < list.capacity()) return;
  const double share =
      static_cast<double>(json.offset()) / static_cast<double>(json.document().size());
  const auto expected = static_cast<std::size_t>(static_cast<double>(count) / share * 1.01) + 16;
  list.reserve(std::clamp(expected, count + count / 8, count * 16));
}

template <class Item>
Result<> read_list(In& in, Item item) {
  TRY(expect(in, JsonToken::begin_array, "an array"));
  while (in.json.more()) TRY(item());
  if (in.json.next() != JsonToken::end_array) return bad_body(in.json.fault());
  return {};
}

template <class T>
Result<> read_value(In& in, std::vector<T>& out) {
  return read_list(in, [&] {
    make_room(in.json, out);
    return read_item(in, out.emplace_back());
  });
}

template <class T>
Result<> read_value(In& in, std::map<std::string, T>& out) {
  TRY(expect(in, JsonToken::begin_object, "an object"));
  while (in.json.next() == JsonToken::key) {
    const auto [entry, fresh] = out.try_emplace(std::string(in.json.text()));
    if (!fresh) return duplicate_field(entry->first);
    TRY(read_value(in, entry->second));
  }
  if (in.json.token() == JsonToken::broken) return bad_body(in.json.fault());
  return {};
}

}  // namespace assay::format::stored
