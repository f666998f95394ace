// SPDX-License-Identifier: MIT
#include "format/project.h"

#include "format/config.h"
#include "format/project/survey.h"

#include <doctest/doctest.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

using assay::core::verify::GateType;
using assay::format::detect_project;
using assay::format::Gate;
using assay::format::ProjectPlan;
using assay::format::to_assay_yaml;

/// Files by path; folders follow from them.
class Tree final : public assay::format::ProjectFiles {
 public:
  explicit Tree(std::map<std::string, std::string> files,
                std::map<std::string, std::string> rehearsals = {})
      : files_(std::move(files)), rehearsals_(std::move(rehearsals)) {}

  std::optional<std::string> rehearse_make(const std::string& /*folder*/,
                                           const std::string& target) const override {
    const auto at = rehearsals_.find(target);
    return at == rehearsals_.end() ? std::nullopt : std::optional{at->second};
  }

  bool exists(const std::string& path) const override {
    const auto below = files_.lower_bound(path + "/");
    const bool folder = below != files_.end() && below->first.rfind(path + "/", 0) == 0;
    return folder || files_.count(path) > 0;
  }
  std::optional<std::string> read(const std::string& path) const override {
    const auto at = files_.find(path);
    return at == files_.end() ? std::nullopt : std::optional{at->second};
  }
  std::vector<std::string> list(const std::string& folder) const override {
    const std::string prefix = folder.empty() ? "" : folder + "/";
    std::set<std::string> names;
    for (const auto& [path, text] : files_) {
      if (path.rfind(prefix, 0) != 0) continue;
      const std::string rest = path.substr(prefix.size());
      const std::size_t slash = rest.find('/');
      names.insert(slash == std::string::npos ? rest : rest.substr(0, slash + 1));
    }
    return {names.begin(), names.end()};
  }

 private:
  std::map<std::string, std::string> files_;
  std::map<std::string, std::string> rehearsals_;  ///< what `make -n TARGET` prints
};

ProjectPlan candidates_of(std::map<std::string, std::string> files) {
  return detect_project(Tree{std::move(files)});
}

/// As with --no-try: the first way of each kind.
ProjectPlan plan_of(std::map<std::string, std::string> files) {
  return assay::format::settle(candidates_of(std::move(files)), {});
}

using Commands = std::vector<std::pair<std::string, std::string>>;

Commands commands_of(const ProjectPlan& plan) {
  Commands commands;
  for (const Gate& gate : plan.gates) commands.emplace_back(gate.id, gate.command);
  return commands;
}

const Gate& gate_of(const ProjectPlan& plan, const std::string& id) {
  const auto at = std::find_if(plan.gates.begin(), plan.gates.end(),
                               [&](const Gate& gate) { return gate.id == id; });
  REQUIRE_MESSAGE(at != plan.gates.end(), id);
  return *at;
}

bool notes_mention(const ProjectPlan& plan, const std::string& part) {
  return std::any_of(plan.notes.begin(), plan.notes.end(),
                     [&](const std::string& note) { return note.find(part) != std::string::npos; });
}

struct Ecosystem {
  std::string name;
  std::map<std::string, std::string> files;
  std::string found;
  Commands commands;
};

const std::string cmake_build =
    "cmake -S . -B build && cmake --build build --parallel \"$(nproc)\"";
const std::string ctest = "ctest --test-dir build --output-on-failure --no-tests=error";

const std::vector<Ecosystem> ecosystems{
    {"cmake",
     {{"CMakeLists.txt", "project(x CXX)\nenable_testing()\n"}},
     "CMake (CMakeLists.txt)",
     {{"build", cmake_build}, {"test", ctest}}},
    {"cmake, tests behind an option and in an included file",
     {{"CMakeLists.txt", "project(x C)\ninclude(cmake/t.cmake)\n"},
      {"cmake/t.cmake", "option(X_BUILD_TESTS \"build tests\" OFF)\nenable_testing()\n"}},
     "CMake (CMakeLists.txt)",
     {{"build",
       "cmake -S . -B build -DX_BUILD_TESTS=ON && cmake --build build --parallel \"$(nproc)\""},
      {"test", ctest}}},
    {"cmake, a test program that no add_test names",
     {{"CMakeLists.txt", "project(x C)\nadd_executable(x x.c)\nadd_subdirectory(test)\n"},
      {"test/CMakeLists.txt", "add_executable(x_tests t.c)\nadd_executable(test_bench b.c)\n"}},
     "CMake (CMakeLists.txt)",
     {{"build", cmake_build}, {"test", "./build/test/x_tests"}}},
    {"meson, tests in a folder below",
     {{"meson.build", "project('x', 'c')\nsubdir('a')\n"},
      {"a/b/meson.build", "\ntest('a', exe)\n"}},
     "Meson (meson.build)",
     {{"build", "meson setup build && meson compile -C build"},
      {"test", "meson test -C build --print-errorlogs"}}},
    {"make",
     {{"Makefile", "all: x\n\t$(CC) x.c\ntest: all\n\t./run\nlint:\n\tshellcheck *.sh\n"}},
     "Make (Makefile)",
     {{"build", "make all"}, {"lint", "make lint"}, {"test", "make test"}}},
    {"autotools",
     {{"configure.ac", "AC_INIT\n"}, {"Makefile.am", "TESTS = a\n"}, {"configure", ""}},
     "Autotools (configure.ac)",
     {{"build", "{ test -f config.status || ./configure; } && make"}, {"test", "make check"}}},
    {"autotools without configure",
     {{"configure.ac", "AC_INIT\n"}, {"Makefile.am", "TESTS = a\n"}},
     "Autotools (configure.ac)",
     {{"build",
       "{ test -f configure || autoreconf -fi; } && { test -f config.status || ./configure; } && "
       "make"},
      {"test", "make check"}}},
    {"npm",
     {{"package.json",
       R"({"scripts":{"test":"jest","lint":"eslint .","build":"tsc -b","typecheck":"tsc --noEmit","format:check":"prettier --check ."}})"},
      {"package-lock.json", "{}"}},
     "npm (package.json)",
     {{"build", "npm run build"},
      {"lint", "npm run lint"},
      {"typecheck", "npm run typecheck"},
      {"format", "npm run format:check"},
      {"test", "npm run test"}}},
    {"pnpm",
     {{"package.json", R"({"scripts":{"test":"vitest run"}})"}, {"pnpm-lock.yaml", ""}},
     "pnpm (package.json)",
     {{"test", "pnpm run test"}}},
    {"yarn, and no type checker that the project does not run itself",
     {{"package.json", R"({"scripts":{"test":"mocha"},"devDependencies":{"typescript":"5"}})"},
      {"yarn.lock", ""},
      {"tsconfig.json", "{}"}},
     "yarn (package.json)",
     {{"test", "yarn run test"}}},
    {"bun",
     {{"package.json", R"({"scripts":{"test":"bun test"}})"}, {"bun.lock", ""}},
     "bun (package.json)",
     {{"test", "bun run test"}}},
    {"package manager by field",
     {{"package.json", R"({"packageManager":"pnpm@9.1.0","scripts":{"test":"jest"}})"},
      {"yarn.lock", ""}},
     "pnpm (package.json)",
     {{"test", "pnpm run test"}}},
    {"deno",
     {{"deno.json", R"({"tasks":{"test":"deno test -A"}})"}},
     "Deno (deno.json)",
     {{"test", "deno task test"}}},
    {"cargo",
     {{"Cargo.toml", "[package]\nname='x'\n"}},
     "Cargo (Cargo.toml)",
     {{"test", "cargo test --no-fail-fast"}}},
    {"cargo workspace with clippy in CI as CI runs it",
     {{"Cargo.toml", "[workspace]\n"},
      {".github/workflows/ci.yml",
       "on: push\njobs:\n  a:\n    steps:\n      - run: cargo clippy\n"}},
     "Cargo (Cargo.toml)",
     {{"lint", "cargo clippy"}, {"test", "cargo test --workspace --no-fail-fast"}}},
    {"go", {{"go.mod", "module x\n"}}, "Go (go.mod)", {{"test", "go test -v -count=1 ./..."}}},
    {"pytest, and no linters that only a configuration names",
     {{"pyproject.toml", "[project]\n[tool.pytest.ini_options]\n[tool.ruff]\n[tool.mypy]\n"}},
     "Python (pyproject.toml)",
     {{"test", "python3 -m pytest"}}},
    {"pytest in a virtual environment",
     {{"pyproject.toml", "[project]\npytest"}, {".venv/bin/python", ""}},
     "Python (pyproject.toml)",
     {{"test", ".venv/bin/python -m pytest"}}},
    {"unittest",
     {{"setup.py", ""}, {"tests/test_a.py", "import unittest"}},
     "Python (setup.py)",
     {{"test", "python3 -m unittest discover -v -s tests"}}},
    {"unittest in a package",
     {{"setup.py", ""}, {"tests/__init__.py", ""}, {"tests/test_a.py", "import unittest"}},
     "Python (setup.py)",
     {{"test", "python3 -m unittest discover -v"}}},
    {"only test files",
     {{"test_a.py", "import unittest"}},
     "Python (test files)",
     {{"test", "python3 -m unittest discover -v"}}},
    {"django",
     {{"manage.py", ""}},
     "Python (manage.py)",
     {{"test", "python3 manage.py test -v 2"}}},
    {"poetry",
     {{"pyproject.toml", "[project]\npytest = '*'"}, {"poetry.lock", ""}},
     "Python (pyproject.toml)",
     {{"test", "poetry run python -m pytest"}}},
    {"make test before a guess about helper scripts",
     {{"Makefile", "test:\n\t./check\n"}, {"tests/test_helper.py", "print('no test')"}},
     "Make (Makefile)",
     {{"test", "make test"}}},
    {"maven",
     {{"pom.xml", "<project/>"}, {"mvnw", ""}},
     "Maven (pom.xml)",
     {{"test", "./mvnw -B test"}}},
    {"gradle",
     {{"build.gradle.kts", ""}, {"gradlew", ""}},
     "Gradle (build.gradle.kts)",
     {{"test", "./gradlew cleanTest test --no-build-cache"}}},
    {"dotnet",
     {{"x.sln", ""}, {"test/x/x.csproj", "<PackageReference Include=\"Microsoft.NET.Test.Sdk\"/>"}},
     ".NET (x.sln)",
     {{"test", "dotnet test --nologo"}}},
    {"rspec",
     {{"Gemfile", "gem 'rspec'"}, {".rubocop.yml", ""}},
     "Ruby (Gemfile)",
     {{"test", "bundle exec rspec"}}},
    {"rake", {{"Rakefile", "Rake::TestTask.new\n"}}, "Ruby (Rakefile)", {{"test", "rake test"}}},
    {"phpunit",
     {{"composer.json", "{}"}, {"phpunit.xml.dist", ""}, {"phpstan.neon", ""}},
     "PHP (composer.json)",
     {{"test", "vendor/bin/phpunit"}}},
    {"pest",
     {{"composer.json", R"({"require-dev":{"pestphp/pest":"*"}})"}},
     "PHP (composer.json)",
     {{"test", "vendor/bin/pest"}}},
    {"elixir", {{"mix.exs", ""}}, "Elixir (mix.exs)", {{"test", "mix test"}}},
    {"erlang", {{"rebar.config", ""}}, "Erlang (rebar.config)", {{"test", "rebar3 eunit"}}},
    {"ocaml", {{"dune-project", ""}}, "OCaml (dune-project)", {{"test", "dune runtest --force"}}},
    {"haskell",
     {{"x.cabal", ""}},
     "Haskell (x.cabal)",
     {{"test", "cabal test --test-show-details=direct"}}},
    {"perl",
     {{"Makefile.PL", ""}, {"t/a.t", ""}},
     "Perl (Makefile.PL)",
     {{"build", "perl Makefile.PL && make"}, {"test", "make test"}}},
    {"perl without a build", {{"t/a.t", ""}}, "Perl (t/)", {{"test", "prove -lr t"}}},
    {"lua", {{".busted", ""}}, "Lua (.busted)", {{"test", "busted"}}},
    {"r",
     {{"DESCRIPTION", "Package: x\n"}, {"tests/testthat/test-a.R", ""}},
     "R (DESCRIPTION)",
     {{"test", "Rscript -e 'testthat::test_local(reporter = \"check\")'"}}},
    {"bats", {{"test/a.bats", ""}}, "Bats (test/)", {{"test", "bats -r test"}}},
    {"shunit2",
     {{"a_test.sh", ". ./shunit2\n"}},
     "shUnit2 (a_test.sh)",
     {{"test", "sh a_test.sh"}}},
    {"swift", {{"Package.swift", "testTarget"}}, "Swift (Package.swift)", {{"test", "swift test"}}},
    {"dart",
     {{"pubspec.yaml", ""}, {"test/a_test.dart", ""}},
     "Dart (pubspec.yaml)",
     {{"test", "dart test"}}},
    {"zig", {{"build.zig", ""}}, "Zig (build.zig)", {{"test", "zig build test --summary all"}}},
    {"sbt", {{"build.sbt", ""}}, "Scala (build.sbt)", {{"test", "sbt -batch test"}}},
    {"clojure", {{"project.clj", ""}}, "Clojure (project.clj)", {{"test", "lein test"}}},
    {"just", {{"justfile", "test:\n    ./run it\n"}}, "just (justfile)", {{"test", "just test"}}},
    {"task",
     {{"Taskfile.yml", "tasks:\n  test:\n    cmds: [./run it]\n"}},
     "task (Taskfile.yml)",
     {{"test", "task test"}}},
    {"a script of its own",
     {{"run_tests.sh", "#!/bin/sh\n./it\n"}},
     "script (run_tests.sh)",
     {{"test", "./run_tests.sh"}}},
    {"a script of its own in another language",
     {{"test/test.lua", "require 'x'\n"}},
     "script (test/test.lua)",
     {{"test", "lua test/test.lua"}}},
    {"a script that looks for its files from its own folder",
     {{"test/test.lua", "loadfile('../x.lua')\n"}},
     "script (test/test.lua)",
     {{"test", "cd test && lua test.lua"}}},
    {"shellspec",
     {{".shellspec", ""}, {"spec/a_spec.sh", ""}},
     "ShellSpec (.shellspec)",
     {{"test", "shellspec"}}},
    {"shpec", {{"shpec/a_shpec.sh", ""}}, "shpec (*_shpec.sh)", {{"test", "shpec"}}},
    {"rake with a task named by a string",
     {{"Rakefile", "task \"spec\" do\nend\ntask \"spec_cov\" do\nend\n"}},
     "Ruby (Rakefile)",
     {{"test", "rake spec"}}},
    {"pytest with the code below src",
     {{"pyproject.toml", "[project]\npytest"}, {"src/x/__init__.py", ""}},
     "Python (pyproject.toml)",
     {{"test", "PYTHONPATH=src python3 -m pytest"}}},
    {"nim", {{"x.nimble", ""}, {"tests/t.nim", ""}}, "Nim (x.nimble)", {{"test", "nimble test"}}},
    {"tcl",
     {{"tests/all.tcl", "runAllTests\n"}},
     "Tcl (tests/all.tcl)",
     {{"test", "tclsh tests/all.tcl"}}},
    {"julia",
     {{"Project.toml", ""}, {"test/runtests.jl", ""}},
     "Julia (Project.toml)",
     {{"test", "julia --project=. -e 'using Pkg; Pkg.test()'"}}},
};

TEST_CASE("init: copies get what each ecosystem installs into the workspace") {
  struct Row {
    const char* name;
    std::map<std::string, std::string> files;
    std::string setup;
    std::vector<std::string> inputs;
  };
  const std::string package = R"({"scripts": {"test": "mocha"}})";
  const std::string ignores = "node_modules/\n.venv\n/vendor\ndeps/\n";
  const Row rows[] = {
      {"npm",
       {{"package.json", package}, {"package-lock.json", "{}"}, {".gitignore", ignores}},
       "npm ci --prefer-offline",
       {"package-lock.json", "package.json", ".npmrc"}},
      {"pnpm",
       {{"package.json", package}, {"pnpm-lock.yaml", ""}, {".gitignore", ignores}},
       "pnpm install --frozen-lockfile --prefer-offline",
       {"pnpm-lock.yaml", "package.json", "pnpm-workspace.yaml", ".npmrc"}},
      {"yarn 1",
       {{"package.json", package}, {"yarn.lock", ""}, {".gitignore", ignores}},
       "yarn install --frozen-lockfile --prefer-offline",
       {"yarn.lock", "package.json"}},
      {"yarn berry",
       {{"package.json", package}, {"yarn.lock", ""}, {".yarnrc.yml", ""}, {".gitignore", ignores}},
       "yarn install --immutable",
       {"yarn.lock", "package.json", ".yarnrc.yml"}},
      {"a venv",
       {{"requirements.txt", "pytest"},
        {".venv/pyvenv.cfg", ""},
        {"tests/test_a.py", "def test_a(): pass"},
        {".gitignore", ignores}},
       "python3 -m venv .venv && .venv/bin/pip install -q -r requirements.txt",
       {"*requirements*.txt"}},
      {"no venv in the workspace",
       {{"requirements.txt", "pytest"},
        {"tests/test_a.py", "def test_a(): pass"},
        {".gitignore", ignores}},
       "",
       {}},
      {"uv",
       {{"uv.lock", ""},
        {"pyproject.toml", "[project]"},
        {"tests/test_a.py", "def test_a(): pass"},
        {".gitignore", ignores}},
       "uv sync --frozen",
       {"uv.lock", "pyproject.toml"}},
      {"composer",
       {{"composer.json", R"({"require-dev": {"phpunit/phpunit": "^9"}})"},
        {"composer.lock", "{}"},
        {".gitignore", ignores}},
       "composer install --no-interaction --no-progress --prefer-dist",
       {"composer.lock", "composer.json"}},
      {"gems of the user",
       {{"Gemfile", ""}, {"Gemfile.lock", ""}, {".gitignore", ignores}},
       "",
       {}},
      {"gems of the project",
       {{"Gemfile", ""}, {"Gemfile.lock", ""}, {"vendor/bundle/x", ""}, {".gitignore", ignores}},
       "BUNDLE_PATH=vendor/bundle BUNDLE_FROZEN=true bundle install --quiet",
       {"Gemfile.lock", "Gemfile"}},
      {"git would see what is installed",
       {{"package.json", package}, {"package-lock.json", "{}"}},
       "",
       {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const ProjectPlan plan = plan_of(row.files);
    CHECK(plan.copies.setup == row.setup);
    CHECK(plan.copies.setup_inputs == row.inputs);
    const auto reading = assay::format::read_config("assay.yaml", to_assay_yaml(plan));
    CHECK(reading.problems.empty());
    CHECK(reading.config.workspace.setup == (plan.gates.empty() ? "" : row.setup));
    if (!plan.gates.empty()) CHECK(reading.config.workspace.setup_inputs == row.inputs);
  }
}

TEST_CASE("init: files for tests are brought into copies, secrets are only told of") {
  const ProjectPlan plan = plan_of({{"package.json", R"({"scripts": {"test": "mocha"}})"},
                                    {".env.test", "A=1"},
                                    {".env", "SECRET=1"}});
  CHECK(plan.copies.include == std::vector<std::string>{"/.env.test"});
  REQUIRE(plan.copies.remarks.size() == 1);
  CHECK(plan.copies.remarks[0].find("/.env is there") == 0);
  const auto reading = assay::format::read_config("assay.yaml", to_assay_yaml(plan));
  CHECK(reading.problems.empty());
  CHECK(reading.config.workspace.include == std::vector<std::string>{"/.env.test"});
}

}  // namespace

TEST_CASE("init: each ecosystem gets the gates of its own tools") {
  for (const Ecosystem& one : ecosystems) {
    CAPTURE(one.name);
    const ProjectPlan plan = plan_of(one.files);
    REQUIRE(plan.found.size() >= 1);
    CHECK(plan.found.front() == one.found);
    CHECK(commands_of(plan) == one.commands);
  }
}

TEST_CASE("init: the YAML holds exactly the gates of the plan") {
  for (const Ecosystem& one : ecosystems) {
    CAPTURE(one.name);
    const ProjectPlan plan = plan_of(one.files);
    const std::string text = to_assay_yaml(plan);
    CHECK(assay::format::read_config("assay.yaml", text).problems.empty());
    const YAML::Node yaml = YAML::Load(text);
    CHECK(yaml["version"].as<int>() == 1);
    const YAML::Node commands = yaml["verify"]["commands"];
    REQUIRE(commands.size() == plan.gates.size());
    for (std::size_t i = 0; i < plan.gates.size(); ++i) {
      const Gate& gate = plan.gates[i];
      CHECK(commands[i]["id"].as<std::string>() == gate.id);
      CHECK(commands[i]["command"].as<std::string>() == gate.command);
      CHECK(commands[i]["stage"].as<int>() == gate.stage);
      CHECK(commands[i]["gate_type"].as<std::string>() == to_text(gate.gate_type));
      CHECK(commands[i]["parallel_safe"].as<bool>(false) == gate.parallel_safe);
      CHECK(commands[i]["mutates_workspace"].as<bool>(false) == gate.mutates_workspace);
      CHECK(commands[i]["report"].as<std::string>("") == gate.report);
    }
  }
}

TEST_CASE("init: builds come first, tests last, readers are parallel") {
  const ProjectPlan plan =
      plan_of({{"package.json", R"({"scripts":{"test":"jest","lint":"eslint ."}})"},
               {"CMakeLists.txt", "project(x)\ninclude(CTest)\n"}});
  CHECK(commands_of(plan) == Commands{{"build", cmake_build},
                                      {"lint", "npm run lint"},
                                      {"test", ctest},
                                      {"test-node", "npm run test"}});
  CHECK(gate_of(plan, "test").stage == 2);
  CHECK(gate_of(plan, "lint").stage == 1);
  CHECK(gate_of(plan, "build").stage == 0);
  CHECK(gate_of(plan, "lint").parallel_safe);
  CHECK_FALSE(gate_of(plan, "test").parallel_safe);
}

TEST_CASE("init: a build changes the workspace unless git ignores its folder") {
  const std::string cmake = "project(x)\n";
  CHECK(gate_of(plan_of({{"CMakeLists.txt", cmake}}), "build").mutates_workspace);
  for (const std::string rule : {"build", "build/", "/build/", "build*/", "*.o\n/build\n"}) {
    CAPTURE(rule);
    CHECK_FALSE(gate_of(plan_of({{"CMakeLists.txt", cmake}, {".gitignore", rule}}), "build")
                    .mutates_workspace);
  }
  CHECK(
      gate_of(plan_of({{"CMakeLists.txt", cmake}, {".gitignore", "rebuild/\n# build\n"}}), "build")
          .mutates_workspace);
}

TEST_CASE("init: what cannot be a gate becomes a note") {
  const ProjectPlan stub = plan_of(
      {{"package.json", R"({"scripts":{"test":"echo \"Error: no test specified\" && exit 1"}})"}});
  CHECK(stub.gates.empty());
  CHECK(notes_mention(stub, "stub of npm init"));
  const ProjectPlan untested = plan_of({{"CMakeLists.txt", "project(x)\n# enable_testing()\n"}});
  CHECK(commands_of(untested).size() == 1);
  CHECK(notes_mention(untested, "enable_testing"));
  CHECK(notes_mention(plan_of({{"package.json", R"({"scripts":{"test":"jest || true"}})"}}),
                      "hides its exit status"));
  CHECK(
      notes_mention(plan_of({{"package.json", R"({"scripts":{"test":"jest --passWithNoTests"}})"}}),
                    "without any test"));
  CHECK(notes_mention(plan_of({{"package.json", "{broken"}}), "not valid JSON"));
  CHECK(notes_mention(plan_of({{"package.json", R"({"scripts":7})"}}), "no script `test`"));
  CHECK(notes_mention(plan_of({{"x.csproj", ""}}), "Test.Sdk"));
}

TEST_CASE("init: a lint script that fixes is left out, one that checks is preferred") {
  const ProjectPlan fixes =
      plan_of({{"package.json", R"({"scripts":{"lint":"eslint . --fix","test":"jest"}})"}});
  CHECK(commands_of(fixes) == Commands{{"test", "npm run test"}});
  REQUIRE(fixes.left_out.size() == 1);
  CHECK(fixes.left_out[0].command == "npm run lint");
  CHECK(fixes.left_out[0].why.find("rewrites sources") != std::string::npos);
  const ProjectPlan checks = plan_of(
      {{"package.json",
        R"({"scripts":{"lint":"biome lint --write","lint:check":"biome lint","test":"jest"}})"}});
  CHECK(gate_of(checks, "lint").command == "npm run lint:check");
}

TEST_CASE("init: gradle counts come from its reports") {
  CHECK(gate_of(plan_of({{"build.gradle", ""}}), "test").report == "build/test-results/test/*.xml");
  const ProjectPlan several = plan_of({{"settings.gradle", "include 'app'\n"}});
  CHECK(gate_of(several, "test").report == "*/build/test-results/test/*.xml");
}

TEST_CASE("init: a makefile beside another build system only fills gaps") {
  const ProjectPlan plan = plan_of(
      {{"go.mod", "module x\n"}, {"Makefile", "test:\n\tgo test ./...\ntypecheck:\n\ttrue\n"}});
  CHECK(gate_of(plan, "test").command == "go test -v -count=1 ./...");
  CHECK(gate_of(plan, "typecheck").command == "make typecheck");
}

TEST_CASE("make: targets are rules, not variables, patterns or special names") {
  const std::string makefile =
      "CC := gcc\nFLAGS = -O2 -DX=a:b\nexport PATH := /x:$(PATH)\n.PHONY: test lint\n.DEFAULT_GOAL "
      ":= all\n\n"
      "all: prog # builds: it\n\t@echo not: a target\nprog: a.o \\\n  fake: \n\tcc\n%.o: "
      "%.c\n\tcc\n$(OUT): x\n\tcc\n"
      "debug: CFLAGS += -g\ntest check: prog; ./run\nlint::\n\ttrue\ndefine HELP\nhidden: "
      "target\nendef\nifeq ($(A),b)\nfmt-check:\nendif\nurl ?= http://h\n";
  CHECK(assay::format::project::make_targets(makefile) ==
        std::vector<std::string>{"all", "prog", "test", "check", "lint", "fmt-check"});
}

TEST_CASE("init: folders below are looked into, whatever the root has") {
  const std::map<std::string, std::string> below{
      {"README.md", ""},
      {"api/go.mod", "module x\n"},
      {"api/a_test.go", ""},
      {"web ui/package.json", R"({"scripts":{"test":"jest"}})"},
      {"node_modules/x/package.json", R"({"scripts":{"test":"jest"}})"},
      {"tests/fixtures/x/package.json", R"({"scripts":{"test":"jest"}})"},
      {".hidden/go.mod", ""}};
  const ProjectPlan plan = plan_of(below);
  CHECK(gate_of(plan, "api-test").command == "cd api && go test -v -count=1 ./...");
  CHECK(gate_of(plan, "web-ui-test").command == "cd 'web ui' && npm run test");
  CHECK(plan.gates.size() == 2);
  CHECK(plan.found == std::vector<std::string>{"Go (api/go.mod)", "npm (web ui/package.json)"});
  auto with_root = below;
  with_root["package.json"] = R"({"scripts":{"lint":"eslint ."}})";
  const ProjectPlan more = plan_of(with_root);
  CHECK(more.gates.size() == 3);
  CHECK(gate_of(more, "api-test").required);
  CHECK(gate_of(more, "web-ui-test").required);
}

TEST_CASE("init: what a workspace above runs is not run again") {
  CHECK(plan_of(
            {{"package.json", R"({"workspaces":["packages/*"],"scripts":{"test":"npm test -ws"}})"},
             {"packages/a/package.json", R"({"scripts":{"test":"jest"}})"}})
            .gates.size() == 1);
  CHECK(plan_of({{"package.json", R"({"workspaces":["packages/*"],"scripts":{"lint":"eslint ."}})"},
                 {"packages/a/package.json", R"({"scripts":{"test":"jest"}})"}})
            .gates.size() == 2);
  CHECK(
      plan_of({{"Cargo.toml", "[workspace]"}, {"crates/a/Cargo.toml", "[package]"}}).gates.size() ==
      1);
  CHECK(plan_of({{"CMakeLists.txt", "project(x)\nadd_subdirectory(a)\n"},
                 {"a/CMakeLists.txt", "project(a)\nadd_test(a)\n"}})
            .gates.size() == 2);
}

TEST_CASE("init: hostile folder names stay inside their quotes and comments") {
  const ProjectPlan plan = plan_of(
      {{"a'; rm -rf x; '\nb: [/go.mod", "module x\n"}, {"a'; rm -rf x; '\nb: [/a_test.go", ""}});
  const YAML::Node yaml = YAML::Load(to_assay_yaml(plan));
  CHECK(yaml["verify"]["commands"].size() == 1);
  CHECK(yaml.size() == 2);
  const std::string command = gate_of(plan, plan.gates.front().id).command;
  CHECK(command.rfind("cd 'a'\\''; rm -rf x; '\\''", 0) == 0);
  for (const Gate& gate : plan.gates) {
    CHECK(gate.id.find_first_not_of(
              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") ==
          std::string::npos);
  }
}

TEST_CASE("init: two folders with the same id stay apart") {
  const ProjectPlan plan = plan_of(
      {{"a b/go.mod", ""}, {"a b/a_test.go", ""}, {"a-b/go.mod", ""}, {"a-b/a_test.go", ""}});
  std::set<std::string> ids;
  for (const Gate& gate : plan.gates) ids.insert(gate.id);
  CHECK(ids.size() == 2);
}

TEST_CASE("init: nothing found is no gate and a commented example") {
  const ProjectPlan plan = plan_of({{"README.md", "words"}});
  CHECK(plan.gates.empty());
  CHECK(plan.found.empty());
  const std::string yaml = to_assay_yaml(plan);
  CHECK(YAML::Load(yaml).size() == 1);
  CHECK(yaml.find("#       gate_type: test\n") != std::string::npos);
}

TEST_CASE("make: a build whose script leaves the workspace is left out, an honest one is not") {
  const auto build_of = [](const char* script) {
    const Tree tree{
        {{"Makefile", "build:\n\tci/build.sh\ntest:\n\t./t\n"}, {"ci/build.sh", script}},
        {{"build", "ci/build.sh x\n"}, {"test", "./t\n"}}};
    return assay::format::settle(detect_project(tree), {});
  };
  const ProjectPlan outward = build_of("#!/bin/sh\ndocker build .\n");
  CHECK(outward.gates.size() == 1);
  CHECK(outward.left_out.size() == 1);
  CHECK(build_of("#!/bin/sh\ncc x.c\n").gates.size() == 2);
}
