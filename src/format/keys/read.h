// SPDX-License-Identifier: MIT
// A YAML map read into a record by its key list.
#pragma once

#include "format/keys/fields.h"
#include "format/keys/put.h"

#include <algorithm>
#include <initializer_list>

namespace assay::format {

constexpr std::string_view config_file = "assay.yaml";

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
  void read_key(const Field<T, Member, Flat>& key) {
    KeyReader<Member>(in_, out_.*key.at, others_).read();
  }
  template <class Member>
  void read_key(const Field<T, Member, Members>& key) {
    in_.variables(key.name, out_.*key.at);
  }
  template <class Member, class Shape>
  void read_key(const Field<T, Member, Shape>& key) {
    if constexpr (std::is_same_v<Member, std::vector<std::string>>) {
      read_texts(key.name, key.rule, out_.*key.at);
    } else if constexpr (HasFields<Member>) {
      const YamlNode* node = in_.find(key.name);
      if (node == nullptr) return;
      ConfigFields inner(in_.problems(), *node, in_.path_of(key.name));
      KeyReader<Member>(inner, out_.*key.at, {}).read();
      inner.finish();
    } else if constexpr (requires(Given given) { put_value(given, key, out_.*key.at); }) {
      const YamlNode* node = in_.find(key.name);
      if (node != nullptr)
        in_.accept(*node, key.name, put_value(given_by(*node), key, out_.*key.at));
    }
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
