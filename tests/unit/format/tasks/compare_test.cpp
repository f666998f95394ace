// SPDX-License-Identifier: MIT
#include "format/tasks/tasks.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace assay::format {
namespace {

using core::loop::TaskKey;
using core::loop::TaskList;
using Texts = std::vector<std::string>;

const std::string pinned_text =
    "## Phase 1\n\n"
    "- [x] 1.1 First\n  - **Do**: a\n  - **Verify**: `make a`\n\n"
    "- [ ] 1.2 [P] Second\n  - **Do**:\n    1. one\n    - [ ] two\n  - **Files**: `b.ts`\n"
    "  - **Done when**: b is done\n  - **Verify**: `npm test`\n  - **Commit**: `feat: b`\n"
    "  - **Note**: n\n\n"
    "- [ ] 1.10 Third\n  - **Verify**: `make c`\n";

TaskList expected() { return {std::make_shared<const std::string>(pinned_text), {}, {0}}; }

std::string with(const std::string& from, const std::string& to) {
  std::string out = pinned_text;
  REQUIRE(out.find(from) != out.npos);
  return out.replace(out.find(from), from.size(), to);
}

TEST_CASE("compare: what is nobody's business") {
  const std::string texts[] = {
      pinned_text,
      with("  - **Note**: n", "  - **Note**: something else"),
      with("- [ ] 1.10", "Some notes.\n\n- [ ] 1.10"),
      with("1. one", "1. one  \t"),
      with("- [ ] two", "- [x] two"),
      with("\n\n- [ ] 1.2", "\n\n\n\n- [ ] 1.2"),
      with("- [x] 1.1", "- [ ] 1.1"),
      with("- [x] 1.1", "- [X] 1.1"),
      with("## Phase 1\n", "## Phase 1\n\nIntro\n"),
      "---\nspec: y\n---\n" + pinned_text,
  };
  for (const std::string& actual : texts) {
    CAPTURE(actual);
    const TasksDifference difference = compare_tasks(expected(), actual);
    CHECK(difference.tampering.empty());
    CHECK(difference.ticked.empty());
  }
  std::string crlf;
  for (const char c : pinned_text) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  CHECK(compare_tasks(expected(), crlf).tampering.empty());
}

TEST_CASE("compare: every change of a task is named") {
  struct Row {
    std::string actual;
    Texts tampering;
  };
  const Row rows[] = {
      {with("`npm test`", "`true`"), {"1.2: Verify was changed from `'npm test'` to `'true'`"}},
      {with("  - **Verify**: `npm test`\n", ""),
       {"1.2: Verify was changed from `'npm test'` to nothing"}},
      {with("`b.ts`", "`b.ts`, `c.ts`"),
       {"1.2: Files was changed from `'b.ts'` to `'b.ts', 'c.ts'`"}},
      {with("b is done", "done"), {"1.2: Done when was changed from `b is done` to `done`"}},
      {with("`feat: b`", "None"), {"1.2: Commit was changed from `'feat: b'` to `None`"}},
      {with("1. one", "1. none"),
       {"1.2: Do was changed from `1. one - [ ] two` to `1. none - [ ] two`"}},
      {with("Second", "Other"), {"1.2: its title was changed from `Second` to `Other`"}},
      {with("[P] ", ""), {"1.2: its set of markers was changed from `[P]` to nothing"}},
      {with("- [ ] 1.10 Third\n  - **Verify**: `make c`\n", ""), {"1.10 was removed"}},
      {with("- [ ] 1.10", "- [x] 1.11 New\n- [ ] 1.10"), {"1.11 was added in line 17"}},
      {with("- [ ] 1.10 Third", "- [ ] 1.11 Third"),
       {"1.10 was removed", "1.11 was added in line 17"}},
      {with("- [ ] 1.2", "```\n- [ ] 1.2") + "```\n", {"1.2 was removed", "1.10 was removed"}},
      {with("- [ ] 1.10", "<!--\n- [ ] 1.10") + "-->\n", {"1.10 was removed"}},
      {with("- [ ] 1.10", "  - [ ] 1.10"),
       {"1.2: Verify was changed from `'npm test'` to `'npm test' 'make c'`", "1.10 was removed"}},
      {with("- [ ] 1.10", "## PR Lifecycle\n- [ ] 1.10"),
       {"1.10: its phase was changed from `Phase 1` to `PR Lifecycle`"}},
      {std::string("a\0b", 3),
       {"tasks.md:1 cannot be read any more: has a NUL byte: this is no text"}},
      {"", {"1.1 was removed", "1.2 was removed", "1.10 was removed"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.actual);
    const TasksDifference difference = compare_tasks(expected(), row.actual);
    REQUIRE(difference.tampering.size() == row.tampering.size());
    for (std::size_t i = 0; i < row.tampering.size(); ++i)
      CHECK(difference.tampering[i] == row.tampering[i]);
  }
}

TEST_CASE("compare: another order") {
  const std::string third = "- [ ] 1.10 Third\n  - **Verify**: `make c`\n";
  std::string actual = with(third, "");
  actual.insert(actual.find("- [ ] 1.2"), third);
  CHECK(compare_tasks(expected(), actual).tampering ==
        Texts{"the order of the tasks was changed: 1.10 now stands before 1.2"});
}

TEST_CASE("compare: ticks that nobody allowed, by exact id") {
  CHECK(compare_tasks(expected(), with("- [ ] 1.10", "- [x] 1.10")).ticked ==
        std::vector<TaskKey>{2});
  CHECK(compare_tasks(expected(), with("- [ ] 1.2", "- [X] 1.2")).ticked ==
        std::vector<TaskKey>{1});
  TaskList list = expected();
  list.insertions = {{0, false, "- [ ] 1.1.1 New\n"}};
  std::string actual = write_tasks(list);
  actual.replace(actual.find("[ ] 1.1.1"), 3, "[x]");
  const TasksDifference difference = compare_tasks(list, actual);
  CHECK(difference.ticked == std::vector<TaskKey>{3});
  CHECK(difference.tampering.empty());
}

TEST_CASE("compare: a task that was inserted must be there") {
  TaskList list = expected();
  list.insertions = {{1, false, "- [ ] 1.2.1 New\n"}};
  CHECK(compare_tasks(list, pinned_text).tampering == Texts{"1.2.1 was removed"});
}

TEST_CASE("compare: twice the same id, and tasks without one") {
  const std::string same = "- [ ] 1 a\n- [ ] 1 b\n- [ ] x\n- [ ] x\n";
  const TaskList list{std::make_shared<const std::string>(same), {}, {}};
  CHECK(compare_tasks(list, same).tampering.empty());
  CHECK(compare_tasks(list, "- [ ] 1 a\n- [ ] 1 c\n- [ ] x\n").tampering ==
        Texts{"1: its title was changed from `b` to `c`", "task `x` was removed"});
}

TEST_CASE("compare: much tampering is cut short, and hostile text is made harmless") {
  std::string many;
  for (int i = 0; i < 500; ++i) many += "- [ ] " + std::to_string(i) + " a\n";
  const TaskList list{std::make_shared<const std::string>(many), {}, {}};
  const TasksDifference difference = compare_tasks(list, "");
  REQUIRE(difference.tampering.size() == 100);
  CHECK(difference.tampering.back() == "and 401 more changes");
  const TaskList one{std::make_shared<const std::string>("- [ ] 1 a\n"), {}, {}};
  const Texts escaped = compare_tasks(one, "- [ ] 1 \x1b[2J" + std::string(999, 'x')).tampering;
  REQUIRE(escaped.size() == 1);
  CHECK(escaped[0].find('\x1b') == std::string::npos);
  CHECK(escaped[0].size() < 300);
}

}  // namespace
}  // namespace assay::format
