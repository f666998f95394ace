// SPDX-License-Identifier: MIT
// The arguments of a tool, read by the key list of their record; its schema comes from the same
// list.
#pragma once

#include "base/edit_distance.h"
#include "format/json/tree.h"
#include "format/keys/put.h"
#include "format/schema/keys.h"

#include <string>
#include <vector>

namespace assay::format::mcp {

/// How many words one argument may list.
inline constexpr std::size_t listed_max = 1000;

Objection put_texts(const JsonNode& node, std::vector<std::string>& out);

template <class T>
std::vector<std::string_view> argument_names() {
  std::vector<std::string_view> names;
  for_each_key<T>([&](const auto& key) { names.push_back(key.name); });
  return names;
}

/// Of names that no argument has: "unknown argument 'onyl' (did you mean 'only'?)".
std::vector<std::string> unknown_arguments(const JsonNode& given,
                                           const std::vector<std::string_view>& names);

/// What is wrong with them; empty: nothing. `given` may be null: there are none.
template <class T>
std::vector<std::string> read_arguments(const JsonNode& given, T& out) {
  if (given.kind != JsonNode::Kind::object && given.kind != JsonNode::Kind::null)
    return {"arguments must be an object"};
  std::vector<std::string> wrong = unknown_arguments(given, argument_names<T>());
  for_each_key<T>([&](const auto& key) {
    const std::string name(key.name);
    const JsonNode* node = given.find(key.name);
    const bool none = node == nullptr || node->kind == JsonNode::Kind::null;
    if (none) {
      if (key.keep == Keep::required) wrong.push_back("missing argument '" + name + "'");
      return;
    }
    Objection objection;
    if constexpr (requires { put_texts(*node, out.*key.at); })
      objection = put_texts(*node, out.*key.at);
    else
      objection = put_value(given_by(*node), key, out.*key.at);
    if (!objection.empty()) wrong.push_back(name + " " + objection);
  });
  return wrong;
}

/// An object by the list of T, without a dialect of its own: what is in it means the same in all.
template <class T>
std::string schema_of(Notation notation) {
  std::string text;
  JsonWriter json(text);
  KeySchema schema(json, notation, "");
  json.begin_object();
  schema.object<T>();
  json.end_object();
  return text;
}

}  // namespace assay::format::mcp
