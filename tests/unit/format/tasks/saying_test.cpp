// SPDX-License-Identifier: MIT
#include "format/tasks/saying.h"

#include <doctest/doctest.h>

#include <string>

namespace assay::format {
namespace {

using core::loop::Saying;

std::string request(const std::string& tasks) {
  return "TASK_MODIFICATION_REQUEST\n```json\n{\"type\": \"SPLIT_TASK\", \"originalTaskId\": "
         "\"1.3\", \"reasoning\": \"r\", \"proposedTasks\": [" +
         tasks + "]}\n```\n\nTASK_COMPLETE\n";
}

const std::string good =
    R"("- [ ] 1.3.1 Part\n  - **Do**: x\n  - **Files**: a.ts\n  - **Done when**: y\n  - **Verify**: `make`\n  - **Commit**: None")";

TEST_CASE("saying: the tasks of a request") {
  const Saying saying = read_saying(request(good), "");
  CHECK(saying.signals.task_complete);
  REQUIRE(saying.proposed.size() == 1);
  CHECK(saying.proposed[0].id == "1.3.1");
  CHECK(saying.proposed[0].block.ends_with("None\n"));
  CHECK(saying.proposal_problems.empty());
}

TEST_CASE("saying: a block that is no task is left out and named") {
  const Saying saying = read_saying(request(good + ", \"do more\", \"- [ ] no id\""), "");
  CHECK(saying.proposed.size() == 1);
  REQUIRE(saying.proposal_problems.size() == 7);
  CHECK(saying.proposal_problems[0] ==
        "proposed task 2: the block does not begin with a task line: - [ ] ID TITLE");
  CHECK(saying.proposal_problems[1] == "proposed task 3: its task has no id");
}

TEST_CASE("saying: a reviewer's feedback, and its level") {
  const std::string review =
      "## Review: execution (Iteration 1)\n\n### Findings\n| 1 | Alignment | FAIL | wrong |\n\n"
      "### Feedback for Revision\n\n1. Fix `a.ts:3`\n\n#### More\n2. And b\n\nLevel: spec\n\n"
      "REVIEW_FAIL\n";
  const Saying saying = read_saying(review, "");
  CHECK(saying.signals.review == false);
  CHECK(saying.feedback == "1. Fix `a.ts:3`\n\n#### More\n2. And b\n\nLevel: spec");
  CHECK(saying.spec_level);
  const Saying findings = read_saying("### Findings\n- x\n### Summary\ny\n\nREVIEW_FAIL", "");
  CHECK(findings.feedback == "- x");
  CHECK_FALSE(findings.spec_level);
  CHECK(read_saying("Nothing.\nREVIEW_PASS", "").feedback.empty());
}

TEST_CASE("saying: the level is a line of its own") {
  CHECK(read_saying("**Level**: spec\nREVIEW_FAIL", "").spec_level);
  CHECK(read_saying("- Level: Spec\nREVIEW_FAIL", "").spec_level);
  CHECK_FALSE(read_saying("This is not at Level: spec\nREVIEW_FAIL", "").spec_level);
  CHECK_FALSE(read_saying("Level: code\nREVIEW_FAIL", "").spec_level);
  CHECK_FALSE(read_saying("```\nLevel: spec\n```\nREVIEW_FAIL", "").spec_level);
  CHECK_FALSE(read_saying("> Level: spec\nREVIEW_FAIL", "").spec_level);
}

TEST_CASE("saying: what only repeats the prompt says nothing") {
  const std::string prompt =
      "Review it.\n\n### Feedback for Revision\n\nWrite what to change here.\nLevel: spec\n";
  const Saying saying = read_saying(prompt + "\nAll fine.\n\nREVIEW_PASS\n", prompt);
  CHECK(saying.feedback.empty());
  CHECK_FALSE(saying.spec_level);
}

}  // namespace
}  // namespace assay::format
