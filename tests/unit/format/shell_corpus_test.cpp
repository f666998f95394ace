// SPDX-License-Identifier: MIT
// Commands as they stand in the CI files, package scripts and makefiles of real projects: none of
// them may be called masked, constant or detaching. And what a shell reports while it runs.
#include "format/shell/lint.h"
#include "format/shell/observed.h"
#include "format/shell/traces.h"

#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace {

using assay::core::CommandLint;
using assay::core::LintRule;
using assay::format::lint_command;
using assay::format::lost_failures;

std::vector<std::string> command_corpus(const char* name) {
  std::ifstream file(std::string(ASSAY_SOURCE_DIR) + "/tests/unit/format/commands/" + name);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

assay::format::shell::Sources source_files(std::map<std::string, std::string> texts) {
  return [texts](const std::string& path) -> std::optional<std::string> {
    const auto found = texts.find(path.starts_with("./") ? path.substr(2) : path);
    return found == texts.end() ? std::nullopt : std::optional(found->second);
  };
}

bool is_masked(std::string_view command, std::map<std::string, std::string> texts) {
  return lint_command(command, source_files(std::move(texts))).has(LintRule::masked);
}

std::string shell_report(std::string text, int status, std::string source, std::string pipe = "1") {
  return "7\0377\037L\037" + std::to_string(status) + "\037" + pipe + "\037\0371\037" + text +
         "\037ls\037" + source;
}

bool is_lost(std::string text, int status, std::string source, std::string pipe = "1") {
  return !lost_failures({shell_report(std::move(text), status, std::move(source), std::move(pipe))},
                        {7, {}})
              .empty();
}

}  // namespace

TEST_CASE("lint: no finding on commands of real projects") {
  const std::vector<std::string> lines = command_corpus("honest.txt");
  REQUIRE(lines.size() >= 570);
  for (const std::string& line : lines) {
    CAPTURE(line);
    const CommandLint lint = lint_command(line);
    CHECK(lint.findings.empty());
  }
}

TEST_CASE("lint: the same rules hold in scripts, package scripts and recipes") {
  CHECK(is_masked("./run.sh", {{"run.sh", "#!/bin/sh\n./check\nls\n"}}));
  CHECK(is_masked("sh run.sh", {{"run.sh", "./check || cat log\n"}}));
  CHECK(is_masked("./run.sh", {{"run.sh", "#!/bin/bash\ntrap 'exit 0' EXIT\n./check\n"}}));
  CHECK(is_masked("cd sub && ./run.sh", {{"sub/run.sh", "#!/bin/sh\n./check || true\n"}}));
  CHECK(is_masked("npm test", {{"package.json", R"({"scripts": {"test": "jest || true"}})"}}));
  CHECK(
      is_masked("yarn lint", {{"package.json", R"({"scripts": {"lint": "eslint . ; exit 0"}})"}}));
  CHECK(is_masked("make test", {{"Makefile", "test:\n\t-./check\n"}}));
  CHECK(is_masked("make test", {{"Makefile", "test:\n\t./check || true\n"}}));
  CHECK(is_masked("make", {{"Makefile", ".IGNORE:\nall:\n\t./check\n"}}));
  CHECK_FALSE(is_masked("./run.sh", {{"run.sh", "#!/bin/sh\nset -e\n./check\nls\n"}}));
  CHECK_FALSE(is_masked("./run.sh", {{"run.sh", "#!/bin/sh\nexit 0\n"}}));
  CHECK_FALSE(is_masked("./run.sh", {{"run.sh", "#!/bin/sh\nmkdir -p out\n./check\n"}}));
  CHECK_FALSE(is_masked("npm test", {{"package.json", R"({"scripts": {"test": "jest"}})"}}));
  CHECK_FALSE(is_masked("make", {{"Makefile", "all: test\n\t@echo done\ntest:\n\t./check\n"}}));
  CHECK_FALSE(is_masked("make test", {{"Makefile", "test:\n\t-rm -f x\n\t./check\n"}}));
  // Bash reports by itself when something really fails.
  CHECK_FALSE(is_masked("bash run.sh", {{"run.sh", "./check\nls\n"}}));
}

TEST_CASE("lint: runners that carry commands in files of their own") {
  // Each lets a failure go.
  CHECK(is_masked("tox", {{"tox.ini", "[testenv]\ncommands =\n    -pytest\n"}}));
  CHECK(is_masked("tox -e py", {{"tox.ini", "[testenv]\ncommands = - pytest {posargs}\n"}}));
  CHECK(is_masked("python3 -m tox -e lint",
                  {{"tox.ini", "[testenv:lint]\nignore_outcome = True\ncommands = ruff check\n"}}));
  CHECK(is_masked("uv run tox", {{"tox.ini",
                                  "[tox]\nenvlist = a,b\n[testenv:a]\ncommands = -./check\n"
                                  "[testenv:b]\ncommands = {[testenv:a]commands}\n"}}));
  CHECK(is_masked("tox", {{"tox.ini", "[testenv]\ncommands = bash -c './check || true'\n"}}));
  CHECK(is_masked("tox", {{"setup.cfg", "[tox:tox]\n[testenv]\ncommands = -pytest\n"}}));
  CHECK(is_masked(
      "tox", {{"pyproject.toml",
               "[tool.tox]\nlegacy_tox_ini = \"\"\"\n[testenv]\ncommands = -pytest\n\"\"\"\n"}}));
  CHECK(is_masked(
      "tox",
      {{"pyproject.toml", "[tool.tox.env_run_base]\ncommands = [[\"-\", \"pytest\", \"-q\"]]\n"}}));
  CHECK(is_masked(
      "tox -e t",
      {{"tox.toml", "[env.t]\nignore_outcome = true\ncommands = [\n  [\"./check\"],\n]\n"}}));
  CHECK(is_masked("nox", {{"noxfile.py",
                           "@nox.session\ndef tests(session):\n    session.install('pytest')\n"
                           "    session.run('pytest', '-q', success_codes=[0, 1])\n"}}));
  CHECK(is_masked("nox -s a",
                  {{"noxfile.py",
                    "def a(session):\n    session.run(\"sh\", \"-c\", \"./check || true\")\n"
                    "def b(session):\n    session.run(\"./check\")\n"}}));
  CHECK(is_masked("just test", {{"justfile", "test:\n    -./check\n"}}));
  CHECK(is_masked("just", {{"Justfile", "all: test\ntest:\n  @./check || true\n"}}));
  CHECK(is_masked("just t", {{"justfile", "t arg='x':\n  #!/bin/sh\n  ./check {{arg}}\n  ls\n"}}));
  CHECK(is_masked("task test", {{"Taskfile.yml",
                                 "version: '3'\ntasks:\n  test:\n    ignore_error: true\n"
                                 "    cmds:\n      - ./check\n"}}));
  CHECK(is_masked(
      "task", {{"Taskfile.yml",
                "version: '3'\ntasks:\n  default:\n    cmds:\n      - task: a\n"
                "  a:\n    cmds:\n      - cmd: ./check {{.X}}\n        ignore_error: true\n"}}));
  CHECK(is_masked("task a", {{"Taskfile.yml", "tasks:\n  a:\n    - ./check || true\n"}}));
  CHECK(is_masked(
      "composer test",
      {{"composer.json",
        R"({"scripts": {"test": ["@unit"], "unit": "@php vendor/bin/phpunit || true"}})"}}));
  CHECK(is_masked("composer run-script t",
                  {{"composer.json", R"({"scripts": {"t": "phpunit; exit 0"}})"}}));
  CHECK(is_masked(
      "npm test",
      {{"package.json", R"({"scripts": {"pretest": "./check || true", "test": "echo done"}})"}}));
  CHECK(is_masked("npm --prefix web test",
                  {{"web/package.json", R"({"scripts": {"test": "jest || :"}})"}}));
  CHECK(is_masked(
      "npm t",
      {{"package.json",
        R"({"scripts": {"test": "run-s u:*", "u:a": "jest || true", "u:b": "ava || true"}})"}}));
  CHECK(is_masked("npm t", {{"package.json", R"({"scripts": {"test": "node run.js; exit 0"}})"}}));
  CHECK(is_masked("make test",
                  {{"Makefile", "include rules.mk\n"}, {"rules.mk", "test:\n\t-./check\n"}}));
  CHECK(is_masked(
      "make",
      {{"Makefile", "-include a.mk\nall: test\n\t@echo done\ntest:\n\t./check || true\n"}}));
  CHECK(is_masked("make t",
                  {{"Makefile", "include i.mk\nt:\n\t./check\n"}, {"i.mk", "MAKEFLAGS += i\n"}}));
  CHECK(is_masked("make t", {{"Makefile", ".ONESHELL:\nt:\n\t./check\n\techo done\n"}}));
  CHECK(is_masked("make t", {{"Makefile", "SHELL := /bin/true\nt:\n\t./check\n"}}));
  CHECK(is_masked("make t", {{"Makefile", ".SHELLFLAGS := -nc\nt:\n\t./check\n"}}));
  CHECK(is_masked("make t", {{"Makefile", "t:\n\t$(MAKE) -C sub check\n"},
                             {"sub/Makefile", "check:\n\t-./check\n"}}));
  CHECK(is_masked("mvn test",
                  {{"pom.xml", "<configuration><testFailureIgnore>true</testFailureIgnore>"}}));
  CHECK(is_masked("mvn verify", {{".mvn/maven.config", "-B\n-fn\n"}}));
  CHECK(is_masked("./gradlew test", {{"build.gradle", "test {\n  ignoreFailures = true\n}\n"}}));
  CHECK(is_masked("gradle check",
                  {{"build.gradle.kts", "tasks.withType<Test> { ignoreFailures = true }\n"}}));
  CHECK(is_masked("pytest", {{"pytest.ini", "[pytest]\naddopts = -q --collect-only\n"}}));
  CHECK(
      is_masked("python -m pytest",
                {{"pyproject.toml", "[tool.pytest.ini_options]\naddopts = [\"-q\", \"--co\"]\n"}}));
  CHECK(is_masked("pnpm run --no-bail test", {}));
  CHECK(is_masked("parallel --halt now,success=1 ./check ::: a b", {}));
  CHECK(is_masked("parallel './check {} || true' ::: a b", {}));
  CHECK(is_masked("ls | xargs -I{} sh -c './check {} || true'", {}));
  CHECK(is_masked("su tester -c './check || true'", {}));
  CHECK(is_masked("PYTEST_ADDOPTS=--collect-only pytest", {}));
  CHECK(is_masked("MAVEN_ARGS=-fn mvn test", {}));
}

TEST_CASE("lint: honest files of runners") {
  const auto is_fine = [](std::string_view command, std::map<std::string, std::string> texts) {
    return lint_command(command, source_files(std::move(texts))).findings.empty();
  };
  CHECK(is_fine(
      "tox", {{"tox.ini", "[testenv]\ncommands =\n    -rm -rf x\n    pytest {posargs:tests}\n"}}));
  CHECK(is_fine(
      "tox",
      {{"tox.ini", "[testenv]\nignore_errors = true\ncommands =\n    pytest\n    flake8\n"}}));
  CHECK(is_fine("tox",
                {{"tox.ini",
                  "[tox]\nenvlist = py{311,312}, lint\n[testenv]\ndeps = pytest\n"
                  "allowlist_externals = make\ncommands =\n    py311: pytest -x\n    make test\n"
                  "[testenv:lint]\ncommands = -flake8\n"}}));
  CHECK(is_fine("tox -e py -- -l",
                {{"tox.ini", "[testenv]\ncommands = pytest \\\n    -q {posargs}\n"}}));
  CHECK(is_fine("tox", {{"pyproject.toml",
                         "[tool.tox]\nenv_list = [\"py\"]\n[tool.tox.env_run_base]\n"
                         "commands = [[\"pytest\", {replace = \"posargs\"}]]\n"}}));
  CHECK(is_fine("nox -s t",
                {{"noxfile.py",
                  "def t(session):\n    session.run('pytest', *session.posargs)\n"
                  "def l(session):\n    session.run('flake8', success_codes=[0, 1])\n"}}));
  CHECK(is_fine("nox", {{"noxfile.py",
                         "def t(session):\n    session.run('pytest', success_codes=[0, 5])\n"}}));
  CHECK(is_fine("nox", {{"noxfile.py",
                         "def t(session):\n    session.run(*command)\n"
                         "    session.run('coverage', 'xml', success_codes=[0, 1])\n"}}));
  CHECK(is_fine("just test",
                {{"justfile",
                  "set shell := [\"bash\", \"-uc\"]\ntest: build\n  -rm log\n  ./check {{x}}\n"
                  "build:\n  make\n"}}));
  CHECK(is_fine("just t", {{"justfile",
                            "t:\n  #!/usr/bin/env bash\n  set -euo pipefail\n  ./check\n  ls\n"}}));
  CHECK(is_fine("task test",
                {{"Taskfile.yml",
                  "version: '3'\ntasks:\n  test:\n    deps: [build]\n    cmds:\n"
                  "      - cmd: rm log\n        ignore_error: true\n      - go test ./...\n"
                  "      - defer: rm -f tmp\n  build:\n    cmds: [go build ./...]\n"}}));
  CHECK(is_fine("task t", {{"Taskfile.yml",
                            "tasks:\n  t:\n    cmds:\n      - |\n        ./check\n        ls\n"}}));
  CHECK(is_fine("composer test",
                {{"composer.json",
                  R"({"scripts": {"test": ["@lint", "phpunit"], "lint": "phpcs || true"}})"}}));
  CHECK(is_fine("composer check",
                {{"composer.json", R"({"scripts": {"check": "App\\Check::run"}})"}}));
  CHECK(is_fine(
      "npm test",
      {{"package.json",
        R"({"scripts": {"pretest": "rm -rf out || true", "test": "jest", "posttest": "ls"}})"}}));
  CHECK(is_fine(
      "npm test",
      {{"package.json",
        R"({"scripts": {"test": "run-p lint unit", "lint": "eslint . || true", "unit": "ava"}})"}}));
  CHECK(is_fine("pnpm -w test", {{"package.json", R"({"scripts": {"test": "jest"}})"}}));
  CHECK(is_fine("make test", {{"Makefile",
                               "-include local.mk\nifdef CI\nX = 1\nendif\ntest: build\nifeq "
                               "($(X),1)\n\t-rm -f log\nelse\n"
                               "\t./check\nendif\nbuild:\n\tgcc a.c\n"}}));
  CHECK(is_fine("make t",
                {{"Makefile", ".ONESHELL:\n.SHELLFLAGS := -ec\nt:\n\t./check\n\techo done\n"}}));
  CHECK(is_fine("make t", {{"Makefile",
                            "SHELL := /bin/bash -o pipefail\nMAKEFLAGS += --no-builtin-rules $(if "
                            "$(V),,-s)\nt:\n\t./check\n"}}));
  CHECK(is_fine("make",
                {{"Makefile", "all: sub\nsub:\n\t$(MAKE) -C sub check\n\t-$(MAKE) -C sub clean\n"},
                 {"sub/Makefile", "check:\n\t./check\nclean:\n\trm -f x\n"}}));
  CHECK(is_fine("make", {{"Makefile", "define run\n-./check\nendef\nall:\n\t$(run)\n"}}));
  CHECK(is_fine("mvn test",
                {{"pom.xml",
                  "<!-- <testFailureIgnore>true</testFailureIgnore> --><profile><id>lax</id>"
                  "<testFailureIgnore>true</testFailureIgnore></profile>"}}));
  CHECK(is_fine("mvn -B verify", {{".mvn/maven.config", "-ntp\n--fail-at-end\n"}}));
  CHECK(is_fine(
      "gradle test",
      {{"build.gradle", "checkstyle { ignoreFailures = true }\ntest { useJUnitPlatform() }\n"}}));
  CHECK(is_fine("gradle spotlessCheck", {{"build.gradle", "test { ignoreFailures = true }\n"}}));
  CHECK(is_fine("pytest",
                {{"pyproject.toml",
                  "[tool.pytest.ini_options]\naddopts = \"-ra --strict-markers --cov\"\n"}}));
}

TEST_CASE("lint: files that name each other end") {
  std::string many = R"({"scripts": {"test": ")";
  for (int i = 0; i < 200; ++i) many += "npm test; ";
  CHECK_FALSE(is_masked("npm test", {{"package.json", many + R"("}})"}}));
  std::string rules = "all:\n";
  for (int i = 0; i < 200; ++i) rules += "\t$(MAKE) all\n";
  CHECK_FALSE(is_masked("make", {{"Makefile", "include Makefile\n" + rules}}));
}

TEST_CASE("observed: a failure nobody looked at is lost") {
  CHECK(is_lost("./check", 1, "./check; ls"));
  CHECK(is_lost("pytest -q", 2, "pytest -q; ls"));
  CHECK(is_lost("x=$(./check 2>/dev/null)", 1, ""));
  CHECK(is_lost("[ a = b ]", 1, "[ a = b ]; ls"));
  CHECK(is_lost("cat", 1, "./check | cat; ls", "1 0"));
  CHECK(is_lost("wait $p", 1, "./check & p=$!; wait $p; ls"));
  CHECK(is_lost("diff a b", 1, "diff a b; ls"));
  CHECK(is_lost("cd nowhere", 1, ""));
}

TEST_CASE("observed: a question, and what was put away, is not lost") {
  CHECK_FALSE(is_lost("grep -q x f", 1, ""));
  CHECK_FALSE(is_lost("((i++))", 1, ""));
  CHECK_FALSE(is_lost("let i=0", 1, ""));
  CHECK_FALSE(is_lost("[ -n \"$x\" ]", 1, "f() { [ -n \"$x\" ] && echo; }; f; ls"));
  CHECK_FALSE(is_lost("rm nosuch", 1, ""));
  CHECK_FALSE(is_lost("head -1", 141, "yes | head -1", "141 0"));
  CHECK_FALSE(is_lost("sort", 1, "grep x f | sort; ls", "1 0"));
  CHECK_FALSE(is_lost("v=$(git describe)", 128, ""));
  CHECK_FALSE(is_lost("wait $p", 143, ""));
  CHECK_FALSE(is_lost("command -v tool", 1, ""));
  CHECK_FALSE(is_lost("diff a b > p", 1, ""));
}

TEST_CASE("observed: a shell that passes the failure on has not lost it") {
  const std::string inner = "9\0379\037L\0371\0371\037run.sh\0372\037./check\037ls\037";
  CHECK(lost_failures({inner}, {7, {}}).size() == 1);
  CHECK(lost_failures({inner}, {7, {}}).front().place == "run.sh:2");
  CHECK(lost_failures({inner, "9\0379\037E\0371"}, {7, {}}).empty());
  CHECK(lost_failures({inner, "9\0379\037E\0370"}, {7, {}}).size() == 1);
  CHECK(lost_failures({"", "x", "1\0371\037L", "9\0379\037L\0371"}, {7, {}}).empty());
}

TEST_CASE("traces: make and npm tell of failures they passed over") {
  using assay::format::passed_over;
  CHECK_FALSE(passed_over("make: [Makefile:2: test] Error 1 (ignored)\n", "make", {}).empty());
  CHECK_FALSE(passed_over("make[1]: *** [Makefile:4: one] Error 1\n", "make", {}).empty());
  CHECK_FALSE(
      passed_over("npm ERR! Lifecycle script `test` failed with error:\n", "npm t", {}).empty());
  CHECK(passed_over("make: Nothing to be done for 'all'.\n", "make", {}).empty());
  CHECK_FALSE(passed_over("  py: ignored failed command\n", "tox", {}).empty());
  const std::string said =
      "py: command failed but is marked ignore outcome so handling it as success\n";
  CHECK_FALSE(
      passed_over("py: exit 1 (0.1 seconds) /w> ./check pid=7\n" + said, "tox -e py", {}).empty());
  CHECK(passed_over("py: exit 1 (0.1 seconds) /w> rm nosuch pid=7\n" + said, "tox -e py", {})
            .empty());
  CHECK(passed_over(said, "make", {}).empty());
  const auto tidies = source_files({{"Makefile", "test:\n\t-rm nosuch\n"}});
  CHECK(passed_over("make: [Makefile:2: test] Error 1 (ignored)\n", "make", tidies).empty());
}
