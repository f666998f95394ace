// SPDX-License-Identifier: MIT
// Tests written in the shell, and test programs of the project's own in any language: what people
// start by hand.
#include "format/project/survey.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace assay::format::project {
namespace {

/// Scripts in this folder that source shunit2.
std::vector<std::string> shunit_scripts(const Survey& survey, const std::string& folder) {
  std::vector<std::string> scripts;
  for (const std::string& name : survey.list(folder)) {
    const std::string path = folder.empty() ? name : folder + "/" + name;
    if (!ends_with(name, ".sh") || !contains(name, "test") || scripts.size() >= 30) continue;
    const std::string text = survey.text(path);
    if (contains(text, "shunit2") && contains_any(text, {". ", "source "})) scripts.push_back(path);
  }
  return scripts;
}

struct Language {
  const char* ending;
  std::array<const char*, 4> programs;
};

/// By which programs a script is run, best first.
constexpr std::array<Language, 10> languages{{{".sh", {"sh"}},
                                              {".bash", {"bash"}},
                                              {".lua", {"lua", "lua5.4", "lua5.3", "luajit"}},
                                              {".js", {"node"}},
                                              {".mjs", {"node"}},
                                              {".py", {"python3"}},
                                              {".pl", {"perl"}},
                                              {".rb", {"ruby"}},
                                              {".php", {"php"}},
                                              {".tcl", {"tclsh"}}}};

/// Names of test programs, those that run everything first.
constexpr std::array<const char*, 14> script_stems{
    "run_tests",     "run-tests",     "runtests",    "run_unit_tests", "run-unit-tests",
    "run_all_tests", "run-all-tests", "test",        "tests",          "run",
    "run_all",       "run-all",       "test_runner", "testrunner"};

std::string program_for(const Survey& survey, const Language& language) {
  for (const char* name : language.programs) {
    if (name != nullptr && survey.has_program(name)) return name;
  }
  return language.programs.front();
}

/// A script that can be a gate: it has text, does nothing dangerous and can fail.
bool is_test_script(const Survey& survey, const std::string& path, bool of_shell) {
  const std::string text = survey.text(path);
  if (text.empty()) return false;
  return !of_shell || (hazard_in(text).danger != Danger::outward && !proves_nothing(text));
}

/// From the top, or in the folder of the script: first where the paths in it lead somewhere.
void add_own_script(Survey& survey, const std::string& path, const std::string& program) {
  survey.found("script", path);
  const std::size_t slash = path.rfind('/');
  const std::string name = path.substr(slash == std::string::npos ? 0 : slash + 1);
  const auto call = [&](const std::string& file) {
    return program.empty() ? "./" + file : program + " " + file;
  };
  std::vector<std::string> commands{call(path)};
  if (slash != std::string::npos)
    commands.push_back(fmt::format("cd {} && {}", path.substr(0, slash), call(name)));
  if (commands.size() > 1 && contains(survey.text(path), "../"))
    std::swap(commands.front(), commands.back());
  for (const std::string& command : commands) {
    Gate gate = from(Provenance::script, path, test_gate(command));
    gate.slot = "script:test";
    survey.add("script", std::move(gate));
  }
}

bool try_script(Survey& survey, const std::string& stem) {
  if (survey.has(stem)) {
    const std::string text = survey.text(stem);
    const bool program = starts_with(text, "#!");
    const bool of_shell = contains(text.substr(0, text.find('\n')), "sh");
    if (program && is_test_script(survey, stem, of_shell)) {
      add_own_script(survey, stem, "");
      return true;
    }
  }
  for (const Language& language : languages) {
    const std::string path = stem + language.ending;
    if (!survey.has(path)) continue;
    const bool of_shell = contains(language.ending, "sh");
    if (!is_test_script(survey, path, of_shell)) continue;
    const bool program = of_shell && starts_with(survey.text(path), "#!");
    add_own_script(survey, path, program ? "" : program_for(survey, language));
    return true;
  }
  return false;
}

}  // namespace

void find_shell_tests(Survey& survey) {
  if (const auto folder = folder_with(survey, {"test", "tests", "spec", "t", ""}, ".bats")) {
    survey.found("Bats", folder->empty() ? "*.bats" : *folder + "/");
    const std::string bats =
        survey.has("bin/bats") && !survey.has_program("bats") ? "bin/bats" : "bats";
    const std::string what = folder->empty() ? " *.bats" : " -r " + *folder;
    // A makefile or CI that runs them knows more than we do.
    if (!survey.has_own_test()) survey.add("bats", test_gate(bats + what));
  }
  if (survey.has_own_test()) return;
  if (survey.has(".shellspec")) {
    survey.found("ShellSpec", ".shellspec");
    survey.add("shellspec", test_gate(survey.has("shellspec") ? "./shellspec" : "shellspec"));
  }
  if (folder_with(survey, {"shpec", "test", "tests"}, "_shpec.sh")) {
    survey.found("shpec", "*_shpec.sh");
    survey.add("shpec", test_gate(survey.has("bin/shpec") ? "sh bin/shpec" : "shpec"));
  }
  for (const char* folder : {"", "test", "tests"}) {
    const std::vector<std::string> scripts = shunit_scripts(survey, folder);
    if (scripts.empty()) continue;
    survey.found("shUnit2", *folder == 0 ? scripts.front() : std::string{folder} + "/");
    std::string command;
    for (const std::string& script : scripts)
      command += (command.empty() ? "sh " : " && sh ") + script;
    survey.add("shunit2", test_gate(command));
    return;
  }
}

void find_own_scripts(Survey& survey) {
  if (survey.has_gate(core::verify::GateType::test)) return;
  for (const char* folder : {"", "tests/", "test/", "script/", "scripts/", "bin/", "ci/", "t/"}) {
    const bool for_tests = contains(folder, "t") && !contains_any(folder, {"script", "ci", "bin"});
    for (const char* stem : script_stems) {
      if (!for_tests && !contains(stem, "test")) continue;
      if (try_script(survey, std::string{folder} + stem)) return;
    }
  }
}

}  // namespace assay::format::project
