// SPDX-License-Identifier: MIT
#include "format/mcp/harmless.h"

#include "base/text/escape.h"
#include "format/json/tree.h"
#include "format/json/whole_characters.h"

namespace assay::format::mcp {

namespace {

constexpr std::size_t nodes_max = 1'000'000;

void make_printable(JsonNode& node) {
  if (node.kind == JsonNode::Kind::text) node.text = printable(node.text);
  for (JsonNode& item : node.items) make_printable(item);
}

}  // namespace

std::optional<std::string> harmless_json(std::string_view json, std::size_t bytes_max) {
  if (json.size() > bytes_max) return std::nullopt;
  JsonTree tree = read_json_tree(with_whole_characters(json), nodes_max);
  if (!tree.fault.empty()) return std::nullopt;
  make_printable(tree.root);
  std::string text = to_json(tree.root);
  if (text.size() > bytes_max) return std::nullopt;
  return text;
}

std::string harmless_text(std::string_view raw, std::size_t bytes_max, std::size_t& left_out) {
  left_out = 0;
  if (raw.size() > bytes_max) {
    left_out = raw.size() - bytes_max;
    const std::size_t line = raw.find('\n', left_out - 1);
    if (line != std::string_view::npos && line + 1 < raw.size()) left_out = line + 1;
  }
  return printable(strip_escapes(raw.substr(left_out)));
}

}  // namespace assay::format::mcp
