// SPDX-License-Identifier: MIT
// JSON as a small tree whose nodes know where they stand. For documents that are looked at from
// several sides; what is read once from front to end needs only JsonReader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

class JsonWriter;

struct JsonNode {
  enum class Kind : std::uint8_t { null, boolean, integer, real, text, list, object };

  Kind kind = Kind::null;
  bool truth = false;
  std::size_t offset = 0;          ///< where it begins in the text
  std::string text;                ///< of a text; the characters of a number
  std::vector<std::string> names;  ///< of an object, one for each item
  std::vector<JsonNode> items;     ///< of a list or an object

  /// The member of that name, or null.
  const JsonNode* find(std::string_view name) const;
};

struct JsonTree {
  JsonNode root;
  std::string fault;       ///< empty: the root is good
  std::size_t offset = 0;  ///< of the fault
};

/// Refused: what JsonReader refuses, repeated names, more than `nodes_max` values.
JsonTree read_json_tree(std::string_view text, std::size_t nodes_max);

/// Writes the node where the writer stands; numbers as they were written.
void write_json_tree(JsonWriter& json, const JsonNode& node);

/// Compact; numbers as they were written.
std::string to_json(const JsonNode& node);

/// Numbers by value, objects whatever their order.
bool same_value(const JsonNode& a, const JsonNode& b);

/// The node an RFC 6901 pointer names, or null.
const JsonNode* at_pointer(const JsonNode& root, std::string_view pointer);

/// Empty, or begins with a slash, and every ~ is followed by 0 or 1.
bool is_json_pointer(std::string_view pointer);

/// With ~ and / escaped.
std::string pointer_token(std::string_view name);

/// "an object", "a string", ...
std::string_view kind_name(JsonNode::Kind kind);

}  // namespace assay::format
