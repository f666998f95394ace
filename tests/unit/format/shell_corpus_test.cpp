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
  REQUIRE(lines.size() >= 300);
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
  const auto tidies = source_files({{"Makefile", "test:\n\t-rm nosuch\n"}});
  CHECK(passed_over("make: [Makefile:2: test] Error 1 (ignored)\n", "make", tidies).empty());
}
