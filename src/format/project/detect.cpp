// SPDX-License-Identifier: MIT
#include "format/project/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace assay::format {
namespace {

using project::Survey;

constexpr std::size_t folders_max = 30;
constexpr std::size_t workflows_max = 10;
constexpr std::size_t ci_hints_max = 5;

using Finder = void (*)(Survey&);
constexpr std::array<Finder, 12> finders{
    project::find_cmake,  project::find_meson,  project::find_cargo, project::find_go,
    project::find_node,   project::find_python, project::find_maven, project::find_gradle,
    project::find_dotnet, project::find_ruby,   project::find_php,   project::find_make};

std::string workflows_text(const ProjectFiles& files) {
  std::string all = files.read(".gitlab-ci.yml").value_or("");
  std::size_t read = 0;
  for (const std::string& name : files.list(".github/workflows")) {
    if (!project::ends_with(name, ".yml") && !project::ends_with(name, ".yaml")) continue;
    if (++read > workflows_max) break;
    all += "\n" + files.read(".github/workflows/" + name).value_or("");
  }
  return all;
}

bool worth_a_hint(std::string_view command) {
  if (command.size() > 100 || command.empty() || project::contains(command, "${{")) return false;
  for (const char* word : {"test", "lint", "check", "clippy", "mypy", "tsc", "vet", "spec"}) {
    if (project::contains(command, word) && !project::contains(command, "install")) return true;
  }
  return false;
}

/// `run: make lint` on one line; blocks are not looked into.
std::vector<std::string> ci_hints(std::string_view ci, const ProjectPlan& plan) {
  std::vector<std::string> hints;
  for (std::string_view line : project::lines_of(ci)) {
    line = project::trimmed(line);
    if (line.substr(0, 2) == "- ") line = project::trimmed(line.substr(2));
    if (line.substr(0, 5) != "run: ") continue;
    std::string command{project::trimmed(line.substr(5))};
    if (!worth_a_hint(command) || hints.size() >= ci_hints_max) continue;
    const bool known = std::any_of(plan.gates.begin(), plan.gates.end(), [&](const Gate& gate) {
      return project::contains(gate.command, command);
    });
    command = fmt::format("CI also runs `{}`", command);
    if (!known && std::find(hints.begin(), hints.end(), command) == hints.end())
      hints.push_back(command);
  }
  return hints;
}

void examine(const ProjectFiles& files, const std::string& folder, std::string_view ci,
             ProjectPlan& plan) {
  Survey survey{files, folder, ci, plan};
  for (const Finder find : finders) find(survey);
}

bool is_looked_into(const std::string& name) {
  if (name.empty() || name.back() != '/' || name.front() == '.') return false;
  for (const char* other :
       {"node_modules/", "vendor/", "third_party/", "build/", "dist/", "target/", "docs/"}) {
    if (name == other) return false;
  }
  return true;
}

}  // namespace

ProjectPlan detect_project(const ProjectFiles& files) {
  ProjectPlan plan;
  const std::string ci = workflows_text(files);
  examine(files, "", ci, plan);
  if (plan.gates.empty()) {
    std::size_t examined = 0;
    for (const std::string& name : files.list("")) {
      if (is_looked_into(name) && ++examined <= folders_max) examine(files, name, ci, plan);
    }
  }
  std::stable_sort(plan.gates.begin(), plan.gates.end(),
                   [](const Gate& a, const Gate& b) { return a.stage < b.stage; });
  for (std::string& hint : ci_hints(ci, plan)) plan.notes.push_back(std::move(hint));
  if (files.exists(".pre-commit-config.yaml")) {
    plan.notes.emplace_back(
        "pre-commit is configured: `pre-commit run --all-files` could be a lint gate");
  }
  if (plan.gates.empty()) {
    plan.notes.emplace_back(
        "no build system or test runner was recognised: write the commands that prove this project "
        "into "
        "verify.commands");
  }
  return plan;
}

}  // namespace assay::format
