// SPDX-License-Identifier: MIT
// Elixir, Erlang, OCaml, Haskell, Perl, Lua, R, Dart, Scala, Clojure, Nim, Tcl and Julia.
#include "format/project/survey.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format::project {
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

void find_nim(Survey& survey) {
  const auto file = survey.first_ending({".nimble"});
  if (!file) return;
  survey.found("Nim", *file);
  const bool task = contains_any(survey.text(*file), {"task test", "task tests"});
  if (!task && !has_ending(survey.list("tests"), ".nim"))
    return survey.note("no task `test` and no tests/*.nim were found: no test gate written");
  survey.add("nim", test_gate("nimble test"));
}

void find_tcl(Survey& survey) {
  const auto file = survey.first_of({"tests/all.tcl", "test/all.tcl"});
  if (!file || survey.has_own_test()) return;
  survey.found("Tcl", *file);
  survey.add("tcl", test_gate("tclsh " + *file));
}

void find_julia(Survey& survey) {
  if (!survey.has("Project.toml") || !survey.has("test/runtests.jl")) return;
  survey.found("Julia", "Project.toml");
  survey.add("julia", test_gate("julia --project=. -e 'using Pkg; Pkg.test()'"));
}

}  // namespace assay::format::project
