// SPDX-License-Identifier: MIT
// npm, pnpm, yarn and bun projects: the scripts of package.json.
#include "format/project/survey.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay::format::project {
namespace {

using core::verify::GateType;
using nlohmann::json;

std::string text_at(const json& object, const char* key) {
  if (!object.is_object()) return {};
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string{};
}

const json& member(const json& object, const char* key) {
  static const json none;
  if (!object.is_object()) return none;
  const auto at = object.find(key);
  return at == object.end() ? none : *at;
}

std::string manager_of(const Survey& survey, const json& package) {
  const std::string named = text_at(package, "packageManager");
  for (const char* name : {"pnpm", "yarn", "bun", "npm"}) {
    if (named.rfind(std::string{name} + "@", 0) == 0) return name;
  }
  if (survey.has("pnpm-lock.yaml")) return "pnpm";
  if (survey.has("yarn.lock")) return "yarn";
  if (survey.first_of({"bun.lock", "bun.lockb"})) return "bun";
  return "npm";
}

std::optional<std::string> first_script(const json& scripts,
                                        std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (!text_at(scripts, name).empty()) return name;
  }
  return std::nullopt;
}

/// What makes a test script a poor gate.
void note_weakness(Survey& survey, const std::string& name, std::string_view script) {
  const auto warn = [&](std::string_view what) {
    survey.note(fmt::format("the script `{}` of package.json {}", name, what));
  };
  if (contains(script, "|| true") || contains(script, "|| exit 0") || contains(script, "; true")) {
    warn("hides its exit status: it cannot fail as it is");
  }
  if (contains(script, "passWithNoTests") || contains(script, "pass-with-no-tests")) {
    warn("passes without any test: drop that option");
  }
  if (contains(script, "--watch") && !contains(script, "--watch=false") &&
      !contains(script, "--watchAll=false")) {
    warn("watches and so never ends: use one that runs once");
  }
}

void add_test(Survey& survey, const json& scripts, const std::string& run) {
  const auto name = first_script(scripts, {"test", "test:unit", "test:ci", "unit"});
  if (!name) return survey.note("package.json has no script `test`: no test gate written");
  const std::string script = text_at(scripts, name->c_str());
  if (contains(script, "no test specified")) {
    return survey.note(
        "the script `test` of package.json is the stub of npm init: no test gate written");
  }
  note_weakness(survey, *name, script);
  // These watch for changes unless they are told that nobody is there.
  const bool watches =
      contains(script, "react-scripts") || contains(script, "ng test") || contains(script, "karma");
  survey.add("node", test_gate((watches ? "CI=true " : "") + run + *name, ""));
}

void add_typecheck(Survey& survey, const json& package, const std::string& manager) {
  const json& scripts = member(package, "scripts");
  const std::string run = manager + " run ";
  const auto name =
      first_script(scripts, {"typecheck", "type-check", "types:check", "check-types", "tsc"});
  if (name) return survey.add("node", reading_gate(GateType::typecheck, run + *name));
  const bool typescript = !text_at(member(package, "devDependencies"), "typescript").empty() ||
                          !text_at(member(package, "dependencies"), "typescript").empty();
  if (!typescript || !survey.has("tsconfig.json")) return;
  const std::string exec = manager == "npm"    ? "npx --no-install tsc"
                           : manager == "pnpm" ? "pnpm exec tsc"
                           : manager == "yarn" ? "yarn run tsc"
                                               : "bun x --no-install tsc";
  survey.add("node", reading_gate(GateType::typecheck, exec + " --noEmit"));
}

}  // namespace

void find_node(Survey& survey) {
  if (!survey.has("package.json")) return;
  const json package = json::parse(survey.text("package.json"), nullptr, false);
  if (!package.is_object()) return survey.note("package.json is not valid JSON");
  const std::string manager = manager_of(survey, package);
  survey.found(manager, "package.json");
  const std::string run = manager + " run ";
  const json& scripts = member(package, "scripts");
  if (first_script(scripts, {"build"})) {
    Gate build = build_gate(run + "build", "");
    build.mutates_workspace =
        !survey.ignores("dist") && !survey.ignores("build") && !survey.ignores("lib");
    survey.add("node", build);
  }
  if (const auto name = first_script(scripts, {"lint", "eslint", "lint:check"})) {
    const bool fixes = contains(text_at(scripts, name->c_str()), "--fix");
    Gate lint = reading_gate(GateType::lint, run + *name);
    lint.parallel_safe = !fixes;
    lint.mutates_workspace = fixes;
    if (fixes) lint.comment = "its script uses --fix, so it changes files";
    survey.add("node", lint);
  }
  add_typecheck(survey, package, manager);
  if (const auto name = first_script(scripts, {"format:check", "check:format", "format-check",
                                               "prettier:check", "fmt:check"})) {
    survey.add("node", reading_gate(GateType::format, run + *name));
  }
  add_test(survey, scripts, run);
  if (!survey.has("node_modules") && !survey.has(".pnp.cjs")) {
    survey.note(fmt::format(
        "node_modules is missing: run `{} install` first, assay installs nothing", manager));
  }
  if (package.contains("workspaces") || survey.has("pnpm-workspace.yaml")) {
    survey.note(
        "this is a workspace of several packages: check that the root scripts reach all of them");
  }
}

}  // namespace assay::format::project
