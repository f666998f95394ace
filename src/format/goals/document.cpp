// SPDX-License-Identifier: MIT
#include "format/goals/document.h"

#include "base/text/utf8.h"
#include "format/keys/given.h"

#include <fmt/format.h>

namespace assay::format {

namespace {

constexpr std::size_t document_nodes_max = 1'000'000;
constexpr std::size_t shown_max = 200;

JsonTree read_document(core::goals::Notation notation, std::string_view text) {
  if (notation == core::goals::Notation::json) return read_json_tree(text, document_nodes_max);
  JsonTree tree;
  const YamlReading yaml = read_yaml(text);
  if (!yaml.faults.empty()) {
    const YamlFault& first = yaml.faults.front();
    tree.fault = fmt::format("line {}: {}", first.line, first.what);
    return tree;
  }
  tree.root = json_of(yaml.root);
  return tree;
}

std::string shown(const JsonNode& node) {
  std::string text = to_json(node);
  if (text.size() <= shown_max) return text;
  return std::string(beginning_of(text, shown_max)) + "...";
}

}  // namespace

JsonNode json_of(const YamlNode& node) {
  JsonNode made;
  const Given given = given_by(node);
  switch (given.kind) {
    case Given::Kind::null: made.kind = JsonNode::Kind::null; break;
    case Given::Kind::boolean: made.kind = JsonNode::Kind::boolean; break;
    case Given::Kind::integer: made.kind = JsonNode::Kind::integer; break;
    case Given::Kind::real: made.kind = JsonNode::Kind::real; break;
    case Given::Kind::text: made.kind = JsonNode::Kind::text; break;
    case Given::Kind::list: made.kind = JsonNode::Kind::list; break;
    case Given::Kind::object: made.kind = JsonNode::Kind::object; break;
  }
  made.truth = given.truth;
  const bool is_word = made.kind == JsonNode::Kind::boolean || made.kind == JsonNode::Kind::null;
  if (!is_word) made.text = given.text;
  if (made.kind == JsonNode::Kind::integer && made.text.front() == '+') made.text.erase(0, 1);
  const bool is_map = made.kind == JsonNode::Kind::object;
  for (std::size_t i = 0; i < node.items.size(); i += is_map ? 2 : 1) {
    if (is_map) made.names.push_back(node.items[i].text);
    const std::size_t value = is_map ? i + 1 : i;
    made.items.push_back(value < node.items.size() ? json_of(node.items[value]) : JsonNode());
  }
  return made;
}

ValueReading look_up(const core::goals::Value& wanted, std::string_view text) {
  ValueReading reading;
  const JsonTree tree = read_document(wanted.notation, text);
  reading.fault = tree.fault;
  if (!reading.fault.empty()) return reading;
  const JsonNode* found = at_pointer(tree.root, wanted.pointer);
  if (found == nullptr) return reading;
  reading.found = true;
  reading.value = shown(*found);
  if (!wanted.equals) {
    reading.equal = true;
    return reading;
  }
  const JsonTree equals = read_json_tree(*wanted.equals, document_nodes_max);
  reading.equal = equals.fault.empty() && same_value(*found, equals.root);
  return reading;
}

}  // namespace assay::format
