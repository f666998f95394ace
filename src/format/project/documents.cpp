// SPDX-License-Identifier: MIT
// Commands that CI runs and documents tell people to run, and tasks of just, Task and their like.
#include "format/project/survey.h"
#include "format/shell/lint.h"
#include "format/yaml/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace assay::format::project {
namespace {

using core::verify::GateType;

constexpr std::size_t documented_max = 6;

/// What other readers know better, with their build folders and interpreters.
bool is_known_elsewhere(std::string_view program) {
  return is_one_of(program,
                   " npm pnpm yarn bun ctest meson ninja cmake tox nox pytest unittest cargo "
                   "mix dune busted prove rake rspec phpunit go ./configure hatch pre-commit ");
}

/// The command without a wrapper that is not installed: `uv run ruff check` -> `ruff check`.
std::string runnable_text(const Survey& survey, const Simple& command) {
  const std::vector<std::string> bare = bare_words(command.words);
  if (bare.empty() || survey.has_program(std::string{base_of(command.words.front())}))
    return command.text;
  const std::size_t at = command.text.find(bare.front());
  return at == std::string::npos ? command.text : command.text.substr(at);
}

bool is_good_check(Survey& survey, const Simple& command) {
  if (!command.literal || command.text.size() > 200 || contains(command.text, "\n")) return false;
  if (contains(command.text, "--exit-zero") || !lint_command(command.text).findings.empty())
    return false;
  const Hazard hazard = hazard_in(command.text);
  if (hazard.danger == Danger::none) return !proves_nothing(command.text);
  if (hazard.danger == Danger::rewrites) survey.leave_out(command.text, "it " + hazard.why);
  return false;
}

bool is_own_script(const Survey& survey, const Simple& command) {
  const std::vector<std::string> words = bare_words(command.words);
  if (words.empty()) return false;
  const bool interpreted =
      is_one_of(base_of(words.front()), " sh bash dash zsh python python3 node perl ruby php lua ");
  const std::string path = interpreted ? (words.size() > 1 ? words[1] : "") : words.front();
  std::string plain = starts_with(path, "./") ? path.substr(2) : path;
  return !plain.empty() && plain.front() != '-' && plain.front() != '/' && survey.has(plain);
}

void add_command(Survey& survey, const Simple& command, Provenance origin,
                 const std::string& source) {
  const Purpose purpose = purpose_of(command);
  const auto type = gate_type_of(purpose);
  const std::vector<std::string> bare = bare_words(command.words);
  if (!type || *type == GateType::build || bare.empty()) return;
  if (!is_good_check(survey, command)) return;
  const std::string text = runnable_text(survey, command);
  const std::string tool{base_of(bare.front())};
  if (*type == GateType::test) {
    const bool unconfigured = tool == "make" && survey.has("configure.ac");
    if (survey.has_own_test() || is_known_elsewhere(tool) || unconfigured) return;
    if (tool == "make" && bare.size() > 1 && !starts_with(bare[1], "-")) {
      const auto rehearsal = survey.rehearse_make(bare.back());
      if (rehearsal &&
          (hazard_in(*rehearsal).danger == Danger::outward || proves_nothing(*rehearsal)))
        return;
    } else if (tool != "make" && !is_own_script(survey, command) && !survey.has_program(tool)) {
      return;
    }
    Gate gate = from(origin, source, test_gate(text));
    gate.slot = "said:test";
    return survey.add("said", std::move(gate));
  }
  if (is_one_of(tool, " npm pnpm yarn bun make tox nox hatch pre-commit ")) return;
  if (tool == "prettier" && !contains(text, "--check") && !contains(text, " -c")) return;
  const bool module = contains(text, "-m " + tool);
  if (!module && !contains(bare.front(), "/") && !survey.has_program(tool))
    return survey.leave_out(text, tool + " is not installed");
  Gate gate = from(origin, source, reading_gate(*type, text));
  gate.slot = fmt::format("{}:{}", tool, text);
  survey.add(tool, std::move(gate));
}

/// The name of a recipe of a justfile: `test *args: build`.
std::optional<std::string> recipe_name(std::string_view line) {
  if (line.empty() || std::isalpha(static_cast<unsigned char>(line.front())) == 0)
    return std::nullopt;
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || line.substr(colon, 2) == ":=") return std::nullopt;
  const std::string_view name = line.substr(0, line.find_first_of(" \t:"));
  return std::string{name};
}

/// Recipes and what they do.
std::vector<std::pair<std::string, std::string>> just_recipes(std::string_view justfile) {
  std::vector<std::pair<std::string, std::string>> recipes;
  for (const std::string_view line : lines_of(justfile)) {
    if (const auto name = recipe_name(line)) {
      recipes.emplace_back(*name, "");
    } else if (!recipes.empty() && !line.empty() && (line.front() == ' ' || line.front() == '\t')) {
      std::string_view body = trimmed(line);
      while (!body.empty() && (body.front() == '@' || body.front() == '-')) body.remove_prefix(1);
      recipes.back().second += std::string{body} + "\n";
    }
  }
  return recipes;
}

void all_scalars(const YamlNode& node, std::string& out) {
  if (node.kind == YamlNode::Kind::scalar) out += node.text + "\n";
  for (const YamlNode& item : node.items) all_scalars(item, out);
}

std::vector<std::pair<std::string, std::string>> taskfile_tasks(std::string_view yaml) {
  std::vector<std::pair<std::string, std::string>> tasks;
  const YamlReading reading = read_yaml(yaml);
  if (!reading.faults.empty() || reading.root.kind != YamlNode::Kind::map) return tasks;
  const auto& top = reading.root.items;
  for (std::size_t i = 0; i + 1 < top.size(); i += 2) {
    if (top[i].text != "tasks" || top[i + 1].kind != YamlNode::Kind::map) continue;
    const auto& entries = top[i + 1].items;
    for (std::size_t k = 0; k + 1 < entries.size(); k += 2) {
      std::string body;
      all_scalars(entries[k + 1], body);
      tasks.emplace_back(entries[k].text, body);
    }
  }
  return tasks;
}

void add_task_gates(Survey& survey, const std::string& program, const std::string& file,
                    const std::vector<std::pair<std::string, std::string>>& tasks) {
  survey.found(program, file);
  for (const char* wanted :
       {"test", "tests", "check", "lint", "typecheck", "format-check", "fmt-check"}) {
    const auto at = std::find_if(tasks.begin(), tasks.end(),
                                 [&](const auto& one) { return one.first == wanted; });
    const auto type = gate_type_of(purpose_of_target(wanted));
    if (at == tasks.end() || !type) continue;
    if (*type == GateType::test ? survey.has_own_test() : survey.has_gate(*type)) continue;
    const std::string command = program + " " + at->first;
    const Hazard hazard = hazard_in(at->second);
    if (hazard.danger != Danger::none) {
      survey.leave_out(command, "it " + hazard.why);
      continue;
    }
    if (proves_nothing(at->second)) continue;
    Gate gate = *type == GateType::test ? test_gate(command) : reading_gate(*type, command);
    survey.add(program, from(Provenance::script, file, std::move(gate)));
  }
}

bool is_test_heading(std::string_view line) {
  std::string low;
  for (const char c : line) low += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return contains_any(low, {"test", "contribut", "develop", "hack", "build"});
}

}  // namespace

void find_ci_checks(Survey& survey) {
  std::size_t added = 0;
  for (const CiCommand* command : survey.ci_commands()) {
    if (++added > 200) return;
    const Purpose purpose = purpose_of(command->simple);
    if (purpose == Purpose::other || purpose == Purpose::setup || purpose == Purpose::build)
      continue;
    add_command(survey, command->simple, Provenance::ci, command->source);
  }
}

void find_tasks(Survey& survey) {
  if (const auto file = survey.first_of({"justfile", "Justfile", ".justfile"}))
    add_task_gates(survey, "just", *file, just_recipes(survey.text(*file)));
  if (const auto file = survey.first_of({"Taskfile.yml", "Taskfile.yaml", "taskfile.yml"}))
    add_task_gates(survey, "task", *file, taskfile_tasks(survey.text(*file)));
}

std::vector<std::string> documented_commands(std::string_view markdown) {
  std::vector<std::string> commands;
  bool fenced = false;
  bool about_tests = false;
  for (std::string_view line : lines_of(markdown)) {
    const std::string_view plain = trimmed(line);
    if (starts_with(plain, "```") || starts_with(plain, "~~~")) {
      fenced = !fenced;
      continue;
    }
    if (!fenced && (starts_with(plain, "#") || starts_with(plain, "==")))
      about_tests = is_test_heading(plain);
    const bool indented = starts_with(line, "    ") || starts_with(line, "\t");
    if ((!fenced && !indented) || !about_tests) continue;
    std::string_view command = plain;
    for (const char* prompt : {"$ ", "% ", "> "}) {
      if (starts_with(command, prompt)) command.remove_prefix(2);
    }
    command = trimmed(command.substr(0, command.find(" #")));
    if (command.empty() || command.size() > 120 || command.front() == '#') continue;
    const Splitting parts = split_script(command);
    if (!parts.plain || parts.commands.size() != 1 || !parts.commands.front().literal) continue;
    if (purpose_of(parts.commands.front()) != Purpose::test) continue;
    if (commands.size() < documented_max) commands.emplace_back(command);
  }
  return commands;
}

void find_documented(Survey& survey) {
  if (survey.has_gate(GateType::test)) return;
  for (const char* file :
       {"CONTRIBUTING.md", "README.md", "README", "README.rst", "README.markdown", "HACKING.md",
        "docs/CONTRIBUTING.md", ".github/CONTRIBUTING.md"}) {
    for (const std::string& command : documented_commands(survey.text(file))) {
      const Splitting parts = split_script(command);
      if (!parts.commands.empty())
        add_command(survey, parts.commands.front(), Provenance::documented, file);
    }
  }
}

}  // namespace assay::format::project
