// SPDX-License-Identifier: MIT
#include "scripted-agent/scenario.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace assay::scripted_agent {

namespace {

using format::YamlNode;

Error bad(const std::string& path, std::size_t line, const std::string& what) {
  return {Fault::bad_input, path + ":" + std::to_string(line) + ": " + what};
}

std::string variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? "" : value;
}

std::string variable_of(const std::string& key) {
  if (key == "role") return variable("ASSAY_ROLE");
  if (key == "task") return variable("ASSAY_TASK_ID");
  if (key == "index") return variable("ASSAY_TASK_INDEX");
  if (key == "attempt") return variable("ASSAY_ATTEMPT");
  if (key == "step") return variable("ASSAY_STEP");
  if (key == "instance") return variable("ASSAY_INSTANCE");
  if (key == "round") return variable("ASSAY_ROUND");
  if (key == "mode") return variable("ASSAY_MODE");
  return variable(key);
}

/// A step is a word ("hang") or a map with one key ("sleep: 1").
Result<Step> read_step(const std::string& path, const YamlNode& node) {
  if (node.kind == YamlNode::Kind::scalar) return Step{node.text, {}};
  if (node.kind == YamlNode::Kind::map && node.items.size() == 2)
    return Step{node.items[0].text, node.items[1]};
  return bad(path, node.line, "a step is a word or has one key");
}

Result<Rule> read_rule(const std::string& path, const YamlNode& node) {
  Rule rule;
  if (const YamlNode* match = member(node, "match")) {
    for (std::size_t i = 0; i + 1 < match->items.size(); i += 2)
      rule.match.emplace_back(match->items[i].text, match->items[i + 1].text);
  }
  const YamlNode* steps = member(node, "do");
  if (steps == nullptr || steps->kind != YamlNode::Kind::list)
    return bad(path, node.line, "a rule needs a list of steps under do:");
  for (const YamlNode& step : steps->items) rule.steps.push_back(TRY(read_step(path, step)));
  return rule;
}

}  // namespace

const YamlNode* member(const YamlNode& map, std::string_view key) {
  if (map.kind != YamlNode::Kind::map) return nullptr;
  for (std::size_t i = 0; i + 1 < map.items.size(); i += 2) {
    if (map.items[i].text == key) return &map.items[i + 1];
  }
  return nullptr;
}

std::string text_of(const YamlNode& map, std::string_view key, std::string fallback) {
  const YamlNode* node = member(map, key);
  return node == nullptr ? fallback : expanded(node->text);
}

std::string expanded(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.compare(at, 2, "${") == 0 ? text.find('}', at) : std::string::npos;
    if (end == std::string::npos) {
      out += text[at++];
    } else {
      out += variable(text.substr(at + 2, end - at - 2));
      at = end + 1;
    }
  }
  return out;
}

Result<Scenario> read_scenario(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{Fault::not_found, path + ": cannot be read"};
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const format::YamlReading reading = format::read_yaml(text);
  if (!reading.faults.empty()) return bad(path, reading.faults[0].line, reading.faults[0].what);
  Scenario scenario;
  scenario.dialect = text_of(reading.root, "dialect", scenario.dialect);
  scenario.model = text_of(reading.root, "model", scenario.model);
  const YamlNode* rules = member(reading.root, "rules");
  if (rules == nullptr) return bad(path, 1, "no rules:");
  for (const YamlNode& rule : rules->items) scenario.rules.push_back(TRY(read_rule(path, rule)));
  return scenario;
}

const Rule* choose(const Scenario& scenario, const std::string& prompt) {
  for (const Rule& rule : scenario.rules) {
    bool fits = true;
    for (const auto& [key, wanted] : rule.match) {
      fits = fits && (key == "prompt" ? prompt.find(wanted) != std::string::npos
                                      : variable_of(key) == wanted);
    }
    if (fits) return &rule;
  }
  return nullptr;
}

}  // namespace assay::scripted_agent
