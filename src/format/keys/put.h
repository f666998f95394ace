// SPDX-License-Identifier: MIT
// One value that somebody wrote, put into the field it is for: its type, range and rule come from
// the key list.
#pragma once

#include "base/record.h"
#include "format/keys/rules.h"

#include <optional>
#include <string>

namespace assay::format {

/// What rule and range say about a text.
Objection check_text(Rule rule, Range range, const std::string& text);
Objection put_amount(const Given& given, Rule rule, std::int64_t& out);
Objection put_time(const Given& given, Rule rule, Millis& out);

template <class Key>
Objection put_value(const Given& given, const Key&, bool& out) {
  return put_boolean(given, out);
}

template <class Key>
Objection put_value(const Given& given, const Key& key, std::int32_t& out) {
  return put_integer(given, key.range, out);
}

template <class Key>
Objection put_value(const Given& given, const Key& key, std::int64_t& out) {
  if (key.rule != Rule::none) return put_amount(given, key.rule, out);
  return put_integer(given, key.range, out);
}

template <class Key>
Objection put_value(const Given& given, const Key& key, std::string& out) {
  Objection objection = put_text(given, out);
  return objection.empty() ? check_text(key.rule, key.range, out) : objection;
}

template <class Key>
Objection put_value(const Given& given, const Key& key, Millis& out) {
  return put_time(given, key.rule, out);
}

template <class Key, HasWords Enum>
Objection put_value(const Given& given, const Key&, Enum& out) {
  const std::optional<Enum> known = given.is_text() ? value_of<Enum>(given.text) : std::nullopt;
  if (known) {
    out = *known;
    return {};
  }
  std::size_t unused = 0;
  const auto& names = all_words<Enum>;
  return put_choice(given, {names.begin(), names.end()}, unused);
}

template <class Key, class Value>
Objection put_value(const Given& given, const Key& key, std::optional<Value>& out) {
  Value value{};
  Objection objection = put_value(given, key, value);
  if (objection.empty()) out = value;
  return objection;
}

}  // namespace assay::format
