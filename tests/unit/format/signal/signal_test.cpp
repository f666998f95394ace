// SPDX-License-Identifier: MIT
#include "format/signal/signal.h"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

namespace assay::format {
namespace {

using core::agent::ModificationKind;
using core::agent::SignalRemark;
using core::agent::Signals;

bool has_remark(const Signals& signals, SignalRemark::Kind kind, std::size_t line) {
  for (const SignalRemark& remark : signals.remarks) {
    if (remark.kind == kind && remark.line == line) return true;
  }
  return false;
}

TEST_CASE("signals: a whole line counts, however markdown wraps it") {
  const char* const texts[] = {
      "TASK_COMPLETE",
      "Done.\n\nTASK_COMPLETE\n",
      "Done.\r\n\r\nTASK_COMPLETE\r\n",
      "  TASK_COMPLETE  ",
      "**TASK_COMPLETE**",
      "__TASK_COMPLETE__",
      "*TASK_COMPLETE*",
      "***TASK_COMPLETE***",
      "`TASK_COMPLETE`",
      "**`TASK_COMPLETE`**",
      "- TASK_COMPLETE",
      "* **TASK_COMPLETE**",
      "1. TASK_COMPLETE",
      "## TASK_COMPLETE",
      "TASK\\_COMPLETE",
      "**TASK\\_COMPLETE**",
      "```\nTASK_COMPLETE\n```",
      "```text\n\nTASK_COMPLETE\n\n```\n",
      "~~~~\nTASK_COMPLETE\n~~~~",
      "- done:\n  ```\n  TASK_COMPLETE\n  ```",
      "```\nTASK_COMPLETE\nstatus: pass\ncommit: abc1234\nverify: 12 passed\n```",
      "TASK_COMPLETE\nstatus: pass\ncommit: abc1234",
      "- first\n\n    TASK_COMPLETE",
      "```\nTASK_COMPLETE",
  };
  for (const char* text : texts) {
    CAPTURE(text);
    const Signals signals = read_signals(text);
    CHECK(signals.task_complete);
    CHECK(signals.remarks.empty());
  }
}

TEST_CASE("signals: a sentence, a quotation or a code sample is no signal") {
  const char* const texts[] = {
      "",
      "I will not output TASK_COMPLETE",
      "TASK_COMPLETE is what I would say",
      "Then print `TASK_COMPLETE` and stop.",
      "> TASK_COMPLETE",
      ">TASK_COMPLETE",
      "> **TASK_COMPLETE**",
      "  > TASK_COMPLETE",
      "Example:\n\n    TASK_COMPLETE\n",
      "# Example\n    TASK_COMPLETE\n",
      "```\necho hi\nTASK_COMPLETE\n```",
      "```\nTASK_COMPLETE\necho hi\n```",
      "````\n```\nTASK_COMPLETE\n```\n````",
      "~~~\n```\nTASK_COMPLETE\n~~~",
      "```sh\nprintf 'x\nTASK_COMPLETE\n",
      "TASK_COMPLETED",
      "ALL_TASK_COMPLETE",
      "TASK-COMPLETE",
      "\"TASK_COMPLETE\"",
      "~~TASK_COMPLETE~~",
      "<!-- TASK_COMPLETE -->",
      "| TASK_COMPLETE |",
      "**TASK_COMPLETE",
      "TASK_COMPLETE TASK_COMPLETE",
  };
  for (const char* text : texts) {
    CAPTURE(text);
    const Signals signals = read_signals(text);
    CHECK_FALSE(signals.task_complete);
    CHECK_FALSE(signals.claims_completion());
  }
}

TEST_CASE("signals: what only looks like a signal is no signal, and is said to be none") {
  const char* const texts[] = {
      "TASK_COMPLETE.",
      "TASK_COMPLETE!",
      "TASK_COMPLETE \u2705",
      "\u2705 TASK_COMPLETE",
      "**TASK_COMPLETE** \u2705",
      "task_complete",
      "Task_Complete",
      "TASK COMPLETE",
      "Status: TASK_COMPLETE",
      "- [x] TASK_COMPLETE",
      "TASK_COMPLETE: all good",
      "TASK_COMPLETE - all good",
      "\"TASK_COMPLETE\"",
      "> TASK_COMPLETE",
      "    TASK_COMPLETE",
      "**Signal:** TASK_COMPLETE",
  };
  for (const char* text : texts) {
    CAPTURE(text);
    const Signals signals = read_signals(std::string("Hello.\n\n") + text);
    CHECK_FALSE(signals.task_complete);
    CHECK(has_remark(signals, SignalRemark::Kind::near_miss, 3));
  }
  CHECK(read_signals("I will print TASK_COMPLETE later").remarks.empty());
  CHECK(read_signals("TASK_COMPLETE means that all is done").remarks.empty());
  CHECK(read_signals("The task is complete.").remarks.empty());
}

TEST_CASE("signals: of PASS and FAIL the worse one counts") {
  CHECK(read_signals("VERIFICATION_PASS").verification == true);
  CHECK(read_signals("VERIFICATION_FAIL").verification == false);
  CHECK_FALSE(read_signals("no word").verification.has_value());
  for (const char* text :
       {"VERIFICATION_PASS\nVERIFICATION_FAIL", "VERIFICATION_FAIL\nVERIFICATION_PASS"}) {
    const Signals both = read_signals(text);
    CHECK(both.verification == false);
    CHECK_FALSE(both.claims_completion());
    CHECK(has_remark(both, SignalRemark::Kind::conflict, 2));
  }
  CHECK(read_signals("TASK_COMPLETE\nVERIFICATION_FAIL").contradicts_itself());
}

TEST_CASE("signals: a review is its last line") {
  CHECK(read_signals("Fine.\n\nREVIEW_PASS").review == true);
  CHECK(read_signals("Fine.\n\n**REVIEW_PASS**\n\n  \n").review == true);
  CHECK(read_signals("Bad.\n```\nREVIEW_FAIL\n```\n").review == false);
  const Signals early = read_signals("REVIEW_PASS\n\nSome more words.");
  CHECK_FALSE(early.review.has_value());
  CHECK(has_remark(early, SignalRemark::Kind::misplaced, 1));
  const Signals both = read_signals("REVIEW_FAIL\n\nREVIEW_PASS");
  CHECK(both.review == false);
  CHECK(has_remark(both, SignalRemark::Kind::conflict, 3));
  CHECK(read_signals("REVIEW_PASS\n\nREVIEW_FAIL").review == false);
  CHECK_FALSE(read_signals("> REVIEW_PASS").review.has_value());
  CHECK_FALSE(read_signals("I say REVIEW_PASS").review.has_value());
}

TEST_CASE("signals: all tasks complete, also with a link below") {
  const Signals signals = read_signals("ALL_TASKS_COMPLETE\n\nPR: https://example.org/pull/1");
  CHECK(signals.all_tasks_complete);
  CHECK_FALSE(signals.task_complete);
}

TEST_CASE("signals: a text that only echoes what was given signals nothing") {
  const std::string given = "Do it.\nThen say:\n\nTASK_COMPLETE\n";
  CHECK(read_signals(given).task_complete);
  CHECK_FALSE(read_signals(given, given).task_complete);
  CHECK_FALSE(read_signals("prompt was\n" + given + "\nbye", given).task_complete);
  CHECK(read_signals(given + "\nTASK_COMPLETE\n", given).task_complete);
  CHECK(read_signals("TASK_COMPLETE", "TASK_COMPLETE").task_complete);
  const Signals late = read_signals(given + "\nREVIEW_PASS\nx", given);
  CHECK(has_remark(late, SignalRemark::Kind::misplaced, 6));
}

const char* const request =
    R"({"type": "SPLIT_TASK", "originalTaskId": "1.2", "reasoning": "too big",
  "proposedTasks": ["- [ ] 1.2.1 a\n  - **Do**: x", "- [ ] 1.2.2 b"], "extra": [1, {"a": null}]})";

TEST_CASE("signals: a modification request and its object") {
  const std::string json = request;
  for (const std::string& text : {
           "TASK_MODIFICATION_REQUEST\n```json\n" + json + "\n```\n\nTASK_COMPLETE\n",
           "TASK_MODIFICATION_REQUEST\n\n" + json + "\nTASK_COMPLETE",
           "**TASK_MODIFICATION_REQUEST**\n\n```\n" + json + "\n```\nTASK_COMPLETE",
           "```\nTASK_MODIFICATION_REQUEST\n" + json + "\n```\nTASK_COMPLETE",
           "```\nTASK_MODIFICATION_REQUEST\n```\n```json\n" + json + "\n```\nTASK_COMPLETE",
       }) {
    CAPTURE(text);
    const Signals signals = read_signals(text);
    CHECK(signals.task_complete);
    REQUIRE(signals.modification.has_value());
    CHECK(signals.modification->kind == ModificationKind::split_task);
    CHECK(signals.modification->original_task_id == "1.2");
    CHECK(signals.modification->reasoning == "too big");
    REQUIRE(signals.modification->proposed_tasks.size() == 2);
    CHECK(signals.modification->proposed_tasks[0] == "- [ ] 1.2.1 a\n  - **Do**: x");
  }
}

TEST_CASE("signals: a request that cannot be read says why and where") {
  struct Row {
    std::string json;
    std::size_t line;
    const char* what;
  };
  const std::string head = "TASK_MODIFICATION_REQUEST\n```json\n";
  const Row rows[] = {
      {"", 1, "no JSON object follows"},
      {"please split it", 1, "no JSON object follows"},
      {"[]", 1, "no JSON object follows"},
      {"{\"type\": ", 4, "not JSON"},
      {"{\n\"type\": 7}", 4, "'type' must be a string"},
      {R"({"type": "SPLIT"})", 3, "'SPLIT' is not a type"},
      {R"({"type": "SPLIT_TASK"})", 3, "'originalTaskId' is missing"},
      {R"({"type": "ADD_FOLLOWUP", "originalTaskId": "1.1", "reasoning": "", "proposedTasks": []})",
       3, "'proposedTasks' is empty"},
      {R"({"type": "ADD_FOLLOWUP", "originalTaskId": "the one", "reasoning": "", "proposedTasks": ["x"]})",
       3, "'the one' is not a task id"},
      {R"({"type": "ADD_FOLLOWUP", "originalTaskId": "1.1", "reasoning": "", "proposedTasks": "x"})",
       3, "must be a list"},
      {R"({"type": "ADD_FOLLOWUP", "originalTaskId": "1.1", "reasoning": "", "proposedTasks": [" "]})",
       3, "has an empty task"},
      {R"({"type": "ADD_FOLLOWUP", "type": "SPLIT_TASK"})", 3, "'type' is given twice"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.json);
    const Signals signals = read_signals(head + row.json + "\n```\n");
    CHECK(signals.modification_asked);
    CHECK_FALSE(signals.modification.has_value());
    REQUIRE(signals.remarks.size() == 1);
    CHECK(signals.remarks[0].kind == SignalRemark::Kind::bad_request);
    CHECK(signals.remarks[0].line == row.line);
    CHECK_MESSAGE(signals.remarks[0].what.find(row.what) != std::string::npos,
                  signals.remarks[0].what);
  }
  CHECK_FALSE(
      read_signals("> TASK_MODIFICATION_REQUEST\n\n" + std::string(request)).modification_asked);
}

TEST_CASE("signals: failure blocks for every form of id") {
  for (const char* id :
       {"1.3", "1.3.1", "1.3.1.1", "12.10", "V1", "VF", "VE2", "T001", "TASK-001", "3"}) {
    CAPTURE(id);
    const Signals signals = read_signals("Task " + std::string(id) +
                                         ": write parser FAILED\n- Error: two tests fail\n- "
                                         "Attempted fix: quoted it\n- Status: blocked\n");
    REQUIRE(signals.failure.has_value());
    CHECK(signals.failure->task_id == id);
    CHECK(signals.failure->title == "write parser");
    CHECK(signals.failure->error == "two tests fail");
    CHECK(signals.failure->attempted_fix == "quoted it");
    CHECK(signals.failure->status == "blocked");
  }
}

TEST_CASE("signals: failure blocks in other dress, and what is missing from them") {
  const auto failure = [](const char* text) { return read_signals(text).failure; };
  const auto bold =
      failure("### **Task 2.1: x FAILED**\n\n- **Error**: boom\n  at line 3\n- **Status:** bad");
  REQUIRE(bold.has_value());
  CHECK(bold->title == "x");
  CHECK(bold->error == "boom\nat line 3");
  CHECK(bold->attempted_fix == "No fix attempted");
  CHECK(bold->status == "bad");
  const auto fenced = failure("```\nTask 1.1: y FAILED\n- Error: e\n```");
  REQUIRE(fenced.has_value());
  CHECK(fenced->error == "e");
  const auto bare = failure("Task: tidy up FAILED");
  REQUIRE(bare.has_value());
  CHECK(bare->task_id.empty());
  CHECK(bare->title == "tidy up");
  CHECK(bare->error == "Task execution failed");
  CHECK(bare->status == "Unknown status");
  REQUIRE(failure("Task FAILED").has_value());
  const auto remark = failure("Task 1.1: z FAILED - no network");
  REQUIRE(remark.has_value());
  CHECK(remark->error == "no network");
  CHECK_FALSE(failure("Task 1.1: handle the FAILED state").has_value());
  CHECK_FALSE(failure("> Task 1.1: z FAILED").has_value());
  CHECK_FALSE(failure("The Task 1.1: z FAILED").has_value());
  CHECK_FALSE(failure("Task force FAILED").has_value());
  CHECK_FALSE(failure("```\n$ run\nTask 1.1: z FAILED\n```").has_value());
  CHECK(failure_of(read_signals("hm"), "1.4").error == "Task did not complete");
  CHECK(failure_of(read_signals("hm"), "1.4").task_id == "1.4");
  CHECK(read_signals("Task 1.1: z FAILED\n\nTASK_COMPLETE").contradicts_itself());
}

TEST_CASE("signals: hostile texts are read in little time") {
  const auto start = std::chrono::steady_clock::now();
  std::string lines;
  for (int i = 0; i < 50'000; ++i) lines += "```\n\n";
  read_signals(lines, lines);
  read_signals(std::string(1 << 20, '*'));
  read_signals("TASK_MODIFICATION_REQUEST\n" + std::string(1 << 20, '{'));
  std::string failed;
  for (int i = 0; i < 30'000; ++i) failed += "xFAILED\n";
  read_signals("```\n" + std::string(200'000, '\n') + failed);
  std::string manual;
  for (int i = 0; i < 20'000; ++i) manual += "a requires manual ";
  read_signals(manual, manual);
  read_signals(std::string(1 << 20, 'a') + "\n", std::string(1 << 19, 'a') + "\nb");
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
}

}  // namespace
}  // namespace assay::format
