// SPDX-License-Identifier: MIT
// Makefiles: their explicit targets, and the gates among them.
#include "format/project/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace assay::format::project {
namespace {

using core::verify::GateType;
using Names = std::vector<std::string>;

bool is_target_name(std::string_view word) {
  return !word.empty() && word.front() != '.' && std::all_of(word.begin(), word.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.' ||
           c == '/';
  });
}

/// "CFLAGS = x", "CFLAGS := x" and the like, also after a target: "debug: CFLAGS += -g".
bool is_assignment(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return false;
  std::string_view left = text.substr(0, equals);
  while (!left.empty() &&
         (left.back() == ':' || left.back() == '+' || left.back() == '?' || left.back() == '!')) {
    left.remove_suffix(1);
  }
  left = trimmed(left);
  for (const char* word : {"export ", "override ", "private "}) {
    if (left.substr(0, std::string_view{word}.size()) == word)
      left = trimmed(left.substr(std::string_view{word}.size()));
  }
  return left.find_first_of(" \t:$()") == std::string_view::npos;
}

void add_rule(std::string_view line, Names& targets) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || is_assignment(line)) return;
  std::string_view prerequisites = line.substr(colon + 1);
  if (!prerequisites.empty() && prerequisites.front() == ':') prerequisites.remove_prefix(1);
  if (is_assignment(prerequisites.substr(0, prerequisites.find(';')))) return;
  std::string_view names = line.substr(0, colon);
  while (!(names = trimmed(names)).empty()) {
    const std::size_t end = std::min(names.find_first_of(" \t"), names.size());
    const std::string name{names.substr(0, end)};
    const bool known = std::find(targets.begin(), targets.end(), name) != targets.end();
    if (is_target_name(name) && !known && targets.size() < 500) targets.push_back(name);
    names.remove_prefix(end);
  }
}

std::optional<std::string> first_in(const Names& targets, const std::vector<const char*>& wanted) {
  for (const char* name : wanted) {
    if (std::find(targets.begin(), targets.end(), name) != targets.end()) return name;
  }
  return std::nullopt;
}

void add_target(Survey& survey, Gate gate, const std::string& target) {
  if (survey.has_gate(gate.gate_type)) {
    survey.note(fmt::format("the makefile has a target `{}` too; `{}` was chosen", target,
                            survey.command_of(gate.gate_type)));
    return;
  }
  survey.add("make", std::move(gate));
}

void add_targets(Survey& survey, const Names& targets) {
  const bool alone = !survey.has_gate(GateType::test) && !survey.has_gate(GateType::build);
  if (const auto build = first_in(targets, {"build", "all"})) {
    add_target(survey, build_gate("make " + *build, ""), *build);
  } else if (alone && !targets.empty() &&
             !first_in({targets.front()},
                       {"test", "tests", "check", "help", "clean", "install", "lint", "run"})) {
    survey.add("make", build_gate("make", "the default target"));
  }
  if (const auto test = first_in(targets, {"test", "check", "tests"})) {
    add_target(survey, test_gate("make " + *test, "the runner behind it must print its counts"),
               *test);
  }
  const std::pair<GateType, std::vector<const char*>> readers[] = {
      {GateType::lint, {"lint"}},
      {GateType::typecheck, {"typecheck", "type-check", "types", "mypy"}},
      {GateType::format, {"format-check", "fmt-check", "check-format", "check-fmt"}}};
  for (const auto& [type, names] : readers) {
    if (const auto target = first_in(targets, names)) {
      add_target(survey, reading_gate(type, "make " + *target), *target);
    }
  }
}

}  // namespace

std::vector<std::string> make_targets(std::string_view makefile) {
  Names targets;
  bool in_define = false;
  bool continued = false;
  for (std::string_view line : lines_of(makefile)) {
    const bool skip = continued;
    continued = ends_with(trimmed(line), "\\");
    if (skip || line.empty() || line.front() == '\t') continue;
    line = trimmed(line.substr(0, line.find('#')));
    if (line.substr(0, 7) == "define ") in_define = true;
    if (line == "endef") in_define = false;
    if (!in_define) add_rule(line, targets);
  }
  return targets;
}

void find_make(Survey& survey) {
  if (const auto file = survey.first_of({"GNUmakefile", "makefile", "Makefile"})) {
    const std::size_t before = survey.has_gate(GateType::test) ? 1 : 0;
    const Names targets = make_targets(survey.text(*file));
    if (targets.empty()) return;
    survey.found("Make", *file);
    add_targets(survey, targets);
    if (before == 0 && !survey.has_gate(GateType::test)) {
      survey.note(fmt::format("{} has no target `test` or `check`: no test gate written", *file));
    }
    return;
  }
  if (!survey.has("configure") || survey.has_gate(GateType::build)) return;
  survey.found("Autotools", "configure");
  survey.add("autotools", build_gate("./configure && make", ""));
  survey.add("autotools", test_gate("make check", ""));
}

}  // namespace assay::format::project
