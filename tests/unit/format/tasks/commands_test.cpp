// SPDX-License-Identifier: MIT
#include "format/tasks/commands.h"

#include "format/tasks/tasks.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace assay::format {
namespace {

using core::loop::Task;
using Texts = std::vector<std::string>;

Task task_with(const std::string& line, const std::string& verify) {
  const TasksReading reading =
      read_tasks("- [ ] 1.1 " + line + "\n  - **Verify**: " + verify + "\n  - **Commit**: None\n");
  REQUIRE(reading.tasks.size() == 1);
  return reading.tasks[0];
}

std::string shown(const Texts& texts) {
  std::string out;
  for (const std::string& text : texts) out += "<" + text + ">";
  return out;
}

Texts commands_in(const Task& task) {
  Texts texts;
  for (const auto& command : task.commands) texts.push_back(command.command);
  return texts;
}

TEST_CASE("verify: what is a command and what is prose") {
  struct Row {
    std::string verify;
    Texts commands;
  };
  const Row rows[] = {
      {"`npm test`", {"npm test"}},
      {"`npm test` passes", {"npm test"}},
      {"Run `npm test` and `npm run lint`", {"npm test", "npm run lint"}},
      {"`npm test` prints `hello world`", {"npm test"}},
      {"`cat out.txt` shows `0`, see `src/a.ts`", {"cat out.txt"}},
      {"`src/a.ts` exists", {}},
      {"`my-tool check all`", {"my-tool check all"}},
      {"`./run`", {"./run"}},
      {"`scripts/check.sh --all`", {"scripts/check.sh --all"}},
      {"`CI=1 npm test`", {"CI=1 npm test"}},
      {"`! grep -q TODO src/a.ts`", {"! grep -q TODO src/a.ts"}},
      {"`(cd a && make)`", {"(cd a && make)"}},
      {"`[ -f a ]`", {"[ -f a ]"}},
      {"``echo `date` | grep 1``", {"echo `date` | grep 1"}},
      {"npm test", {"npm test"}},
      {"npm test exits 0", {"npm test"}},
      {"npm test passes.", {"npm test"}},
      {"go vet ./...", {"go vet ./..."}},
      {"grep -q 'x' src/a.ts && echo PASS", {"grep -q 'x' src/a.ts && echo PASS"}},
      {"pytest", {"pytest"}},
      {"ruff check .", {"ruff check ."}},
      {"make all", {"make all"}},
      {"my-tool --check && echo ok", {"my-tool --check && echo ok"}},
      {"All commands exit 0", {}},
      {"Manual check", {}},
      {"Grep codebase for TODO", {}},
      {"make sure it works", {}},
      {"test that the button works", {}},
      {"go to the page and look", {}},
      {"Visual inspection - looks right", {}},
      {"none", {}},
      {"`true`", {"true"}},
      {"\n    - `npm run a`\n    - `npm run b` passes\n    - everything is fine",
       {"npm run a", "npm run b"}},
      {"\n    ```bash\n    npm run a\n    # why\n    npm run b \\\n      --all\n\n    ```",
       {"npm run a", "npm run b \\\n      --all"}},
      {"\n    ```\n    $ npm run a\n    ```", {"npm run a"}},
      {"\n    ```bash\n    cd sub\n    X=1\n    make a\n    make b\n    ```",
       {"cd sub && X=1 && make a", "cd sub && X=1 && make b"}},
      {"\n    ```bash\n    for f in a b; do\n      test -f $f\n    done\n    ```",
       {"for f in a b; do\n      test -f $f\n    done"}},
      {"\n    ```bash\n    ! grep x f\n    ```", {"! grep x f"}},
      {"`npm test`, `npm test`", {"npm test"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.verify);
    CHECK(shown(commands_in(task_with("a", row.verify))) == shown(row.commands));
  }
}

TEST_CASE("verify: a checkpoint's commands are cut at &&, each to be reported on its own") {
  struct Row {
    std::string title;
    std::string verify;
    Texts commands;
  };
  const Row rows[] = {
      {"Check: npm run a && npm run b", "All commands exit 0", {"npm run a", "npm run b"}},
      {"Check: `npm run a && npm run b`", "All commands exit 0", {"npm run a", "npm run b"}},
      {"Check: `npm run a:x`", "`npm run a:x` passes", {"npm run a:x"}},
      {"Check", "`npm run a && npm run b`", {"npm run a", "npm run b"}},
      {"Check", "`cd x && npm run a && npm run b`", {"cd x && npm run a", "cd x && npm run b"}},
      {"Check", "`X=1 && npm run a`", {"X=1 && npm run a"}},
      {"Check", "`npm run a && cd x`", {"npm run a", "cd x"}},
      {"Check", "`grep -q 'a && b' f && make c`", {"grep -q 'a && b' f", "make c"}},
      {"Check", "`grep -q a f && echo PASS`", {"grep -q a f && echo PASS"}},
      {"Check", "`make a | tee log && make b`", {"make a | tee log", "make b"}},
      {"Check", "`make a && make b || make c`", {"make a && make b || make c"}},
      {"Check", "`(make a && make b) && make c`", {"(make a && make b)", "make c"}},
      {"Check", "`make a; make b && make c`", {"make a; make b && make c"}},
      {"Check", "`make a && ! grep x f`", {"make a", "! grep x f"}},
      {"AC checklist", "All criteria hold", {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.title);
    CAPTURE(row.verify);
    const Task task = task_with(std::string("[VERIFY] ") + row.title, row.verify);
    CHECK(shown(commands_in(task)) == shown(row.commands));
  }
  CHECK(commands_in(task_with("Check: npm run a", "`npm run b && npm run c`")) ==
        Texts{"npm run b && npm run c"});
}

TEST_CASE("verify: which commands are test gates") {
  struct Row {
    std::string command;
    bool is_test;
  };
  const Row rows[] = {
      {"npm test", true},
      {"cd web && npm run test:unit", true},
      {"pytest -q", true},
      {"npx vitest run", true},
      {"cargo test", true},
      {"go test ./...", true},
      {"make check", true},
      {"mvn verify", true},
      {"npm test | tail -5", true},
      {"npm run build && npm test", true},
      {"test -f src/a.ts", false},
      {"ruff check .", false},
      {"cargo check", false},
      {"npm run check", false},
      {"npm run verify", false},
      {"deno check x.ts", false},
      {"npm run typecheck", false},
      {"grep -q test src/a.ts", false},
      {"npm test 2>&1 | grep -q \"FAIL\\|Error\" && echo RED_PASS", false},
      {"! npm test", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.command);
    const Task task = task_with("a", std::string("`") + row.command + "`");
    REQUIRE(task.commands.size() == 1);
    CHECK(task.commands[0].is_test == row.is_test);
  }
}

TEST_CASE("verify: what is wrong with a command is known") {
  CHECK(task_with("a", "`npm test || true`").commands[0].lint.has(core::LintRule::masked));
  CHECK(task_with("a", "`echo ok`").commands[0].lint.has(core::LintRule::constant));
  CHECK(task_with("a", "`npm start &`").commands[0].lint.has(core::LintRule::detaches));
  CHECK(task_with("a", "`grep 'x f`").commands[0].lint.has(core::LintRule::unparsable));
  CHECK(task_with("a", "`npm test`").commands[0].lint.findings.empty());
}

TEST_CASE("verify: when a checkpoint needs judgement") {
  const auto judged = [](const std::string& rest) {
    return read_tasks("- [ ] V6 [VERIFY] " + rest).tasks[0].needs_judgement;
  };
  CHECK(judged("AC checklist\n  - **Verify**: `npm test`\n"));
  CHECK(judged("Check\n  - **Verify**: All good\n"));
  CHECK(judged("Check\n  - **Do**: Read AC-1.2\n  - **Verify**: `npm test`\n"));
  CHECK(judged(
      "Check\n  - **Done when**: all Acceptance Criteria hold\n  - **Verify**: `npm test`\n"));
  CHECK(judged("Check\n  - **Do**:\n    - [ ] look\n  - **Verify**: `npm test`\n"));
  CHECK_FALSE(judged("Check: `npm test`\n"));
  CHECK_FALSE(judged("Check\n  - **Verify**: `npm test`\n  - _Requirements: AC-1.2_\n"));
  CHECK_FALSE(read_tasks("- [ ] 1.1 AC checklist\n").tasks[0].needs_judgement);
}

TEST_CASE("verify: its text on one line reads back as the same commands") {
  const Task task = task_with("a", "\n    ```bash\n    npm run a\n    npm run b\n    ```");
  CHECK(task.verify_text == "`npm run a` `npm run b`");
  CHECK(commands_in(task_with("b", task.verify_text)) == commands_in(task));
}

}  // namespace
}  // namespace assay::format
