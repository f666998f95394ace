// SPDX-License-Identifier: MIT
// What a command starts, as far as its words and the texts they lead to tell.
#include "format/shell/programs.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

using namespace assay::format::shell;

namespace {

std::map<std::string, std::string> files;

std::vector<Started> started(const std::string& command) {
  return started_by(command, [](const std::string& path) -> std::optional<std::string> {
    const auto found = files.find(path);
    return found == files.end() ? std::nullopt : std::optional(found->second);
  });
}

bool starts(const std::string& command, const std::string& word, const std::string& folder = "") {
  const auto all = started(command);
  return std::find(all.begin(), all.end(), Started{word, folder}) != all.end();
}

}  // namespace

TEST_CASE("programs: of the words themselves") {
  CHECK(starts("env A=1 timeout 5 pytest -q", "pytest"));
  CHECK(starts("env A=1 timeout 5 pytest -q", "env"));
  CHECK(starts("a && b | c; (d)", "d"));
  CHECK(starts("bash -c 'cmp a b'", "cmp"));
  CHECK(starts("echo $(uname -a)", "uname"));
  CHECK(starts("./check < data/in.bin", "data/in.bin"));
  CHECK(starts("check < in.bin", "./in.bin"));
  CHECK_FALSE(starts("$TOOL x", "$TOOL"));
}

TEST_CASE("programs: of the folder that a cd leads to") {
  CHECK(starts("cd web && ./run", "./run", "web"));
  CHECK(starts("cd web; cd api && jest", "jest", "web/api"));
  CHECK(starts("(cd web && ./run); ./other", "./other", ""));
  CHECK(starts("{ cd web; }; ./run", "./run", "web"));
  CHECK(starts("cd web; ./x; cd -; ./run", "./run", ""));
  CHECK(starts("pushd web && ./x && popd && ./run", "./run", ""));
}

TEST_CASE("programs: of variables that the text has set itself") {
  CHECK(starts("T=build/tool; $T", "build/tool"));
  CHECK(starts("T=build; ${T}/tool -x", "build/tool"));
  CHECK(starts("T=build/tool && export U=$T && \"$U\" -x", "build/tool"));
  CHECK(starts("$HOME/bin/tool", "~/bin/tool"));
  CHECK(starts("~/bin/tool", "~/bin/tool"));
  CHECK_FALSE(starts("T=$(pick); $T", "$T"));
  CHECK_FALSE(starts("T=a; T=$OTHER; $T", "a"));
  CHECK_FALSE(starts("T=build/out.xml; pytest --junitxml $T", "build/out.xml"));
}

TEST_CASE("programs: of folders that the text puts before PATH") {
  CHECK(starts("PATH=build:$PATH tool", "build/tool"));
  CHECK(starts("PATH=build:$PATH tool", "tool"));
  CHECK(starts("export PATH=\"$PWD/build:$PATH\"; tool", "./build/tool"));
  CHECK(starts("PATH=$(pwd)/build:$PATH; tool", "./build/tool"));
  CHECK(starts("PATH=$PATH:/opt/x tool", "/opt/x/tool"));
  CHECK(starts("cd web && PATH=bin:$PATH npx tool", "bin/tool", "web"));
}

TEST_CASE("programs: of the folder that env leads to") {
  CHECK(starts("env -C web ./run", "./run", "web"));
  CHECK(starts("env A=1 --chdir=web ./run", "./run", "web"));
}

TEST_CASE("programs: behind launchers, package scripts, makefiles and scripts") {
  files = {{"package.json", R"({"scripts": {"test": "jest --ci", "pre": "x"}})"},
           {"web/package.json", R"({"scripts": {"unit": "bash ./unit.sh"}})"},
           {"web/unit.sh", "#!/bin/sh\nvitest run\n"},
           {"Makefile", "test:\n\tpython3 -m pytest\n\t./tools/check\n"},
           {"build/unit", "cmp a b\n"},
           {"loop.sh", "bash ./loop.sh\n"}};
  CHECK(starts("npx jest", "jest"));
  CHECK(starts("npm test", "jest"));
  CHECK(starts("cd web && npm run unit", "vitest", "web"));
  CHECK(starts("make test", "./tools/check"));
  CHECK(starts("bash build/unit", "cmp"));
  CHECK(starts("python3 run.py", "./run.py"));
  CHECK(starts("python3 -B -m tools.check -v", "tools/check.py"));
  CHECK(starts("sh <<< build/tool", "build/tool"));
  CHECK(starts("bash -e <<'E'\nbuild/tool\nE\n", "build/tool"));
  CHECK_FALSE(starts("cat <<'E'\nbuild/tool\nE\n", "build/tool"));
  CHECK(starts("bash ./loop.sh", "./loop.sh"));  // and comes to an end
}

TEST_CASE("programs: what a command writes is nothing it depends on") {
  CHECK_FALSE(starts("pytest --junitxml build/junit.xml", "build/junit.xml"));
  CHECK_FALSE(starts("pytest | tee build/log", "build/log"));
  CHECK_FALSE(starts("cc -o build/t t.c && build/t", "build/t"));
  CHECK(starts("make build/t && build/t", "build/t"));
}
