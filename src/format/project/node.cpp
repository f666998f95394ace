// SPDX-License-Identifier: MIT
// npm, pnpm, yarn, bun and Deno projects: the scripts of package.json, the tasks of deno.json.
#include "format/project/survey.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format::project {
namespace {

using core::verify::GateType;

/// The text of a member; empty if there is none.
std::string text_at(const JsonNode& object, std::string_view key) {
  const JsonNode* found = object.find(key);
  return found != nullptr && found->kind == JsonNode::Kind::text ? found->text : std::string{};
}

const JsonNode& member(const JsonNode& object, std::string_view key) {
  static const JsonNode none;
  const JsonNode* found = object.find(key);
  return found == nullptr ? none : *found;
}

std::string manager_of(const Survey& survey, const JsonNode& package) {
  const std::string named = text_at(package, "packageManager");
  std::vector<std::string> wanted;
  for (const char* name : {"pnpm", "yarn", "bun", "npm"}) {
    if (starts_with(named, std::string{name} + "@")) wanted.emplace_back(name);
  }
  if (survey.has("pnpm-lock.yaml")) wanted.emplace_back("pnpm");
  if (survey.has("yarn.lock")) wanted.emplace_back("yarn");
  if (survey.first_of({"bun.lock", "bun.lockb"})) wanted.emplace_back("bun");
  for (const std::string& name : wanted) {
    if (survey.has_program(name)) return name;
  }
  if (wanted.empty()) return "npm";
  return survey.has_program("npm") ? "npm" : wanted.front();
}

std::optional<std::string> first_script(const JsonNode& scripts,
                                        std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (!text_at(scripts, name).empty()) return name;
  }
  return std::nullopt;
}

/// The script with the scripts it calls, and with its pre and post scripts.
std::string expanded(const JsonNode& scripts, const std::string& name, int depth = 0) {
  std::string all;
  for (const std::string& each : {"pre" + name, name, "post" + name}) {
    const std::string script = text_at(scripts, each);
    if (script.empty()) continue;
    all += script + "\n";
    if (depth > 4) continue;
    for (const Simple& command : split_script(script).commands) {
      const std::vector<std::string> words = bare_words(command.words);
      if (words.size() < 2 || !is_one_of(words[0], " npm pnpm yarn bun npm-run-all run-s run-p "))
        continue;
      for (std::size_t i = 1; i < words.size() && all.size() < (16U << 10); ++i) {
        if (words[i] != name && scripts.find(words[i]) != nullptr)
          all += expanded(scripts, words[i], depth + 1);
      }
    }
  }
  return all;
}

struct Package {
  Survey& survey;
  const JsonNode& scripts;
  std::string run;  ///< "npm run "
};

/// Adds a script as a gate unless it is dangerous or proves nothing; false: it was left out.
bool add_script_gate(const Package& package, const std::string& name, Gate gate) {
  const std::string all = expanded(package.scripts, name);
  const Hazard hazard = hazard_in(all);
  const bool fixes_in_test = hazard.danger == Danger::rewrites && gate.gate_type == GateType::test;
  if (hazard.danger != Danger::none && !fixes_in_test) {
    package.survey.leave_out(package.run + name, "it " + hazard.why);
    return false;
  }
  if (proves_nothing(text_at(package.scripts, name))) {
    package.survey.leave_out(package.run + name, "nothing in it can fail");
    return false;
  }
  if (fixes_in_test) {
    gate.mutates_workspace = true;
    gate.tried = false;
    gate.comment = "its script " + hazard.why;
  }
  package.survey.add("node", from(Provenance::script, "package.json", std::move(gate)));
  return true;
}

/// What makes a test script a poor gate.
void note_weakness(Survey& survey, const std::string& name, std::string_view script) {
  const auto warn = [&](std::string_view what) {
    survey.note(fmt::format("the script `{}` of package.json {}", name, what));
  };
  if (contains_any(script, {"|| true", "|| exit 0", "; true"}))
    warn("hides its exit status: it cannot fail as it is");
  if (contains_any(script, {"passWithNoTests", "pass-with-no-tests"}))
    warn("passes without any test: drop that option");
}

/// The programs a script starts in the end, with their arguments.
std::vector<std::string> leaves(const JsonNode& scripts, const std::string& name) {
  std::vector<std::string> all;
  for (const Simple& command : split_script(expanded(scripts, name)).commands) {
    const std::vector<std::string> words = bare_words(command.words);
    if (words.empty() || is_one_of(words[0], " npm pnpm yarn bun npm-run-all run-s run-p "))
      continue;
    std::string text;
    for (const std::string& word : words) text += word + " ";
    all.push_back(std::move(text));
  }
  return all;
}

/// Both scripts come to the same program: one gate is enough.
bool reached(const JsonNode& scripts, const std::string& from_name, const std::string& name) {
  if (from_name == name) return true;
  const std::vector<std::string> main = leaves(scripts, from_name);
  const std::vector<std::string> own = leaves(scripts, name);
  return std::any_of(own.begin(), own.end(), [&](const std::string& leaf) {
    return std::find(main.begin(), main.end(), leaf) != main.end();
  });
}

void add_tests(const Package& package) {
  const auto name =
      first_script(package.scripts, {"test", "test:unit", "test:ci", "unit", "tests", "check"});
  if (!name) return package.survey.note("package.json has no script `test`: no test gate written");
  const std::string script = text_at(package.scripts, *name);
  if (contains(script, "no test specified")) {
    return package.survey.note(
        "the script `test` of package.json is the stub of npm init: no test gate written");
  }
  note_weakness(package.survey, *name, script);
  // These watch for changes unless they are told that nobody is there.
  const bool watches =
      contains_any(script, {"react-scripts", "ng test", "karma", "vitest", "jest"}) &&
      !contains_any(script, {"vitest run", "--run"});
  const bool needs_ci = watches && contains_any(script, {"react-scripts", "ng test", "karma"});
  add_script_gate(package, *name, test_gate((needs_ci ? "CI=true " : "") + package.run + *name));
  for (const CiCommand* command : package.survey.ci_commands()) {
    const std::vector<std::string>& words = command->simple.words;
    if (words.size() != 3 || !is_one_of(words[0], " npm pnpm yarn bun ") || words[1] != "run")
      continue;
    if (purpose_of_name(words[2]) != Purpose::test || reached(package.scripts, *name, words[2]))
      continue;
    if (text_at(package.scripts, words[2]).empty()) continue;
    Gate gate = test_gate(package.run + words[2]);
    gate.id = "test-" + words[2].substr(
                            words[2].rfind(':') == std::string::npos ? 0 : words[2].rfind(':') + 1);
    gate.slot = "node:" + words[2];
    gate.extra = true;
    add_script_gate(package, words[2], std::move(gate));
  }
}

void add_readers(const Package& package, const std::string& test_script) {
  struct Reader {
    GateType type;
    std::vector<const char*> names;
  };
  const std::vector<Reader> readers = {
      {GateType::lint, {"lint:check", "check:lint", "lint", "eslint"}},
      {GateType::typecheck,
       {"typecheck", "type-check", "types:check", "check-types", "check:types", "tsc"}},
      {GateType::format,
       {"format:check", "check:format", "format-check", "prettier:check", "fmt:check"}}};
  for (const auto& [type, names] : readers) {
    for (const char* name : names) {
      if (text_at(package.scripts, name).empty()) continue;
      if (!test_script.empty() && reached(package.scripts, test_script, name)) break;
      if (add_script_gate(package, name, reading_gate(type, package.run + name))) break;
    }
  }
}

void add_build(const Package& package) {
  if (!first_script(package.scripts, {"build"})) return;
  Gate build = build_gate(package.run + "build");
  build.mutates_workspace = !package.survey.ignores("dist") && !package.survey.ignores("build") &&
                            !package.survey.ignores("lib");
  build.slot = "node:build";
  add_script_gate(package, "build", std::move(build));
}

}  // namespace

void find_node(Survey& survey) {
  if (!survey.has("package.json")) return;
  const JsonNode package = survey.json("package.json");
  if (package.kind != JsonNode::Kind::object) return survey.note("package.json is not valid JSON");
  const JsonNode& scripts = member(package, "scripts");
  if (!survey.folder().empty() && scripts.items.empty()) return;
  const std::string manager = manager_of(survey, package);
  survey.found(manager, "package.json");
  const Package own{survey, scripts, manager + " run "};
  add_build(own);
  const auto test = first_script(scripts, {"test"});
  add_readers(own, test.value_or(""));
  add_tests(own);
  const bool depends = !member(package, "dependencies").items.empty() ||
                       !member(package, "devDependencies").items.empty();
  if (depends && !survey.has("node_modules") && !survey.has(".pnp.cjs")) {
    survey.set_up(manager +
                  (manager == "npm" && survey.has("package-lock.json") ? " ci" : " install"));
  }
}

void find_deno(Survey& survey) {
  const auto file = survey.first_of({"deno.json", "deno.jsonc"});
  if (!file) return;
  survey.found("Deno", *file);
  const JsonNode config = survey.json(*file);
  const JsonNode& tasks = member(config, "tasks");
  for (const char* name : {"test", "test:unit"}) {
    const JsonNode& task = member(tasks, name);
    const std::string script =
        task.kind == JsonNode::Kind::text ? task.text : text_at(task, "command");
    if (script.empty()) continue;
    const Hazard hazard = hazard_in(script);
    if (hazard.danger != Danger::none) {
      survey.leave_out(fmt::format("deno task {}", name), "it " + hazard.why);
      continue;
    }
    survey.add("deno",
               from(Provenance::script, *file, test_gate(fmt::format("deno task {}", name))));
    break;
  }
  survey.add("deno", test_gate("deno test"));
}

}  // namespace assay::format::project
