// SPDX-License-Identifier: MIT
#include "format/tasks/lint.h"

#include "format/tasks/check_json.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace assay::format {
namespace {

std::vector<TaskFinding> lint(std::string_view text, bool has_gates = false) {
  return lint_tasks(read_tasks(text), text, {has_gates});
}

const TaskFinding* find_rule(const std::vector<TaskFinding>& findings, std::string_view rule) {
  for (const TaskFinding& finding : findings) {
    if (finding.rule == rule) return &finding;
  }
  return nullptr;
}

std::string rules_of(const std::vector<TaskFinding>& findings) {
  std::string out;
  for (const TaskFinding& finding : findings)
    out += finding.rule + "@" + std::to_string(finding.line) + " ";
  return out;
}

/// A task with everything; `rest` overrides the lines it repeats.
std::string task(const std::string& line, const std::string& files = "none",
                 const std::string& verify = "`npm test`") {
  return "- [ ] " + line + "\n  - **Do**: x\n  - **Files**: " + files +
         "\n  - **Done when**: y\n  - **Verify**: " + verify + "\n  - **Commit**: None\n";
}

TEST_CASE("lint: nothing to say about a good list") {
  const std::string text = "---\nspec: x\ntotal_tasks: 5\n---\n## Phase 1: A\n" +
                           task("1.1 [P] a", "a.ts") + task("1.2 [P] b", "`b.ts` (new), c.ts") +
                           task("1.3 c", "src/, d.ts") +
                           "- [ ] 1.4 [VERIFY] Check: `npm run lint && npm test`\n"
                           "  - **Do**: run\n  - **Done when**: ok\n"
                           "## Phase 2: B\n" +
                           task("2.1 [FIX 1.3] d");
  CHECK(rules_of(lint(text)) == "");
}

TEST_CASE("lint: every rule where it applies, and not where it does not") {
  struct Row {
    std::string rule;
    bool is_error;
    std::uint32_t line;
    std::string bad;
    std::string good;
  };
  const auto without = [](const std::string& field) {
    std::string text = task("1.1 a");
    const std::size_t at = text.find("  - **" + field);
    return text.erase(at, text.find('\n', at) + 1 - at);
  };
  const std::string checkpoint =
      "- [ ] 1.9 [VERIFY] Check: `make`\n  - **Do**: x\n  - **Done when**: y\n";
  const Row rows[] = {
      {"no-tasks", true, 1, "# Tasks: x\n", task("1.1 a")},
      {"missing-do", false, 1, without("Do"), task("1.1 a")},
      {"missing-files", false, 1, without("Files"), checkpoint},
      {"missing-done-when", false, 1, without("Done"), task("1.1 a")},
      {"missing-verify", true, 1, without("Verify"), checkpoint},
      {"missing-commit", false, 1, without("Commit"), checkpoint},
      {"verify-not-a-command", true, 5, task("1.1 a", "none", "Manual check"), task("1.1 a")},
      {"verify-not-a-command", true, 5, task("1.1 a", "none", "All commands exit 0"),
       task("1.1 [VERIFY] a: `make`", "none", "All commands exit 0")},
      {"verify-masked", true, 5, task("1.1 a", "none", "`npm test || true`"), task("1.1 a")},
      {"verify-constant", true, 5, task("1.1 a", "none", "`echo ok`"),
       task("1.1 a", "none", "`grep -q x f && echo ok`")},
      {"verify-detaches", true, 5, task("1.1 a", "none", "`npm start &`"), task("1.1 a")},
      {"verify-unparsable", true, 5, task("1.1 a", "none", "`grep 'x f`"), task("1.1 a")},
      {"verify-opts-out", false, 5, task("1.1 a", "none", "`npx jest --passWithNoTests`"),
       task("1.1 a", "none", "`npx jest`")},
      {"duplicate-id", true, 7, task("1.1 a") + task("1.1 b"), task("1.1 a") + task("1.10 b")},
      {"files-outside-workspace", true, 3, task("1.1 a", "/etc/passwd"),
       task("1.1 a", "etc/passwd")},
      {"files-outside-workspace", true, 3, task("1.1 a", "`src/../../x.ts`"),
       task("1.1 a", "`src/..x/y.ts`")},
      {"files-outside-workspace", true, 3, task("1.1 a", "~/x.ts"), task("1.1 a", "x~/y.ts")},
      {"files-without-paths", false, 3, task("1.1 a", "Whatever is needed there"),
       task("1.1 a", "None (checks only)")},
      {"parallel-shares-files", true, 7,
       task("1.1 [P] a", "a.ts") + task("1.2 [P] b", "b.ts, a.ts"),
       task("1.1 [P] a", "a.ts") + task("1.2 [P] b", "b.ts") + task("1.3 c", "a.ts")},
      {"parallel-shares-files", true, 7,
       task("1.1 [P] a", "src/") + task("1.2 [P] b", "src/x/b.ts"),
       task("1.1 [P] a", "src/") + task("1.2 [P] b", "src2/b.ts")},
      {"parallel-shares-files", true, 7,
       task("1.1 [P] a", "src/x/b.ts") + task("1.2 [P] b", "src/**"),
       "## Phase 1\n" + task("1.1 [P] a", "a.ts") + "## Phase 2\n" + task("2.1 [P] b", "a.ts")},
      {"parallel-shares-config", true, 7,
       task("1.1 [P] a", "package.json") + task("1.2 [P] b", "package.json"),
       task("1.1 [P] a", "a/x.ts") + task("1.2 [P] b", "b/x.ts") + task("1.3 c", "package.json")},
      {"parallel-shares-config", false, 1,
       task("1.1 [P] a", "web/Cargo.toml") + task("1.2 [P] b", "b.ts"),
       task("1.1 [P] a", "cargo.md") + task("1.2 [P] b", "b.ts")},
      {"parallel-verify", false, 1, task("1.1 [P] [VERIFY] a: `make`"), task("1.1 [VERIFY] a")},
      {"lone-parallel", false, 1, task("1.1 [P] a") + task("1.2 b"),
       task("1.1 [P] a") + task("1.2 [P] b")},
      {"no-verify-within-3", false, 19,
       task("1.1 a") + task("1.2 b") + task("1.3 c") + task("1.4 d"),
       task("1.1 a") + task("1.2 b") + task("1.3 c") + checkpoint + task("2.4 d")},
      {"too-many-steps", false, 2,
       "- [ ] 1.1 a\n  - **Do**:\n    1. a\n    2. b\n    3. c\n    4. d\n    5. e\n",
       "- [ ] 1.1 a\n  - **Do**:\n    1. a\n       - x\n       - y\n    2. b\n    3. c\n    4. "
       "d\n"},
      {"too-many-files", false, 3, task("1.1 a", "a.ts, b.ts, c.ts, d.ts"),
       task("1.1 a", "a.ts, b.ts, c.ts")},
      {"fix-of-unknown", true, 1, task("1.1.1 [FIX 1.1] a") + task("1.10 b"),
       task("1.1 a") + task("1.1.1 [FIX 1.1] b")},
      {"ids-out-of-order", false, 7, task("1.2 a") + task("1.1 b"),
       task("1.9 a") + task("V1 x") + task("1.10 b") + task("1.10.1 c")},
      {"ids-out-of-order", false, 2, "- [ ] T010 a\n- [ ] T002 b\n",
       "- [ ] T002 a\n- [ ] T010 b\n"},
      {"total-tasks-wrong", false, 3, "---\nspec: x\ntotal_tasks: 2\n---\n" + task("1.1 a"),
       "---\nspec: x\ntotal_tasks: 1\n---\n" + task("1.1 a")},
      {"no-id", false, 1, task("Do it"), task("1 Do it")},
      {"phase-mismatch", false, 2, "## Phase 1: A\n" + task("2.1 a"),
       "## Phase 2: A\n" + task("2.1 a")},
      {"phase-mismatch", false, 2, "## 1. A\n- [ ] 2.1 a\n", "## Other 1\n- [ ] 2.1 a\n"},
      {"no-fields", false, 1, "- [ ] T001 a\n- [ ] T002 b\n", task("1.1 a")},
      {"unclosed-block", true, 7, task("1.1 a") + "```\nx\n", task("1.1 a") + "```\nx\n```\n"},
      {"odd-check-box", false, 7, task("1.1 a") + "- [~] 1.2 b\n",
       task("1.1 a") + "- [1] a footnote\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.rule);
    CAPTURE(row.bad);
    const auto findings = lint(row.bad);
    CAPTURE(rules_of(findings));
    const TaskFinding* found = find_rule(findings, row.rule);
    REQUIRE(found != nullptr);
    CHECK(found->line == row.line);
    CHECK(found->is_error == row.is_error);
    CHECK_FALSE(found->message.empty());
    CHECK_FALSE(found->hint.empty());
    CAPTURE(row.good);
    CHECK(find_rule(lint(row.good), row.rule) == nullptr);
  }
}

TEST_CASE("lint: gates stand in for a missing Verify, never for a bad one") {
  const std::string missing = "- [ ] 1.1 a\n  - **Do**: x\n";
  CHECK(find_rule(lint(missing), "missing-verify")->is_error);
  CHECK_FALSE(find_rule(lint(missing, true), "missing-verify")->is_error);
  const std::string masked = task("1.1 a", "none", "`make || true`");
  CHECK(find_rule(lint(masked, true), "verify-masked")->is_error);
}

TEST_CASE("lint: a list of another tool gets one note") {
  const auto findings =
      lint("## Phase 1\n- [ ] T001 a in src/a.py\n- [ ] T002 b\n- [ ] T003 c\n- [ ] T004 d\n");
  CHECK(rules_of(findings) == "no-fields@2 ");
}

TEST_CASE("lint: findings come in the order of their lines") {
  const auto findings = lint(task("1.2 a", "/x") + task("1.1 b", "none", "prose it is"));
  for (std::size_t i = 1; i < findings.size(); ++i) CHECK(findings[i - 1].line <= findings[i].line);
  CHECK(findings.size() >= 3);
}

TEST_CASE("check: the JSON of the contract") {
  const std::string text =
      "## Phase 1\n- [x] 1.1 [P] \"a\"\n  - **Files**: a.ts\n  - **Verify**: `npm test`\n- [ ] b\n";
  const TasksReading reading = read_tasks(text);
  const auto json = nlohmann::json::parse(write_loop_check_json(
      "demo", reading, {{3, "x-rule", true, "m", "h"}, {4, "y", false, "n", "i"}}));
  CHECK(json == nlohmann::json::parse(R"({"spec": "demo", "tasks": [
    {"index": 0, "id": "1.1", "title": "\"a\"", "checked": true, "phase": "Phase 1",
     "markers": ["P"], "line": 2, "files": ["a.ts"], "verify": "`npm test`"},
    {"index": 1, "id": null, "title": "b", "checked": false, "phase": "Phase 1",
     "markers": [], "line": 5, "files": [], "verify": ""}],
   "findings": [
    {"line": 3, "rule": "x-rule", "severity": "error", "message": "m", "hint": "h"},
    {"line": 4, "rule": "y", "severity": "warning", "message": "n", "hint": "i"}]})"));
}

}  // namespace
}  // namespace assay::format
