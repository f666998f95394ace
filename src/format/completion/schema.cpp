// SPDX-License-Identifier: MIT
#include "format/completion/schema.h"

#include "base/text/utf8.h"
#include "format/keys/rules.h"
#include "format/runners/scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace assay::format::contract {

namespace {

using Kind = YamlNode::Kind;

std::int64_t characters_in(std::string_view text) {
  std::int64_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count)
    at += std::max<std::size_t>(decode_utf8(text, at).length, 1);
  return count;
}

std::string joined(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

class Checker {
 public:
  explicit Checker(Judged judged) : judged_(judged) {}

  void map(const YamlNode& node, Table<Rule> rules, const std::string& path) {
    for (const Rule& rule : rules) check_key(node, rule, path);
    std::vector<std::string_view> known;
    for (const Rule& rule : rules) known.push_back(rule.key);
    std::set<std::string_view> met;
    for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
      const YamlNode& key = node.items[i];
      if (!met.insert(key.text).second) {
        blame(key, joined(path, key.text), "is given twice");
      } else if (std::count(known.begin(), known.end(), key.text) == 0) {
        judged_.remarks.add(key.line, path, unknown_key(key.text, known));
      }
    }
  }

 private:
  void check_key(const YamlNode& node, const Rule& rule, const std::string& path) {
    const YamlNode* value = nullptr;
    for (std::size_t i = 0; i + 1 < node.items.size() && value == nullptr; i += 2) {
      if (node.items[i].text == rule.key) value = &node.items[i + 1];
    }
    const std::string where = joined(path, rule.key);
    if (value == nullptr) {
      if (rule.need != Need::optional) blame(node, where, "is missing");
    } else if (value->kind == Kind::null) {
      if (rule.need == Need::required) blame(*value, where, "must not be null");
    } else {
      check_value(*value, rule, where);
    }
  }

  void check_value(const YamlNode& node, const Rule& rule, const std::string& where) {
    switch (rule.shape) {
      case Shape::text: return check_text(node, rule, where);
      case Shape::integer: return check_integer(node, rule, where);
      case Shape::boolean: return check_boolean(node, where);
      case Shape::word: return check_word(node, rule, where);
      case Shape::path: return check_path(node, where);
      case Shape::map:
        if (node.kind == Kind::map) return map(node, rule.inside, where);
        return blame(node, where, wrong_type("a map", given_by(node)));
      case Shape::texts:
      case Shape::paths:
      case Shape::maps:
      case Shape::texts_or_maps: return check_list(node, rule, where);
      case Shape::anything: return;
    }
  }

  void check_text(const YamlNode& node, const Rule& rule, const std::string& where) {
    std::string text;
    Objection objection = put_text(given_by(node), text);
    if (objection.empty() && trim(text).empty()) objection = "must not be empty";
    if (objection.empty() && rule.most > 0 && characters_in(text) > rule.most)
      objection = fmt::format("has {} characters, {} are allowed", characters_in(text), rule.most);
    if (!objection.empty()) return blame(node, where, objection);
    if (rule.id_form.empty()) return;
    const std::string_view number =
        std::string_view(text).substr(std::min(text.size(), rule.id_form.size()));
    const bool fits = starts_with(text, rule.id_form) && !number.empty() &&
                      std::all_of(number.begin(), number.end(), is_digit);
    if (!fits) {
      judged_.remarks.add(node.line, where,
                          fmt::format("{} is not of the form {}n", quoted(text), rule.id_form));
    }
  }

  void check_integer(const YamlNode& node, const Rule& rule, const std::string& where) {
    std::int64_t value = 0;
    const Range range{rule.least, rule.most > 0 ? rule.most : any_int32.highest};
    const Objection objection = put_integer(given_by(node), range, value);
    if (!objection.empty()) blame(node, where, objection);
  }

  void check_boolean(const YamlNode& node, const std::string& where) {
    bool value = false;
    const Objection objection = put_boolean(given_by(node), value);
    if (!objection.empty()) blame(node, where, objection);
  }

  void check_word(const YamlNode& node, const Rule& rule, const std::string& where) {
    std::size_t index = 0;
    const std::vector<std::string_view> names(rule.words.begin(), rule.words.end());
    const Objection objection = put_choice(given_by(node), names, index);
    if (!objection.empty()) blame(node, where, objection);
  }

  void check_path(const YamlNode& node, const std::string& where) {
    std::string text;
    Objection objection = put_text(given_by(node), text);
    if (objection.empty()) objection = check_inner_path(text);
    if (!objection.empty()) blame(node, where, objection);
  }

  void check_list(const YamlNode& node, const Rule& rule, const std::string& where) {
    if (node.kind != Kind::list) return blame(node, where, wrong_type("a list", given_by(node)));
    if (static_cast<std::int64_t>(node.items.size()) < rule.least)
      blame(node, where, fmt::format("needs at least {} entries", rule.least));
    for (std::size_t i = 0; i < node.items.size(); ++i)
      check_item(node.items[i], rule, fmt::format("{}[{}]", where, i));
  }

  void check_item(const YamlNode& item, const Rule& rule, const std::string& where) {
    const bool map_wanted =
        rule.shape == Shape::maps || (rule.shape == Shape::texts_or_maps && item.kind == Kind::map);
    if (!map_wanted) {
      return rule.shape == Shape::paths ? check_path(item, where) : check_text(item, {}, where);
    }
    if (item.kind == Kind::map) return map(item, rule.inside, where);
    blame(item, where, wrong_type("a map", given_by(item)));
  }

  void blame(const YamlNode& node, const std::string& where, std::string what) {
    judged_.problems.add(node.line, where, std::move(what));
  }

  Judged judged_;
};

}  // namespace

void hold_against(const YamlNode& node, Table<Rule> rules, const std::string& path, Judged judged) {
  Checker(judged).map(node, rules, path);
}

const YamlNode* find_key(const YamlNode& map, std::string_view key) {
  if (map.kind != Kind::map) return nullptr;
  for (std::size_t i = 0; i + 1 < map.items.size(); i += 2) {
    const YamlNode& value = map.items[i + 1];
    if (map.items[i].text == key) return value.kind == Kind::null ? nullptr : &value;
  }
  return nullptr;
}

const YamlNode* find_path(const YamlNode& map, std::string_view path) {
  const YamlNode* node = &map;
  while (node != nullptr && !path.empty()) {
    const std::size_t dot = std::min(path.find('.'), path.size());
    node = find_key(*node, path.substr(0, dot));
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  return node;
}

}  // namespace assay::format::contract
