// SPDX-License-Identifier: MIT
#include "format/mcp/arguments.h"

#include "base/quoted.h"

#include <algorithm>

namespace assay::format::mcp {

Objection put_texts(const JsonNode& node, std::vector<std::string>& out) {
  if (node.kind != JsonNode::Kind::list) return wrong_type("a list of strings", given_by(node));
  if (node.items.size() > listed_max)
    return "has more than " + std::to_string(listed_max) + " values";
  for (const JsonNode& item : node.items) {
    if (item.kind != JsonNode::Kind::text || item.text.empty())
      return "must be a list of strings that are not empty";
    out.push_back(item.text);
  }
  return {};
}

std::vector<std::string> unknown_arguments(const JsonNode& given,
                                           const std::vector<std::string_view>& names) {
  std::vector<std::string> wrong;
  for (const std::string& name : given.names) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    wrong.push_back("unknown argument " + quoted(name) + suggestion(name, names));
  }
  return wrong;
}

}  // namespace assay::format::mcp
