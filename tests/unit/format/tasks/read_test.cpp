// SPDX-License-Identifier: MIT
#include "format/tasks/tasks.h"

#include <doctest/doctest.h>

#include <ctime>
#include <string>
#include <vector>

namespace assay::format {
namespace {

using core::loop::Task;
using Texts = std::vector<std::string>;

Texts ids_of(const TasksReading& reading) {
  Texts ids;
  for (const Task& task : reading.tasks) ids.push_back(task.id);
  return ids;
}

Task only(std::string_view text) {
  const TasksReading reading = read_tasks(text);
  REQUIRE(reading.tasks.size() == 1);
  return reading.tasks[0];
}

constexpr std::string_view whole = R"(---
spec: demo
phase: tasks
total_tasks: 3
created: 2026-01-01
---

# Tasks: something else

Text with - [ ] in it.

## Phase 1: Make It Work (POC)

- [ ] 1.1 [P] Write the parser
  - **Do**:
    1. Create `src/parser.ts`
    2. Export it
  - **Files**: `src/parser.ts` (new), src/index.ts
  - **Done when**: it parses
  - **Verify**: `npm test -- parser`
  - **Commit**: `feat(parser): add parser`
  - _Requirements: FR-1, AC-1.1_

- [x] 1.2 [VERIFY] Quality checkpoint: `npm run lint && npm run typecheck`
  - **Do**: Run the commands
  - **Verify**: All commands exit 0
  - **Done when**: no errors
  - **Commit**: `chore: pass checkpoint` (only if fixes needed)

## Phase 2: Refactoring

- [X] 1.2.1 [FIX 1.2] [P] Fix: lint
)";

TEST_CASE("tasks: a whole file") {
  const TasksReading reading = read_tasks(whole);
  CHECK(reading.problems.empty());
  CHECK(reading.spec == "demo");
  REQUIRE(ids_of(reading) == Texts{"1.1", "1.2", "1.2.1"});
  const Task& first = reading.tasks[0];
  CHECK(first.title == "Write the parser");
  CHECK(first.phase == "Phase 1: Make It Work (POC)");
  CHECK(first.line == 14);
  CHECK(first.parallel);
  CHECK_FALSE(first.checked);
  CHECK_FALSE(first.verify);
  CHECK(first.markers == Texts{"P"});
  CHECK(first.files == Texts{"src/parser.ts", "src/index.ts"});
  CHECK(first.done_when == "it parses");
  CHECK(first.verify_text == "`npm test -- parser`");
  REQUIRE(first.commands.size() == 1);
  CHECK(first.commands[0].command == "npm test -- parser");
  CHECK(first.commands[0].is_test);
  CHECK(first.commit == "feat(parser): add parser");
  CHECK_FALSE(first.commit_if_needed);
  CHECK(first.has_do);
  CHECK(first.has_files);
  CHECK(first.has_done_when);
  CHECK(first.has_verify);
  CHECK(first.has_commit);
  CHECK(first.block.starts_with("- [ ] 1.1"));
  CHECK(first.block.ends_with("AC-1.1_\n"));

  const Task& second = reading.tasks[1];
  CHECK(second.checked);
  CHECK(second.verify);
  REQUIRE(second.commands.size() == 2);
  CHECK(second.commands[0].command == "npm run lint");
  CHECK(second.commands[1].command == "npm run typecheck");
  CHECK_FALSE(second.needs_judgement);
  CHECK(second.commit == "chore: pass checkpoint");
  CHECK(second.commit_if_needed);
  CHECK_FALSE(second.has_files);

  const Task& third = reading.tasks[2];
  CHECK(third.checked);
  CHECK(third.phase == "Phase 2: Refactoring");
  CHECK(third.fixes == "1.2");
  CHECK(third.markers == Texts{"FIX 1.2", "P"});
  CHECK_FALSE(third.has_verify);
}

TEST_CASE("tasks: what is a task line") {
  struct Row {
    std::string line;
    bool task;
  };
  const Row rows[] = {
      {"- [ ] 1.1 a", true},   {"- [x] 1.1 a", true},   {"- [X] 1.1 a", true},
      {"* [ ] 1.1 a", true},   {"+ [ ] 1.1 a", true},   {" - [ ] 1.1 a", true},
      {"-  [ ] 1.1 a", true},  {"-\t[ ] 1.1 a", true},  {"- [ ]", true},
      {"- [ ]\t1.1 a", true},  {"- [ ] 1.1 a\r", true}, {"  - [ ] 1.1 a", false},
      {"\t- [ ] 1.1", false},  {"- [] 1.1 a", false},   {"- [ ]1.1 a", false},
      {"-[ ] 1.1 a", false},   {"- [-] 1.1 a", false},  {"1. [ ] 1.1 a", false},
      {"> - [ ] 1.1", false},  {"`- [ ] 1.1`", false},  {"- ( ) 1.1 a", false},
      {"text - [ ] 1", false}, {"- [ x] 1.1", false},   {"<!-- - [ ] 1.1 -->", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.line);
    CHECK(read_tasks(row.line).tasks.size() == (row.task ? 1 : 0));
    CHECK(read_tasks(std::string(row.line) + "\n").tasks.size() == (row.task ? 1 : 0));
  }
}

TEST_CASE("tasks: ids and titles") {
  struct Row {
    std::string line;
    std::string id;
    std::string title;
  };
  const Row rows[] = {
      {"1.1 Title", "1.1", "Title"},
      {"1.10 Title", "1.10", "Title"},
      {"1.2.3.4 Title", "1.2.3.4", "Title"},
      {"V1 Title", "V1", "Title"},
      {"VF [VERIFY] Title", "VF", "Title"},
      {"VE2 Title", "VE2", "Title"},
      {"T001 [P] [US1] Create src/a.py", "T001", "Create src/a.py"},
      {"TASK-001 Title", "TASK-001", "Title"},
      {"3 Title", "3", "Title"},
      {"1.1: Title", "1.1", "Title"},
      {"1. Title", "1", "Title"},
      {"**1.1** Title", "1.1", "Title"},
      {"**1.1**: Title", "1.1", "Title"},
      {"`1.1` Title", "1.1", "Title"},
      {"Task 1.1: Title", "1.1", "Title"},
      {"1.1 - Title", "1.1", "Title"},
      {"[P] 1.1 Title", "1.1", "Title"},
      {"1.1", "1.1", ""},
      {"Tests pass", "", "Tests pass"},
      {"OAuth2 login", "", "OAuth2 login"},
      {"E2E tests", "", "E2E tests"},
      {"2FA for all", "", "2FA for all"},
      {"Task list is done", "", "Task list is done"},
      {"", "", ""},
      {"1.1 [docs](http://x) Title", "1.1", "[docs](http://x) Title"},
      {"1.1 [unclosed Title", "1.1", "[unclosed Title"},
      {"1.1\tTitle", "1.1", "Title"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.line);
    const Task task = only(std::string("- [ ] ") + row.line + "\n");
    CHECK(task.id == row.id);
    CHECK(task.title == row.title);
  }
}

TEST_CASE("tasks: markers in any order, and [VERIFY] beats [P]") {
  const Task both = only("- [ ] 1.1 [P] [VERIFY] [RED] x\n");
  CHECK(both.markers == Texts{"P", "VERIFY", "RED"});
  CHECK(both.verify);
  CHECK_FALSE(both.parallel);
  const Task fix = only("- [ ] 1.3.1 [P][FIX 1.3] x\n");
  CHECK(fix.parallel);
  CHECK(fix.fixes == "1.3");
  CHECK(only("- [ ] 1.1 [verify] x\n").verify);
  CHECK_FALSE(only("- [ ] 1.1 [YELLOW] x [VERIFY]\n").parallel);
}

TEST_CASE("tasks: fences, comments, front matter and nested lists hold no tasks") {
  const char* const texts[] = {
      "- [ ] 1.1 a\n```\n- [ ] 9.9 no\n```\n- [ ] 1.2 b\n",
      "- [ ] 1.1 a\n~~~~md\n- [ ] 9.9 no\n~~~\n- [ ] 9.8 no\n~~~~\n- [ ] 1.2 b\n",
      "- [ ] 1.1 a\n  - **Do**:\n    ```\n    - [ ] 9.9 no\n    ```\n- [ ] 1.2 b\n",
      "- [ ] 1.1 a\n  - ```sh\n    x\n    ```\n- [ ] 1.2 b\n",
      "- [ ] 1.1 a\n<!--\n- [ ] 9.9 no\n-->\n- [ ] 1.2 b\n",
      "- [ ] 1.1 a\n<!-- x\n\n- [ ] 9.9 no -->\n- [ ] 1.2 b\n",
      "---\nlist: |\n- [ ] 9.9 no\n---\n- [ ] 1.1 a\n- [ ] 1.2 b\n",
      "\xEF\xBB\xBF---\n- [ ] 9.9 no\n---\r\n- [ ] 1.1 a\n- [ ] 1.2 b\n",
      "- [ ] 1.1 a\n  - **Do**:\n    - [ ] 9.9 no\n\t- [x] 9.8 no\n- [ ] 1.2 b\n",
      "- [ ] 1.1 a\n  - [ ] no\n\n  - [x] no\n\n- [ ] 1.2 b\n",
      "````\n```\n- [ ] 9.9 no\n```\n````\n- [ ] 1.1 a\n- [ ] 1.2 b",
      // A pasted text in a fence of a list item, less indented than the fence.
      "- [ ] 1.1 a\n  - **Do**:\n    ```markdown\n# T\n- [ ] no\n- [ ] 9.9 no\n    ```\n- [ ] 1.2 "
      "b\n",
      "- [ ] 1.1 a\n  - **Do**:\n    ~~~\n- [x] 9.9 no\n    ~~~\n- [ ] 1.2 b\n",
      "- [ ] 1.1 a\n  - **Do**:\n    ````md\n- [ ] 9.9 no\n```\n- [ ] 9.8 no\n    ````\n- [ ] 1.2 "
      "b\n",
      "- [ ] 1.1 a\n  - ```\n- [ ] 9.9 no\n    ```\n- [ ] 1.2 b\n",
      "- [ ] 1.1 a\n  1. ```\n- [ ] 9.9 no\n## No\n     ```\n- [ ] 1.2 b\n",
      "- [ ] 1.1 a\n    - **Do**:\n      ```\n\n- [ ] 9.9 no\n\n      ```\n- [ ] 1.2 b\n",
      "- [ ] 1.1 a\n    <!--\n- [ ] 9.9 no\n    -->\n- [ ] 1.2 b\n",
      "- [ ] 1.1 a\n  > - [ ] 9.9 no\n- [ ] 1.2 b\n",
      "- [ ] 1.1 a\n\n      - [ ] 9.9 no\n\n- [ ] 1.2 b\n",
      "- [ ] 1.1 a\n    ```\n    x\n    ```\n    ```\n- [ ] 9.9 no\n    ```\n- [ ] 1.2 b\n",
      // A fence of the other kind comes next.
      "- [ ] 1.1 a\n- [ ] 1.2 b\n\n- item\n  ```md\n- [ ] 9.4 x\n  ```\n\n~~~\n- [ ] 9.5\n~~~\n",
      "- [ ] 1.1 a\n- [ ] 1.2 b\n\n- item\n  ~~~\n- [ ] 9.4 x\n  ~~~\n```md\n- [ ] "
      "9.5\n```\n\n<!--\n- [ "
      "] 9.6\n-->\n",
      // Tasks with fields behind a fence that somebody forgot to close are tasks.
      "- [ ] 1.1 a\n    ```sh\n    x\n- [ ] 1.2 b\n  - **Verify**:\n    ```sh\n    y\n    ```\n",
      // What is never closed must not swallow tasks.
      "- [ ] 1.1 a\n```\ncode\n- [ ] 1.2 b\n",
      "- [ ] 1.1 a\n    ```\n    code\n- [ ] 1.2 b\n",
      "- [ ] 1.1 a\n    <!-- open\n- [ ] 1.2 b\n",
      "<!-- open\n- [ ] 1.1 a\n- [ ] 1.2 b\n",
      "---\nnot: closed\n- [ ] 1.1 a\n- [ ] 1.2 b\n",
      // An indented fence ends with its list item.
      "- [ ] 1.1 a\n    ```\n    code\n- [ ] 1.2 b\n    ```\n    code\n    ```\n",
  };
  for (const std::string text : texts) {
    CAPTURE(text);
    CHECK(ids_of(read_tasks(text)) == Texts{"1.1", "1.2"});
  }
}

TEST_CASE("tasks: where a block ends") {
  struct Row {
    std::string rest;
    std::string block;
  };
  const Row rows[] = {
      {"  - x\n- [ ] 2 b\n", "  - x\n"},
      {"  - x\n\n\n- [ ] 2 b\n", "  - x\n"},
      {"  - x\n## Phase 2\n", "  - x\n"},
      {"  - x\n# Top\n", "  - x\n"},
      {"  - x\n\n### Deep\n", "  - x\n"},
      {"  - x\n---\ntext\n", "  - x\n"},
      {"  - x\n\n**Checkpoint**: all fine\n", "  - x\n"},
      {"  - x\n\nnote\n\n  - **Verify**: `y`\n", "  - x\n\nnote\n\n  - **Verify**: `y`\n"},
      {"- **Do**: x\n- **Verify**: y\n", "- **Do**: x\n- **Verify**: y\n"},
      {"  - x", "  - x"},
      {"  - x\r\n\r\n", "  - x\r\n"},
      {"  ```\n\n  ## no heading\n  ```\n\n", "  ```\n\n  ## no heading\n  ```\n"},
      {"```\n## no heading\n\n```\n\ntext\n", "```\n## no heading\n\n```\n"},
      {"", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.rest);
    const TasksReading reading = read_tasks(std::string("- [ ] 1 a\n") + row.rest);
    REQUIRE(!reading.tasks.empty());
    CHECK(reading.tasks[0].block == std::string("- [ ] 1 a\n") + row.block);
  }
}

TEST_CASE("tasks: phases") {
  const TasksReading reading = read_tasks(
      "# Tasks: x\n- [ ] 1 a\n## Phase 3: User Story 1 - Login (P1) ##\n### Tests\n- [ ] 2 b\n"
      "### Phase 4: Deep\n- [ ] 3 c\n## 1. Implementation\n- [ ] 4 d\n```\n## no\n```\n- [ ] 5 e\n"
      "## C#\n- [ ] 6 f\n");
  Texts phases;
  for (const Task& task : reading.tasks) phases.push_back(task.phase);
  CHECK(phases == Texts{"", "Phase 3: User Story 1 - Login (P1)", "Phase 4: Deep",
                        "1. Implementation", "1. Implementation", "C#"});
  CHECK(reading.spec == "x");
}

TEST_CASE("tasks: the spec's name") {
  CHECK(read_tasks("---\nspec: a\n---\n# Tasks: b\n").spec == "a");
  CHECK(read_tasks("---\nother: a\n---\n# Tasks: b\n").spec == "b");
  CHECK(read_tasks("---\n: [broken\n---\n# Tasks: b\n").spec == "b");
  CHECK(read_tasks("# Tasks: b\r\n").spec == "b");
  CHECK(read_tasks("# My project\n# Tasks: b\n").spec.empty());
  CHECK(read_tasks("").spec.empty());
}

TEST_CASE("tasks: fields however they are written") {
  const char* const blocks[] = {
      "  - **Do**: x\n  - **Files**: a.ts\n  - **Done when**: y\n  - **Verify**: `true`\n"
      "  - **Commit**: `c`\n",
      "  - **Do:** x\n  - **Files:** a.ts\n  - **Done when:** y\n  - **Verify:** `true`\n"
      "  - **Commit:** `c`\n",
      "  * **DO**: x\n  * **files**: a.ts\n  * **Done When**: y\n  * **VERIFY**: `true`\n"
      "  * **commit**: `c`\n",
      "\t- **Do**: x\r\n\t- **Files**: a.ts\r\n\t- **Done when**: y\r\n\t- **Verify**: `true`\r\n"
      "\t- **Commit**: `c`\r\n",
      "  **Do**: x\n  **Files**: a.ts\n  **Done when**: y\n  **Verify**: `true`\n  **Commit**: `c`",
      "    - **Do** : x\n    - **Files** : a.ts\n  - **Done when**:\n    y\n  - **Verify**:\n"
      "    - `true`\n  - **Commit**:\n    `c`\n",
      "- **Do**: x\n- **Files**: a.ts\n- **Done when**: y\n- **Verify**: `true`\n- **Commit**: c\n",
  };
  for (const std::string block : blocks) {
    CAPTURE(block);
    const Task task = only(std::string("- [ ] 1.1 a\n") + block);
    CHECK(task.has_do);
    CHECK(task.files == Texts{"a.ts"});
    CHECK(task.done_when == "y");
    REQUIRE(task.commands.size() == 1);
    CHECK(task.commands[0].command == "true");
    CHECK(task.commit == "c");
  }
}

TEST_CASE("tasks: what looks like a field but is none") {
  const char* const blocks[] = {
      "  - **Do**:\n    - write this:\n      - **Verify**: `x`\n",
      "  - **Do**:\n    ```\n  - **Verify**: `x`\n    ```\n",
      "  <!--\n  - **Verify**: `x`\n  -->\n",
      "  - **Verify** `x`\n",
      "  - Verify: `x`\n",
      "  - **Verify**:\n  - **Commit**: `c`\n",
      "  - **Verify**:\n\n",
      "  - **Verifying things**: `x`\n",
  };
  for (const std::string block : blocks) {
    CAPTURE(block);
    const Task task = only(std::string("- [ ] 1.1 a\n") + block);
    CHECK_FALSE(task.has_verify);
    CHECK(task.commands.empty());
  }
}

TEST_CASE("tasks: files") {
  struct Row {
    std::string files;
    Texts paths;
  };
  const Row rows[] = {
      {"src/a.ts", {"src/a.ts"}},
      {"`src/a.ts`, `src/b.ts`", {"src/a.ts", "src/b.ts"}},
      {"src/a.ts, src/b.ts (new), src/c.ts (modify)", {"src/a.ts", "src/b.ts", "src/c.ts"}},
      {"`src/a.ts` (new, with `foo`), src/b.ts", {"src/a.ts", "src/b.ts"}},
      {"`my file.txt`", {"my file.txt"}},
      {"\n    - src/a.ts\n    - `src/b.ts` - the parser\n    * ./c.ts",
       {"src/a.ts", "src/b.ts", "c.ts"}},
      {"\n    src/a.ts\n    src/b.ts", {"src/a.ts", "src/b.ts"}},
      {"src/a.ts and src/b.ts", {"src/a.ts", "src/b.ts"}},
      {"src/a.ts:10-20", {"src/a.ts"}},
      {"src/{a,b}.ts, `lib/{c,d}/e.ts`", {"src/a.ts", "src/b.ts", "lib/c/e.ts", "lib/d/e.ts"}},
      {"Makefile", {"Makefile"}},
      {"src/**/*.ts", {"src/**/*.ts"}},
      {"src/components/", {"src/components/"}},
      {"`src/app/(group)/page.tsx`", {"src/app/(group)/page.tsx"}},
      {"src/app/(group)/page.tsx (new)", {"src/app/(group)/page.tsx"}},
      {"`a.ts`: change `validate`", {"a.ts"}},
      {"none", {}},
      {"None", {}},
      {"N/A", {}},
      {"-", {}},
      {"None (verification only)", {}},
      {"_none_", {}},
      {"none.ts", {"none.ts"}},
      {"Whatever lint complains about", {}},
      {"src/a.ts, src/a.ts", {"src/a.ts"}},
      {"../outside.ts, /etc/passwd, ~/x.sh", {"../outside.ts", "/etc/passwd", "~/x.sh"}},
      {"\n    ```\n    src/a.ts\n    src/b.ts\n    ```", {"src/a.ts", "src/b.ts"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.files);
    const Task task =
        only(std::string("- [ ] 1.1 a\n  - **Files**: ") + row.files + "\n  - **Do**: x\n");
    CHECK(task.files == row.paths);
    CHECK(task.has_files);
  }
}

TEST_CASE("tasks: commit") {
  struct Row {
    std::string field;
    std::string commit;
    bool if_needed;
  };
  const Row rows[] = {
      {"`feat: x`", "feat: x", false},
      {"feat(scope): x", "feat(scope): x", false},
      {"\"feat: x\"", "feat: x", false},
      {"None", "", false},
      {"none", "", false},
      {"n/a", "", false},
      {"-", "", false},
      {"`None`", "", false},
      {"None (no code changes)", "", false},
      {"`chore: x` (only if fixes needed)", "chore: x", true},
      {"`chore: x` (if fixes needed)", "chore: x", true},
      {"chore(a): x (only if fixes needed)", "chore(a): x", true},
      {"chore(a): x (see notes)", "chore(a): x (see notes)", false},
      {"`fix: what if x is needed`", "fix: what if x is needed", false},
      {"\n    ```\n    feat: x\n\n    body\n    ```", "feat: x\n\nbody", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.field);
    const Task task = only(std::string("- [ ] 1.1 a\n  - **Commit**: ") + row.field + "\n");
    CHECK(task.commit == row.commit);
    CHECK(task.commit_if_needed == row.if_needed);
    CHECK(task.has_commit);
  }
}

TEST_CASE("tasks: files of Spec Kit and OpenSpec stand in the title") {
  const TasksReading reading = read_tasks(
      "# Tasks: login\n## Phase 3: User Story 1\n### Tests\n"
      "- [ ] T012 [P] [US1] Create User model in src/models/user.py\n"
      "- [ ] T013 [US1] Implement `src/services/user service.py` and/or more (depends on T012)\n"
      "**Checkpoint**: works\n## 1. Implementation\n- [ ] 1.1 Add schema to `db/schema.sql`.\n"
      "- [x] 1.2 Run the Node.js server on /health\n");
  REQUIRE(reading.tasks.size() == 4);
  CHECK(reading.tasks[0].files == Texts{"src/models/user.py"});
  CHECK(reading.tasks[0].markers == Texts{"P", "US1"});
  CHECK(reading.tasks[0].parallel);
  CHECK_FALSE(reading.tasks[0].has_files);
  CHECK(reading.tasks[2].files == Texts{"db/schema.sql"});
  CHECK(reading.tasks[2].phase == "1. Implementation");
  for (const std::string& file : reading.tasks[3].files) CHECK(file != "/health");
}

TEST_CASE("tasks: what cannot be used at all") {
  CHECK(read_tasks(std::string("- [ ] 1 a\n\0", 11)).problems.size() == 1);
  CHECK(read_tasks(std::string("- [ ] 1 a\n\0", 11)).tasks.empty());
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += "- [ ] x\n";
  CHECK(read_tasks(many).problems.empty());
  CHECK(read_tasks(many).tasks.size() == 20'000);
  many += "- [ ] x\n";
  const TasksReading over = read_tasks(many);
  REQUIRE(over.problems.size() == 1);
  CHECK(over.problems[0].where == "tasks.md:20001");
  CHECK(over.tasks.empty());
  CHECK(read_tasks(std::string((std::size_t{8} << 20) + 1, 'x')).problems.size() == 1);
}

TEST_CASE("tasks: hostile texts are read in linear time") {
  const std::size_t size = 200'000;
  const auto repeated = [&](std::string_view part) {
    std::string text;
    while (text.size() < size) text += part;
    return text;
  };
  std::string lengths;
  for (std::size_t n = 600; n > 3; --n) lengths += std::string(n, '`') + "a\n";
  const std::string texts[] = {
      repeated("```a\n"),
      repeated("<!--\n"),
      repeated("- [ ] 1\n"),
      repeated("`"),
      repeated("` `` "),
      lengths,
      "- [ ] 1 " + repeated("["),
      "- [ ] 1 a\n  - **Files**: " + repeated("(`"),
      "- [ ] 1 a\n  - **Files**: " + repeated("{,"),
      "- [ ] 1 a\n  - **Verify**: " + repeated("`a && "),
      "- [ ] 1 [VERIFY] a: `" + repeated("a && ") + "b`\n",
      "- [ ] 1 a\n  - **Commit**: " + repeated("if ("),
      "- [ ] 1 a\n  - **Do**:\n" + repeated("    - x\n"),
  };
  for (const std::string& text : texts) {
    const std::clock_t begin = std::clock();  // of this process: the machine may be busy
    static_cast<void>(read_tasks(text));
    CAPTURE(text.substr(0, 40));
    CHECK(std::clock() - begin < 5 * CLOCKS_PER_SEC);
  }
}

TEST_CASE("tasks: a proposed block is one whole open task, or says why not") {
  const std::string good =
      "- [ ] 1.3.1 Part\n  - **Do**: x\n  - **Files**: a.ts\n  - **Done when**: y\n"
      "  - **Verify**: `npm test`\n  - **Commit**: None\n";
  for (const std::string& block :
       {good, "\n\n" + good + "\n\n", std::string(good).substr(0, good.size() - 1)}) {
    const BlockReading reading = read_task_block(block);
    CHECK(reading.problems.empty());
    CHECK(reading.task.id == "1.3.1");
    CHECK(reading.task.block == good);
  }
  std::string indented;
  for (std::size_t at = 0; at < good.size();) {
    const std::size_t end = good.find('\n', at) + 1;
    indented += "    " + good.substr(at, end - at);
    at = end;
  }
  CHECK(read_task_block(indented).task.block == good);
  CHECK(read_task_block(indented).problems.empty());

  const auto problem = [](const std::string& block) {
    const BlockReading reading = read_task_block(block);
    return reading.problems.empty() ? "" : reading.problems[0];
  };
  CHECK(problem("") == "the block does not begin with a task line: - [ ] ID TITLE");
  CHECK(problem("text\n" + good) == "the block does not begin with a task line: - [ ] ID TITLE");
  CHECK(problem(good + good) == "the block holds 2 tasks, not one");
  CHECK(problem(good + "## Heading\n") == "something follows that does not belong to 1.3.1");
  CHECK(problem(good + "  ```\n  x\n") == "a code block or comment in it is never closed");
  CHECK(problem("- [ ] Part" + good.substr(16)) == "its task has no id");
  CHECK(problem("- [x]" + good.substr(5)) == "1.3.1 is already ticked");
  for (const char* field : {"Do", "Files", "Done when", "Verify", "Commit"}) {
    std::string block = good;
    block.replace(block.find(field), 1, "X");
    CHECK(problem(block) == std::string("1.3.1 has no **") + field + "**");
  }
}

}  // namespace
}  // namespace assay::format
