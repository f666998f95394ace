// SPDX-License-Identifier: MIT
// The JSON values that are written into spec files, and how many of them are read from one.
#pragma once

#include "format/json/tree.h"
#include "format/spec/words.h"

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace assay::format::nodes {

constexpr std::size_t nodes_max = 200'000;

inline JsonNode node_of(JsonNode::Kind kind, std::string text = "") {
  JsonNode node;
  node.kind = kind;
  node.text = std::move(text);
  return node;
}

inline JsonNode text(std::string_view value) {
  return node_of(JsonNode::Kind::text, as_unicode(value));
}

template <std::integral Number>
JsonNode number(Number value) {
  return node_of(JsonNode::Kind::integer, std::to_string(value));
}

inline JsonNode flag(bool value) {
  JsonNode node = node_of(JsonNode::Kind::boolean);
  node.truth = value;
  return node;
}

}  // namespace assay::format::nodes
