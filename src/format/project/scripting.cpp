// SPDX-License-Identifier: MIT
// Elixir, Erlang, OCaml, Haskell, Perl, Lua, R, Dart, Scala, Clojure, and tests written in the
// shell.
#include "format/project/survey.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format::project {
namespace {

bool has_ending(const std::vector<std::string>& names, std::string_view ending) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return ends_with(name, ending); });
}

/// The first of the folders that holds such a file, itself or one level below.
std::optional<std::string> folder_with(const Survey& survey,
                                       std::initializer_list<const char*> folders,
                                       std::string_view ending) {
  for (const char* folder : folders) {
    const std::vector<std::string> names = survey.list(folder);
    if (has_ending(names, ending)) return folder;
    for (const std::string& name : names) {
      if (name.back() != '/' || name.front() == '.' || *folder == 0) continue;
      if (has_ending(survey.list(std::string{folder} + "/" + name), ending)) return folder;
    }
  }
  return std::nullopt;
}

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

}  // namespace

void find_elixir(Survey& survey) {
  if (!survey.has("mix.exs")) return;
  survey.found("Elixir", "mix.exs");
  survey.add("mix", test_gate("mix test"));
  if (survey.mentions("mix.exs", "defp deps") && survey.has("mix.lock") && !survey.has("deps"))
    survey.set_up("mix deps.get");
}

void find_erlang(Survey& survey) {
  if (!survey.has("rebar.config")) return;
  survey.found("Erlang", "rebar.config");
  if (has_ending(survey.list("test"), "_SUITE.erl")) {
    Gate gate = test_gate("rebar3 ct");
    gate.slot = "rebar3:ct";
    survey.add("rebar3", gate);
  }
  survey.add("rebar3", test_gate("rebar3 eunit"));
}

void find_ocaml(Survey& survey) {
  if (!survey.has("dune-project")) return;
  survey.found("OCaml", "dune-project");
  survey.add("dune", test_gate("dune runtest --force",
                               "--force: dune does not repeat a test it remembers"));
}

void find_haskell(Survey& survey) {
  if (survey.has("stack.yaml") && survey.has_program("stack")) {
    survey.found("Haskell", "stack.yaml");
    return survey.add("stack", test_gate("stack test"));
  }
  const auto cabal = survey.has("cabal.project") ? std::optional<std::string>{"cabal.project"}
                                                 : survey.first_ending({".cabal"});
  if (!cabal) return;
  survey.found("Haskell", *cabal);
  survey.add("cabal", test_gate("cabal test --test-show-details=direct"));
}

void find_perl(Survey& survey) {
  const bool tests = has_ending(survey.list("t"), ".t");
  const auto file = survey.first_of({"Makefile.PL", "Build.PL"});
  if (!file && !tests) return;
  survey.found("Perl", file.value_or("t/"));
  if (file) {
    const bool make = *file == "Makefile.PL";
    Gate build = build_gate(make ? "perl Makefile.PL && make" : "perl Build.PL && ./Build");
    build.slot = "perl:build";
    build.mutates_workspace = !survey.ignores(make ? "Makefile" : "Build");
    survey.add("perl", build);
    Gate test = test_gate(make ? "make test" : "./Build test");
    test.needs = build.slot;
    if (tests || survey.has("test.pl") || survey.has("t")) survey.add("perl", test);
  }
  if (tests) survey.add("perl", test_gate("prove -lr t"));
}

void find_lua(Survey& survey) {
  const auto specs = folder_with(survey, {"spec", "specs", "test", "tests"}, "_spec.lua");
  const auto rockspec = survey.first_ending({".rockspec"});
  if (!survey.has(".busted") && !specs && !rockspec) return;
  const bool busted = survey.has(".busted") || specs;
  survey.found("Lua", survey.has(".busted") ? ".busted" : specs ? *specs + "/" : *rockspec);
  if (!busted) return survey.note("no specs for busted were found: no test gate written");
  survey.add("busted", test_gate("busted"));
  if (specs) survey.add("busted", test_gate("busted " + *specs));
}

void find_r(Survey& survey) {
  if (!survey.mentions("DESCRIPTION", "Package:")) return;
  survey.found("R", "DESCRIPTION");
  if (!survey.has("tests/testthat"))
    return survey.note("tests/testthat is missing: no test gate written");
  survey.add("testthat", test_gate("Rscript -e 'testthat::test_local(reporter = \"check\")'"));
}

void find_dart(Survey& survey) {
  if (!survey.has("pubspec.yaml")) return;
  survey.found("Dart", "pubspec.yaml");
  if (!survey.has("test")) return survey.note("there is no folder test: no test gate written");
  const bool flutter = survey.mentions("pubspec.yaml", "sdk: flutter");
  survey.add("dart", test_gate(flutter ? "flutter test" : "dart test"));
}

void find_sbt(Survey& survey) {
  if (!survey.has("build.sbt")) return;
  survey.found("Scala", "build.sbt");
  survey.add("sbt", test_gate("sbt -batch test"));
}

void find_clojure(Survey& survey) {
  if (survey.has("project.clj")) {
    survey.found("Clojure", "project.clj");
    survey.add("clojure", test_gate("lein test"));
  } else if (survey.mentions("deps.edn", ":test")) {
    survey.found("Clojure", "deps.edn");
    survey.add("clojure", test_gate("clojure -X:test"));
  }
}

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
  for (const char* script :
       {"run_tests.sh",      "run-tests.sh",       "runtests.sh",        "test.sh",
        "tests.sh",          "runtests",           "run_tests",          "tests/run.sh",
        "test/run.sh",       "tests/run_tests.sh", "tests/run-tests.sh", "test/run_tests.sh",
        "tests/runtests.sh", "test/runtests.sh",   "tests/test.sh",      "test/test.sh",
        "tests/run",         "test/run",           "script/test",        "scripts/test",
        "scripts/test.sh",   "bin/test",           "script/test.sh",     "ci/test.sh"}) {
    if (!survey.has(script)) continue;
    const std::string text = survey.text(script);
    if (text.empty() || hazard_in(text).danger == Danger::outward || proves_nothing(text)) continue;
    survey.found("script", script);
    const bool program = starts_with(text, "#!");
    return survey.add("script", from(Provenance::script, script,
                                     test_gate((program ? "./" : "sh ") + std::string{script})));
  }
}

}  // namespace assay::format::project
