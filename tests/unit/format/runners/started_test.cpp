// SPDX-License-Identifier: MIT
// The runner is named by the program that is started, and by nothing else.
#include "format/runners/started.h"

#include "format/missing_program.h"
#include "format/runners.h"

#include <doctest/doctest.h>

#include <map>
#include <string>

namespace assay::test {
namespace {

using format::read_started;
using format::Started;

TEST_CASE("started: the program behind wrappers, launchers and assignments") {
  struct Row {
    const char* command;
    const char* name;
  };
  const Row rows[] = {
      {"pytest -q", "pytest"},
      {"cd x && A=1 pytest -q | tee log", "pytest"},
      {"env -u X A=1 python3 -m pytest", "pytest"},
      {"time nice -n 5 timeout 60 python3.11 -X dev -m unittest -v", "unittest"},
      {".venv/bin/pytest", "pytest"},
      {"./node_modules/.bin/jest --ci", "jest"},
      {"node node_modules/jest/bin/jest.js", "jest"},
      {"npx --yes vitest run", "vitest"},
      {"npx -p mocha mocha", "mocha"},
      {"pnpm exec vitest", "vitest"},
      {"yarn dlx jest", "jest"},
      {"poetry run pytest", "pytest"},
      {"uv run --with x pytest -q", "pytest"},
      {"pipenv run python -m pytest", "pytest"},
      {"bundle exec rspec", "rspec"},
      {"hatch run pytest", "pytest"},
      {"coverage run -m pytest", "pytest"},
      {"python -m coverage run -m unittest", "unittest"},
      {"bash -c 'pytest -q'", "pytest"},
      {"sh -ec \"cd a && go test ./...\"", "go"},
      {"vendor/bin/phpunit", "phpunit"},
      {"cargo +nightly nextest run", "nextest"},
      {"java -cp a:b org.junit.runner.JUnitCore Foo", "JUnitCore"},
      {"if [ -f x ]; then pytest; fi", "pytest"},
      {"bash <<E\npytest\nE\n", "pytest"},
      {"eval 'pytest -q'", "pytest"},
      {"xvfb-run -a npx jest", "jest"},
  };
  for (const Row& row : rows) {
    INFO("command: ", std::string(row.command));
    CHECK(read_started(row.command).names_program(row.name));
    CHECK(read_started(row.command).text_tool.empty());
  }
}

TEST_CASE("started: comments, arguments, parts of paths and echoes name nothing") {
  for (const char* command :
       {"./run # pytest", "./run pytest", "./pytest/run", "echo pytest; ./run",
        "./run --with=pytest", "PYTEST=pytest ./run", "./run 'python3 -m pytest'",
        "./run <<E\npytest\nE\n", "make test > pytest.log", "./my-pytest", "ls pytest; ./run"}) {
    INFO("command: ", std::string(command));
    CHECK_FALSE(read_started(command).names_program("pytest"));
  }
}

TEST_CASE("started: what only shows text runs nothing") {
  for (const char* command :
       {"cat old.log",
        "tail -5 log",
        "echo '5 passed'",
        "printf '5 passed in 0.1s\\n'",
        "cat <<E\n5 passed\nE\n",
        "cd x && cat log | tail -3",
        "grep passed log",
        "sed -n 1,5p log",
        "awk '{print}' log",
        "bash -c 'cat log'",
        "python3 -c \"print('Ran 5 tests in 0.1s')\"",
        "python3 -c 'import sys; sys.stdout.write(\"5 passed\")'",
        "node -e 'console.log(\"ok\")'",
        "python3 - <<E\nprint('5 passed')\nE\n",
        "perl -pe 1 log",
        "test -f x && echo '1 passed'",
        "git show HEAD:old.log",
        "cp old.xml report.xml",
        "cp old.xml r.xml && cat old.log",
        "eval \"cat log\"",
        "command cat log",
        "/bin/cat log",
        "tar xOf log.tar",
        "cmake -E cat old.log",
        "python3 -m base64 -d log.b64",
        "python3 -m json.tool log.json",
        "find . -name old.log -exec cat {} +",
        "expr '1 passed' : '\\(.*\\)'",
        "node -p \"require('./log.json').log\"",
        "python3 -c \"from pathlib import Path; print(Path('l').read_text())\"",
        "< log tee copy"}) {
    INFO("command: ", std::string(command));
    CHECK_FALSE(read_started(command).text_tool.empty());
    CHECK(format::read_runner_output(command, "12 passed, 0 failed\n").executed == 0);
  }
}

TEST_CASE("started: what may run tests is not taken for a text tool") {
  for (const char* command : {"./run",
                              "make test",
                              "echo start && ./run",
                              "cat in | ./run",
                              "python3 -c 'import t; t.main()'",
                              "python3 tests.py",
                              "find . -name '*.t' -exec {} \\;",
                              "xargs -n1 ./run < list",
                              "for t in t/*; do bash $t; done",
                              "bash run.sh",
                              ". ./run.sh; echo done",
                              "$RUNNER -q",
                              "cmake -E env X=1 ctest",
                              "cmake -P run.cmake",
                              "find . -name '*.t' -exec prove {} +",
                              "python3 -m tests",
                              "tar xf a.tar && ./run",
                              "node -e \"require('./test')\"",
                              "docker run x",
                              "./cat log"}) {
    INFO("command: ", std::string(command));
    CHECK(read_started(command).text_tool.empty());
  }
}

TEST_CASE("started: scripts of the workspace are looked into") {
  const std::map<std::string, std::string> files = {
      {"package.json",
       R"({"scripts": {"test": "jest --ci", "log": "cat old.log", "deep": "npm run log",
                          "web": "cd web && npm test"}})"},
      {"web/package.json", R"({"scripts": {"test": "vitest run"}})"},
      {"Makefile",
       "PY ?= python3\nall: build\ntest: prepare\n\t@$(PY) -m unittest\nprepare:\n\t@echo prepare\n"
       "fake:\n\t@cat old.log\n\t@echo done\nsub:\n\t$(MAKE) -C web test\n"},
      {"web/Makefile", "test:\n\tpytest\n"},
      {"fake.sh", "#!/bin/sh\ncat old.log\n"},
      {"own.sh", "#!/bin/sh\nif grep -q x y; then echo '1 passed, 0 failed'; fi\n"},
  };
  const auto read = [&](const std::string& path) {
    const auto found = files.find(path);
    return found == files.end() ? std::string() : found->second;
  };
  CHECK(read_started("npm test", read).names_program("jest"));
  CHECK(read_started("npm run web", read).names_program("vitest"));
  CHECK(read_started("make test", read).names_program("unittest"));
  CHECK(read_started("make test", read).starts == 1);
  CHECK(read_started("make sub", read).names_program("pytest"));
  CHECK(read_started("npm run log", read).text_tool == "cat");
  CHECK(read_started("npm run deep", read).text_tool == "cat");
  CHECK(read_started("make fake", read).text_tool == "cat");
  CHECK(read_started("bash fake.sh", read).text_tool == "cat");
  CHECK(read_started("./fake.sh", read).text_tool == "cat");
  CHECK(read_started("./own.sh", read).text_tool.empty());
  CHECK(read_started("make nosuch", read).text_tool.empty());
  CHECK(read_started("npm run nosuch", read).text_tool.empty());
}

TEST_CASE("missing program: only the command's own, told by the shell") {
  struct Row {
    const char* command;
    const char* output;
    const char* name;
  };
  const Row rows[] = {
      {"uv run pytest", "/bin/bash: line 1: uv: command not found\n", "uv"},
      {"cd x && uv run pytest", "/bin/bash: line 1: uv: command not found\n", "uv"},
      {"./run.sh", "/bin/bash: line 1: ./run.sh: No such file or directory\n", "./run.sh"},
      {"./run.sh", "/bin/bash: line 1: ./run.sh: Permission denied\n", "./run.sh"},
      {"env A=1 uv run x", "env: \u2018uv\u2019: No such file or directory\n", "uv"},
      {"timeout 5 uv", "timeout: failed to run command \u2018uv\u2019: No such file or directory\n",
       "uv"},
      {"./run.sh", "./run.sh: line 3: uv: command not found\n", ""},
      {"npm test", "sh: 1: jest: not found\n", ""},
      {"./run.sh", "/bin/bash: line 1: uv: command not found\n", ""},
      {"./run.sh", "", ""},
  };
  for (const Row& row : rows) {
    INFO("command: ", std::string(row.command));
    INFO("output: ", std::string(row.output));
    const Started started = read_started(row.command);
    CHECK(format::find_missing_program(row.output, started.written).name == row.name);
  }
}

}  // namespace
}  // namespace assay::test
