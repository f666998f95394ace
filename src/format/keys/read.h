// SPDX-License-Identifier: MIT
// A YAML map read into a record by its key list.
#pragma once

#include "format/keys/fields.h"
#include "format/keys/put.h"

#include <algorithm>
#include <initializer_list>

namespace assay::format {

constexpr std::string_view config_file = "assay.yaml";

template <class Member>
inline constexpr bool is_list_of_records = false;
template <HasKeys Record>
inline constexpr bool is_list_of_records<std::vector<Record>> = true;

/// Reports the keys that are missing in a map and must be there.
template <class T>
void require_keys(ConfigFields& in) {
  if (in.node().kind != YamlNode::Kind::map) return;
  for_each_key<T>([&](const auto& key) {
    if (key.keep == Keep::required && !in.has(key.name))
      in.object(in.node().line, "", "missing key '" + std::string(key.name) + "'");
  });
}

template <class T>
class KeyReader {
 public:
  KeyReader(ConfigFields& in, T& out, std::initializer_list<std::string_view> others)
      : in_(in), out_(out), others_(others) {}

  void read() {
    for_each_key<T>([&](const auto& key) {
      const bool elsewhere = !key.only.empty() && key.only != config_file;
      const bool other = std::find(others_.begin(), others_.end(), key.name) != others_.end();
      if (!elsewhere && !other) read_key(key);
    });
  }

 private:
  template <class Member>
  void read_key(const Field<T, Member, Absent>&) {}
  template <class Member>
  void read_key(const Field<T, Member, Spelled>&) {}
  template <class Member>
  void read_key(const Field<T, Member, SpelledToo>&) {}
  template <class Member>
  void read_key(const Field<T, Member, Flat>& key) {
    // One that is held by a pointer is for those who make it.
    if constexpr (HasKeys<Member>) KeyReader<Member>(in_, out_.*key.at, others_).read();
  }
  template <class Member>
  void read_key(const Field<T, Member, Members>& key) {
    in_.variables(key.name, out_.*key.at);
  }
  template <class Member, class Shape>
  void read_key(const Field<T, Member, Shape>& key) {
    if constexpr (std::is_same_v<Member, std::vector<std::string>>) {
      read_texts(key.name, key.rule, out_.*key.at);
    } else if constexpr (HasKeys<Member>) {
      const YamlNode* node = in_.find(key.name);
      if (node != nullptr) read_record(*node, in_.path_of(key.name), out_.*key.at);
    } else if constexpr (is_list_of_records<Member>) {
      if (key.rule == Rule::listed) read_records(key.name, key.range, out_.*key.at);
    } else if constexpr (requires(Given given) { put_value(given, key, out_.*key.at); }) {
      const YamlNode* node = in_.find(key.name);
      if (node != nullptr)
        in_.accept(*node, key.name, put_value(given_by(*node), key, out_.*key.at));
    }
  }
  template <class Inner>
  void read_record(const YamlNode& node, std::string path, Inner& out) {
    ConfigFields inner(in_.problems(), node, std::move(path));
    KeyReader<Inner>(inner, out, {}).read();
    require_keys<Inner>(inner);
    inner.finish();
  }
  template <class Inner>
  void read_records(std::string_view name, Range range, std::vector<Inner>& out) {
    const std::vector<const YamlNode*> items = in_.items(name, range);
    for (std::size_t i = 0; i < items.size(); ++i)
      read_record(*items[i], in_.path_of(std::string(name) + "[" + std::to_string(i) + "]"),
                  out.emplace_back());
  }
  void read_texts(std::string_view name, Rule rule, std::vector<std::string>& out) {
    const YamlNode* node = in_.lookup(name);
    if (rule == Rule::one_or_more && node != nullptr && node->kind == YamlNode::Kind::scalar) {
      std::string one;
      in_.text(name, one);
      if (!one.empty()) out.push_back(one);
    } else {
      in_.texts(name, out);
    }
  }

  ConfigFields& in_;
  T& out_;
  std::initializer_list<std::string_view> others_;
};

/// Reads the keys of the list; `others`, and lists of records, are for the caller, who also says
/// what was not known.
template <class T>
void read_keys(ConfigFields& in, T& out, std::initializer_list<std::string_view> others = {}) {
  KeyReader<T>(in, out, others).read();
}

}  // namespace assay::format
