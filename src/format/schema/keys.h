// SPDX-License-Identifier: MIT
// JSON Schema of what people write, from the key list of a record.
#pragma once

#include "base/record.h"
#include "format/json/writer.h"
#include "format/record/or_null.h"

#include <concepts>
#include <map>
#include <string>
#include <string_view>
#include <typeindex>
#include <vector>

namespace assay::format {

inline constexpr std::string_view id_pattern = "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$";
inline constexpr std::string_view name_pattern = "^[A-Za-z_][A-Za-z0-9_]*$";

/// What a schema is for: in YAML numbers and true/false may stand for texts; in a result everything
/// is there that is always written, texts may be empty, and nothing has a default.
enum class Notation : std::uint8_t { json, yaml, result };

class KeySchema {
 public:
  KeySchema(JsonWriter& json, Notation notation, std::string_view file)
      : json_(json), notation_(notation), file_(file) {}

  /// What a key that is spelled in a way of its own looks like: members of its schema.
  void spell(std::string_view key, std::string schema) { spelled_[key] = std::move(schema); }
  /// A key that is not described here.
  void leave_out(std::string_view key) { left_out_ = key; }
  /// A record that is described elsewhere, under this reference. Only in results.
  template <class T>
  void refer(std::string reference) {
    referred_[std::type_index(typeid(T))] = std::move(reference);
  }
  /// Texts that are one of these, by their key.
  void allow(std::string_view key, std::vector<std::string_view> words) { words_[key] = words; }

  /// "type", "additionalProperties", "required" and "properties" of an object that has begun.
  template <class T>
  void object() {
    put("type", "object");
    json_.key("additionalProperties");
    json_.boolean(false);
    put_required(required_of<T>());
    json_.key("properties");
    json_.begin_object();
    properties<T>();
    json_.end_object();
  }
  template <class T>
  void properties() {
    const T standard{};
    for_each_key<T>([&](const auto& key) {
      const bool elsewhere = !key.only.empty() && key.only != file_;
      if (!elsewhere && (left_out_.empty() || key.name != left_out_))
        property(key, standard.*key.at);
    });
  }

  void put(std::string_view key, std::string_view text);
  void put_reference(std::string_view definition);
  /// A text by its rule and range.
  void text(Rule rule, Range range = {});
  void put_required(const std::vector<std::string_view>& names);

 private:
  template <class T>
  std::vector<std::string_view> required_of() const {
    std::vector<std::string_view> names;
    for_each_key<T>([&](const auto& key) {
      using Listed = std::remove_cvref_t<decltype(key)>;
      using Value = typename Listed::Value;
      if constexpr (HasKeys<Value> && std::is_same_v<Listed, Field<T, Value, Flat>>) {
        const std::vector<std::string_view> inner = required_of<Value>();
        names.insert(names.end(), inner.begin(), inner.end());
      }
      const bool written = notation_ == Notation::result && key.keep == Keep::always;
      const bool asked = key.keep == Keep::required || written;
      if (asked && (left_out_.empty() || key.name != left_out_)) names.push_back(key.name);
    });
    return names;
  }

  template <class T, class Member>
  void property(const Field<T, Member, Absent>&, const Member&) {}
  template <class T, class Member>
  void property(const Field<T, Member, Flat>&, const Member&) {
    if constexpr (HasKeys<Member>)
      properties<Member>();
    else
      properties<std::remove_cvref_t<decltype(*std::declval<Member>())>>();
  }
  template <class T, class Member>
  void property(const Field<T, Member, Spelled>& key, const Member&) {
    put_spelled(key.name, key.about);
  }
  template <class T, class Member>
  void property(const Field<T, Member, SpelledToo>& key, const Member&) {
    put_spelled(key.name, key.about);
  }
  template <class T, class Member, class Shape>
  void property(const Field<T, Member, Shape>& key, const Member& standard) {
    if (spelled_.contains(key.name)) return put_spelled(key.name, key.about);
    const bool result = notation_ == Notation::result;
    if (key.about.empty() && !result) return;  // said by another key of the same name
    json_.key(key.name);
    json_.begin_object();
    if (!key.about.empty()) put("description", key.about);
    // A sentence about the default is more than a value could say; what must be there has none.
    const bool told = result || key.about.find("Default:") != std::string_view::npos ||
                      key.keep == Keep::required || key.cases.needed != 0;
    describe(key, standard, !told);
    json_.end_object();
  }

  template <class Key>
  void describe(const Key&, bool standard, bool with_default) {
    put("type", "boolean");
    if (!with_default) return;
    json_.key("default");
    json_.boolean(standard);
  }
  template <class Key>
  void describe(const Key& key, std::int32_t standard, bool with_default) {
    integer(key.range);
    if (!with_default || standard < key.range.lowest) return;
    json_.key("default");
    json_.number(standard);
  }
  template <class Key>
  void describe(const Key& key, std::int64_t, bool) {
    amount(key.rule, key.range);
  }
  template <class Key>
  void describe(const Key& key, const std::string& standard, bool with_default) {
    const auto words = words_.find(key.name);
    if (words != words_.end()) return choice(words->second);
    text(key.rule, key.range);
    if (with_default && !standard.empty()) put("default", standard);
  }
  template <class Key>
  void describe(const Key& key, Millis standard, bool with_default) {
    time(key.rule);
    if (with_default && standard != Millis{0} && key.rule != Rule::seconds)
      put("default", duration_text(standard));
  }
  template <class Key, HasWords Enum>
  void describe(const Key&, Enum standard, bool with_default) {
    choice({all_words<Enum>.begin(), all_words<Enum>.end()});
    if (with_default) put("default", to_text(standard));
  }
  template <class Key, class Value>
  void describe(const Key& key, const std::optional<Value>&, bool) {
    describe(key, Value{}, false);
  }
  template <class Key, class Value>
  void describe(const Key& key, const stored::OrNull<Value>&, bool) {
    json_.key("anyOf");
    json_.begin_array();
    json_.begin_object();
    describe(key, Value{}, false);
    json_.end_object();
    json_.begin_object();
    put("type", "null");
    json_.end_object();
    json_.end_array();
  }
  template <class Key>
  void describe(const Key&, const std::vector<std::pair<std::string, std::string>>&, bool) {
    variables();
  }
  template <class Key, std::unsigned_integral Number>
  requires(!std::is_same_v<Number, bool>) void describe(const Key& key, Number, bool) {
    integer(key.range);
  }
  template <class Key>
  void describe(const Key& key, const std::vector<std::string>&, bool) {
    if (key.rule != Rule::or_count) return texts(key.rule);
    json_.key("anyOf");
    json_.begin_array();
    json_.begin_object();
    texts(Rule::none);
    json_.end_object();
    json_.begin_object();
    integer(key.range);
    json_.end_object();
    json_.end_array();
  }
  template <class Key>
  void describe(const Key& key, const std::vector<std::uint32_t>&, bool) {
    put("type", "array");
    json_.key("items");
    json_.begin_object();
    integer(key.range);
    json_.end_object();
  }
  template <class Key, HasKeys Inner>
  void describe(const Key&, const Inner&, bool) {
    whole<Inner>();
  }
  /// Records are defined under the name of one of them.
  template <class Key, HasKeys Inner>
  void describe(const Key& key, const std::vector<Inner>&, bool) {
    if (notation_ == Notation::result) return rows<Inner>();
    const std::size_t plural = key.name.ends_with('s') ? 1 : 0;
    records(key.name.substr(0, key.name.size() - plural), key.rule, key.range);
  }

  template <class Inner>
  void rows() {
    put("type", "array");
    json_.key("items");
    json_.begin_object();
    whole<Inner>();
    json_.end_object();
  }

  /// What it is, or where that stands.
  template <class Inner>
  void whole() {
    const auto known = referred_.find(std::type_index(typeid(Inner)));
    if (known == referred_.end()) return object<Inner>();
    put("$ref", known->second);
  }

  /// "30m"
  static std::string duration_text(Millis length);
  void integer(Range range);
  void records(std::string_view definition, Rule rule, Range range);
  void amount(Rule rule, Range range);
  void put_spelled(std::string_view key, std::string_view about);
  void text_or_scalar(std::string_view pattern, Range length = {});
  void limited_text(std::string_view pattern, Range length);
  void texts(Rule rule);
  void time(Rule rule);
  void choice(const std::vector<std::string_view>& words);
  void variables();

  JsonWriter& json_;
  Notation notation_;
  std::string_view file_;
  std::map<std::string_view, std::vector<std::string_view>> words_;
  std::map<std::string_view, std::string> spelled_;
  std::string_view left_out_;
  std::map<std::type_index, std::string> referred_;
};

}  // namespace assay::format
