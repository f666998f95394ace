// SPDX-License-Identifier: MIT
#include "format/keys/fields.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format {

ConfigFields::ConfigFields(ProblemLog& problems, const YamlNode& node, std::string path)
    : problems_(problems), node_(node), path_(std::move(path)) {
  if (node_.kind == YamlNode::Kind::map) {
    check_keys();
  } else {
    object(node.line, "", wrong_type("a map", given_by(node)));
  }
}

/// Keys are plain words, each there once.
void ConfigFields::check_keys() {
  std::set<std::string_view> met;
  for (std::size_t i = 0; i + 1 < node_.items.size(); i += 2) {
    const YamlNode& key = node_.items[i];
    if (key.kind != YamlNode::Kind::scalar) {
      object(key.line, "", "a key must be a word");
    } else if (!met.insert(key.text).second) {
      problems_.add(key.line, "", "duplicate key " + quoted(key.text));
    }
  }
}

const YamlNode* ConfigFields::lookup(std::string_view key) const {
  if (node_.kind != YamlNode::Kind::map) return nullptr;
  for (std::size_t i = 0; i + 1 < node_.items.size(); i += 2) {
    const YamlNode& name = node_.items[i];
    if (name.kind == YamlNode::Kind::scalar && name.text == key) return &node_.items[i + 1];
  }
  return nullptr;
}

const YamlNode* ConfigFields::find(std::string_view key) {
  known_.push_back(key);
  const YamlNode* found = lookup(key);
  if (found != nullptr && found->kind == YamlNode::Kind::null) {
    object(found->line, key, "has no value");
    return nullptr;
  }
  return found;
}

void ConfigFields::refuse(std::string_view key, std::string_view why) {
  refused_.push_back(key);
  if (const YamlNode* found = lookup(key))
    problems_.add(found->line, path_of(key), std::string(why));
}

void ConfigFields::finish() {
  if (node_.kind != YamlNode::Kind::map) return;
  for (std::size_t i = 0; i + 1 < node_.items.size(); i += 2) {
    const YamlNode& key = node_.items[i];
    const auto is_in = [&](const std::vector<std::string_view>& keys) {
      return std::find(keys.begin(), keys.end(), key.text) != keys.end();
    };
    if (key.kind == YamlNode::Kind::scalar && !is_in(known_) && !is_in(refused_))
      problems_.add(key.line, "", unknown_key(key.text, known_));
  }
}

std::string ConfigFields::path_of(std::string_view key) const {
  if (path_.empty() || key.empty()) return path_ + std::string(key);
  return path_ + "." + std::string(key);
}

void ConfigFields::object(std::size_t line, std::string_view key, std::string_view what) {
  const std::string path = path_of(key);
  problems_.add(line, "", path.empty() ? std::string(what) : fmt::format("{}: {}", path, what));
}

bool ConfigFields::accept(const YamlNode& node, std::string_view key, Objection objection) {
  if (objection.empty()) return true;
  object(node.line, key, objection);
  return false;
}

void ConfigFields::text(std::string_view key, std::string& out) {
  const YamlNode* node = find(key);
  if (node == nullptr || !accept(*node, key, put_text(given_by(*node), out))) return;
  accept(*node, key, out.empty() ? "must not be empty" : check_no_nul(out));
}

void ConfigFields::boolean(std::string_view key, bool& out) {
  if (const YamlNode* node = find(key)) accept(*node, key, put_boolean(given_by(*node), out));
}

void ConfigFields::integer(std::string_view key, Range range, std::int32_t& out) {
  if (const YamlNode* node = find(key))
    accept(*node, key, put_integer(given_by(*node), range, out));
}

std::optional<std::size_t> ConfigFields::choice(std::string_view key,
                                                const std::vector<std::string_view>& names) {
  std::size_t index = 0;
  const YamlNode* node = find(key);
  if (node == nullptr || !accept(*node, key, put_choice(given_by(*node), names, index)))
    return std::nullopt;
  return index;
}

void ConfigFields::texts(std::string_view key, std::vector<std::string>& out) {
  const YamlNode* node = find(key);
  if (node == nullptr) return;
  if (node->kind != YamlNode::Kind::list) {
    accept(*node, key, wrong_type("a list", given_by(*node)));
    return;
  }
  if (node->items.empty()) object(node->line, key, "must not be empty");
  for (std::size_t i = 0; i < node->items.size(); ++i) {
    std::string text;
    Objection objection = put_text(given_by(node->items[i]), text);
    if (objection.empty()) objection = check_no_nul(text);
    if (accept(node->items[i], fmt::format("{}[{}]", key, i), objection))
      out.push_back(std::move(text));
  }
}

/// How many of `count` are read.
std::size_t ConfigFields::bounded(const YamlNode& node, std::string_view key, std::size_t count,
                                  Range range) {
  const auto most = static_cast<std::size_t>(range.highest);
  if (count == 0) object(node.line, key, "must not be empty");
  if (count > most) object(node.line, key, fmt::format("has {}, at most {}", count, most));
  return std::min(count, most);
}

std::vector<const YamlNode*> ConfigFields::items(std::string_view key, Range range) {
  std::vector<const YamlNode*> items;
  const YamlNode* node = find(key);
  if (node == nullptr) return items;
  if (node->kind != YamlNode::Kind::list) {
    accept(*node, key, wrong_type("a list", given_by(*node)));
    return items;
  }
  const std::size_t count = bounded(*node, key, node->items.size(), range);
  for (std::size_t i = 0; i < count; ++i) items.push_back(&node->items[i]);
  return items;
}

std::vector<std::pair<const YamlNode*, const YamlNode*>> ConfigFields::entries(std::string_view key,
                                                                               Range range) {
  std::vector<std::pair<const YamlNode*, const YamlNode*>> entries;
  const YamlNode* node = find(key);
  if (node == nullptr) return entries;
  const ConfigFields keys(problems_, *node, path_of(key));  // complains about what is no map
  if (node->kind != YamlNode::Kind::map) return entries;
  const std::size_t count = bounded(*node, key, node->items.size() / 2, range);
  for (std::size_t i = 0; i < 2 * count; i += 2) {
    if (node->items[i].kind == YamlNode::Kind::scalar)
      entries.emplace_back(&node->items[i], &node->items[i + 1]);
  }
  return entries;
}

void ConfigFields::variables(std::string_view key,
                             std::vector<std::pair<std::string, std::string>>& out) {
  const YamlNode* node = find(key);
  if (node == nullptr) return;
  const ConfigFields entries(problems_, *node, path_of(key));
  if (node->kind != YamlNode::Kind::map) return;
  for (std::size_t i = 0; i + 1 < node->items.size(); i += 2) {
    const YamlNode& name = node->items[i];
    if (name.kind != YamlNode::Kind::scalar) continue;
    std::string value;
    Objection objection = check_env_name(name.text);
    if (objection.empty()) objection = put_text(given_by(node->items[i + 1]), value);
    if (objection.empty()) objection = check_no_nul(value);
    if (accept(name, key, objection)) out.emplace_back(name.text, std::move(value));
  }
}

}  // namespace assay::format
