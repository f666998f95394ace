// SPDX-License-Identifier: MIT
// What a scripted agent does: a YAML file with rules, of which the first that fits is played.
//
//   dialect: claude             how it speaks; default text
//   model: scripted-1
//   rules:
//     - match: {role: executor, task: "1.2", attempt: 1}      ASSAY_ROLE, ASSAY_TASK_ID,
//     ASSAY_ATTEMPT;
//                                                             step, instance, round, mode; prompt:
//                                                             a part of it
//       do:                                                   in order; see README.md
//         - write: {path: src/a.c, text: "int a;\n"}
//         - say: TASK_COMPLETE
#pragma once

#include "base/result.h"
#include "format/yaml/tree.h"

#include <string>
#include <vector>

namespace assay::scripted_agent {

struct Step {
  std::string verb;
  format::YamlNode value;
};

struct Rule {
  std::vector<std::pair<std::string, std::string>> match;
  std::vector<Step> steps;
};

struct Scenario {
  std::string dialect = "text";
  std::string model = "scripted-1";
  std::vector<Rule> rules;
};

Result<Scenario> read_scenario(const std::string& path);

/// The first rule that fits the environment and the prompt; null if none does.
const Rule* choose(const Scenario& scenario, const std::string& prompt);

/// The value of a key of a map; null if there is none.
const format::YamlNode* member(const format::YamlNode& map, std::string_view key);
std::string text_of(const format::YamlNode& map, std::string_view key, std::string fallback = "");

/// ${NAME} becomes the variable of the environment.
std::string expanded(const std::string& text);

}  // namespace assay::scripted_agent
