// SPDX-License-Identifier: MIT
#include "format/json/tree.h"

#include "format/json/reader.h"
#include "format/json/writer.h"
#include "format/problem.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace assay::format {

namespace {

/// Depth is bounded by the reader.
class TreeReader {
 public:
  TreeReader(std::string_view text, std::size_t nodes_max) : in_(text), left_(nodes_max) {}

  JsonTree read() {
    JsonTree tree;
    in_.next();
    if (value(tree.root) && in_.next() != JsonToken::end) blame(in_.fault());
    tree.fault = std::move(fault_);
    tree.offset = fault_offset_;
    return tree;
  }

 private:
  bool blame(const std::string& why) {
    fault_ = why.empty() ? "not JSON" : why;
    fault_offset_ = in_.offset();
    return false;
  }

  bool value(JsonNode& node) {
    if (left_ == 0) return blame("too many values");
    --left_;
    node.offset = in_.offset();
    switch (in_.token()) {
      case JsonToken::begin_object: node.kind = JsonNode::Kind::object; return members(node);
      case JsonToken::begin_array: node.kind = JsonNode::Kind::list; return elements(node);
      case JsonToken::text:
        if (!in_.fault().empty()) return blame(in_.fault());
        return scalar(node, JsonNode::Kind::text);
      case JsonToken::integer: return scalar(node, JsonNode::Kind::integer);
      case JsonToken::real: return scalar(node, JsonNode::Kind::real);
      case JsonToken::boolean:
        node.kind = JsonNode::Kind::boolean;
        node.truth = in_.truth();
        return true;
      case JsonToken::null: node.kind = JsonNode::Kind::null; return true;
      case JsonToken::end_object:
      case JsonToken::end_array:
      case JsonToken::key:
      case JsonToken::end:
      case JsonToken::broken: break;
    }
    return blame(in_.fault());
  }

  bool scalar(JsonNode& node, JsonNode::Kind kind) {
    node.kind = kind;
    node.text = in_.text();
    return true;
  }

  bool elements(JsonNode& node) {
    while (in_.next() != JsonToken::end_array) {
      node.items.emplace_back();
      if (!value(node.items.back())) return false;
    }
    return true;
  }

  bool members(JsonNode& node) {
    std::set<std::string> seen;
    while (in_.next() == JsonToken::key) {
      if (!in_.fault().empty()) return blame(in_.fault());
      std::string name(in_.text());
      if (!seen.insert(name).second) return blame("key " + quoted(name) + " is there twice");
      node.names.push_back(std::move(name));
      node.items.emplace_back();
      in_.next();
      if (!value(node.items.back())) return false;
    }
    return in_.token() == JsonToken::end_object || blame(in_.fault());
  }

  JsonReader in_;
  std::size_t left_;
  std::string fault_;
  std::size_t fault_offset_ = 0;
};

bool is_number(const JsonNode& node) {
  return node.kind == JsonNode::Kind::integer || node.kind == JsonNode::Kind::real;
}

bool same_number(const std::string& a, const std::string& b) {
  if (a == b) return true;
  double x = 0;
  double y = 0;
  const auto [end_a, bad_a] = std::from_chars(a.data(), a.data() + a.size(), x);
  const auto [end_b, bad_b] = std::from_chars(b.data(), b.data() + b.size(), y);
  const bool whole = end_a == a.data() + a.size() && end_b == b.data() + b.size();
  // Above 2^53 two different integers may be one double.
  constexpr double exact = 9007199254740992.0;
  return whole && bad_a == std::errc{} && bad_b == std::errc{} && x == y && x < exact && x > -exact;
}

}  // namespace

const JsonNode* JsonNode::find(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (kind != Kind::object || found == names.end()) return nullptr;
  return &items[static_cast<std::size_t>(found - names.begin())];
}

JsonTree read_json_tree(std::string_view text, std::size_t nodes_max) {
  return TreeReader(text, nodes_max).read();
}

void write_json_tree(JsonWriter& json, const JsonNode& node) {
  switch (node.kind) {
    case JsonNode::Kind::null: return json.null();
    case JsonNode::Kind::boolean: return json.boolean(node.truth);
    case JsonNode::Kind::integer:
    case JsonNode::Kind::real: return json.digits(node.text);
    case JsonNode::Kind::text: return json.text(node.text);
    case JsonNode::Kind::list:
      json.begin_array();
      for (const JsonNode& item : node.items) write_json_tree(json, item);
      return json.end_array();
    case JsonNode::Kind::object: break;
  }
  json.begin_object();
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    json.member(node.names[i]);
    write_json_tree(json, node.items[i]);
  }
  json.end_object();
}

std::string to_json(const JsonNode& node) {
  std::string out;
  JsonWriter json(out);
  write_json_tree(json, node);
  return out;
}

bool same_value(const JsonNode& a, const JsonNode& b) {
  if (is_number(a) && is_number(b)) return same_number(a.text, b.text);
  if (a.kind != b.kind || a.items.size() != b.items.size()) return false;
  if (a.kind == JsonNode::Kind::object) {
    for (std::size_t i = 0; i < a.items.size(); ++i) {
      const JsonNode* other = b.find(a.names[i]);
      if (other == nullptr || !same_value(a.items[i], *other)) return false;
    }
    return true;
  }
  return a.truth == b.truth && a.text == b.text &&
         std::equal(a.items.begin(), a.items.end(), b.items.begin(), same_value);
}

bool is_json_pointer(std::string_view pointer) {
  if (pointer.empty()) return true;
  if (pointer.front() != '/') return false;
  for (std::size_t i = 0; i < pointer.size(); ++i) {
    if (pointer[i] != '~') continue;
    if (i + 1 == pointer.size() || (pointer[i + 1] != '0' && pointer[i + 1] != '1')) return false;
  }
  return true;
}

std::string pointer_token(std::string_view name) {
  std::string token;
  for (const char c : name) {
    if (c == '~') {
      token += "~0";
    } else if (c == '/') {
      token += "~1";
    } else {
      token.push_back(c);
    }
  }
  return token;
}

const JsonNode* at_pointer(const JsonNode& root, std::string_view pointer) {
  if (!is_json_pointer(pointer)) return nullptr;
  const JsonNode* at = &root;
  while (at != nullptr && !pointer.empty()) {
    const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
    std::string name;
    for (std::size_t i = 1; i < end; ++i) {
      if (pointer[i] == '~') {
        name.push_back(pointer[++i] == '0' ? '~' : '/');
      } else {
        name.push_back(pointer[i]);
      }
    }
    pointer.remove_prefix(end);
    if (at->kind != JsonNode::Kind::list) {
      at = at->find(name);
      continue;
    }
    std::size_t index = 0;
    const auto [last, bad] = std::from_chars(name.data(), name.data() + name.size(), index);
    const bool canonical = !name.empty() && (name == "0" || name.front() != '0');
    const bool whole = bad == std::errc{} && last == name.data() + name.size() && canonical;
    at = whole && index < at->items.size() ? &at->items[index] : nullptr;
  }
  return at;
}

std::string_view kind_name(JsonNode::Kind kind) {
  switch (kind) {
    case JsonNode::Kind::null: return "null";
    case JsonNode::Kind::boolean: return "a boolean";
    case JsonNode::Kind::integer: return "an integer";
    case JsonNode::Kind::real: return "a number";
    case JsonNode::Kind::text: return "a string";
    case JsonNode::Kind::list: return "a list";
    case JsonNode::Kind::object: return "an object";
  }
  return "null";
}

}  // namespace assay::format
