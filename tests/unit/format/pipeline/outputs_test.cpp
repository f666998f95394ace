// SPDX-License-Identifier: MIT
#include "format/pipeline/outputs.h"

#include <doctest/doctest.h>

#include <string>

namespace assay::pipeline_test {
namespace {

using core::agent::CompletionStatus;
using core::agent::Risk;
using core::agent::Severity;
using core::agent::TaskSize;
using core::agent::Vote;
using core::pipeline::Artifact;
using core::pipeline::Contract;
using format::read_output;

std::string completion(const std::string& status, const std::string& summary) {
  return "completion:\n  status: " + status + "\n  summary: " + summary +
         "\n  severity: null\n  findings_count: 0\n  risk_level: null\n  output_paths: [a.yaml]\n"
         "  evidence_summary: null\n";
}

Artifact read(Contract contract, const std::string& text) {
  return read_output({"a.yaml", contract}, "a.yaml", text);
}

std::string problems_of(const Artifact& artifact) {
  std::string text;
  for (const std::string& problem : artifact.problems) text += problem + "\n";
  return text;
}

TEST_CASE("outputs: text has only to be there and say something") {
  for (const char* text : {"x", " \n x", "# Design\n", "{"}) {
    CAPTURE(text);
    const Artifact artifact = read(Contract::text, text);
    CHECK(artifact.exists);
    CHECK(artifact.path == "a.yaml");
    CHECK(artifact.problems.empty());
    CHECK_FALSE(artifact.status);
  }
}

TEST_CASE("outputs: an empty file keeps no contract") {
  for (int kind = 0; kind <= static_cast<int>(Contract::impl_task); ++kind) {
    CAPTURE(kind);
    for (const char* text : {"", " ", "\n\t\r\n"}) {
      const Artifact artifact = read(static_cast<Contract>(kind), text);
      CHECK(artifact.exists);
      CHECK(artifact.problems == std::vector<std::string>{"a.yaml:1: is empty"});
    }
  }
}

TEST_CASE("outputs: every contract but text and log refuses what is no such file") {
  for (int kind = 2; kind <= static_cast<int>(Contract::impl_task); ++kind) {
    CAPTURE(kind);
    for (const char* text : {"just words", "[1, 2]", "a: [", "\xff\xfe", "{\"a\": 1}"}) {
      const Artifact artifact = read(static_cast<Contract>(kind), text);
      CHECK(artifact.exists);
      CHECK_FALSE(artifact.problems.empty());
      CHECK_FALSE(artifact.plan);
      CHECK_FALSE(artifact.task);
    }
  }
}

TEST_CASE("outputs: status and summary come from the completion block") {
  struct Row {
    const char* word;
    CompletionStatus status;
  };
  for (const Row& row : {Row{"DONE", CompletionStatus::done},
                         Row{"NEEDS_REVISION", CompletionStatus::needs_revision},
                         Row{"ERROR", CompletionStatus::error}}) {
    const Artifact artifact = read(Contract::completion, completion(row.word, "all is well"));
    CHECK(artifact.problems.empty());
    CHECK(artifact.status == row.status);
    CHECK(artifact.summary == "all is well");
  }
}

TEST_CASE("outputs: problems have file, line and what is wrong") {
  const Artifact artifact = read(Contract::completion, completion("MAYBE", "x"));
  REQUIRE(artifact.problems.size() == 1);
  CHECK(artifact.problems.front().starts_with("a.yaml:2: completion.status: "));
  // What is wrong with one part does not hide that the agent itself says ERROR.
  const Artifact research = read(Contract::research, completion("ERROR", "no network"));
  CHECK_FALSE(research.problems.empty());
  CHECK(research.status == CompletionStatus::error);
  CHECK(research.summary == "no network");
}

TEST_CASE("outputs: a summary is one line of bounded length") {
  const Artifact wide = read(Contract::completion, completion("DONE", std::string(300'000, 'x')));
  CHECK(wide.summary == std::string(500, 'x'));
  CHECK_FALSE(wide.problems.empty());
  std::string euros;
  for (int i = 0; i < 400; ++i) euros += "\xe2\x82\xac";
  const Artifact cut = read(Contract::completion, completion("DONE", euros));
  CHECK(cut.summary == euros.substr(0, 498));
  const Artifact lines = read(Contract::completion, completion("DONE", "\"a\\nb\\tc\\n\""));
  CHECK(lines.summary == "a b c");
}

TEST_CASE("outputs: a verdict") {
  const std::string text =
      "reviewer_model: m\nreview_focus: security\nscope: code\nverdict: approve\n"
      "findings_count: {blocker: 0, critical: 1, major: 0, minor: 2}\nsummary: one hole\n";
  const Artifact artifact = read(Contract::verdict, text);
  CHECK(artifact.problems.empty());
  REQUIRE(artifact.review);
  CHECK(artifact.review->verdict == Vote::approve);
  CHECK(artifact.review->effective() == Vote::needs_revision);
  CHECK(artifact.review->review_focus == "security");
  CHECK(artifact.summary == "one hole");
  CHECK_FALSE(artifact.status);
}

TEST_CASE("outputs: concerns") {
  const std::string text =
      "concerns:\n  - {severity: Blocker, title: t, description: d, recommendation: r}\n"
      "  - {severity: Minor, title: t2, description: d2, recommendation: r2}\n" +
      completion("DONE", "two");
  const Artifact artifact = read(Contract::pushback, text);
  CHECK(problems_of(artifact) == "");
  REQUIRE(artifact.concerns.size() == 2);
  CHECK(artifact.concerns[0].severity == Severity::blocker);
  CHECK(artifact.concerns[1].title == "t2");
}

std::string task_yaml(const std::string& id) {
  return "task:\n  id: " + id +
         "\n  title: First\n  description: Do it\n  agent: implementer\n  size: Standard\n"
         "  risk: green\n  depends_on: []\n  acceptance_criteria: [works]\n  relevant_context:\n"
         "    design_sections: [\"design-output.yaml#payload.decisions[id='D-1']\"]\n"
         "    spec_requirements: [FR-1]\n    files_to_modify:\n"
         "      - {path: src/a.c, risk: yellow}\n";
}

TEST_CASE("outputs: a task, and none if something is wrong with it") {
  const Artifact artifact = read(Contract::task, task_yaml("t1"));
  CHECK(problems_of(artifact) == "");
  REQUIRE(artifact.task);
  CHECK(artifact.task->task.id == "t1");
  REQUIRE(artifact.task->files_to_modify.size() == 1);
  CHECK(artifact.task->files_to_modify[0].risk == Risk::yellow);
  std::string broken = task_yaml("t1");
  broken.replace(broken.find("size: Standard"), 14, "size: Gigantic");
  CHECK_FALSE(read(Contract::task, broken).problems.empty());
  CHECK_FALSE(read(Contract::task, broken).task);
}

std::string plan_yaml(const std::string& depends_on) {
  std::string text =
      "agent_output:\n  agent: planner\n  instance: planner\n  step: step-4\n"
      "  started_at: '2026-01-01T00:00:00Z'\n  completed_at: '2026-01-01T00:00:00Z'\n"
      "  schema_version: '1.0'\n  payload:\n    overall_risk_summary: green\n    total_tasks: 1\n"
      "    waves:\n      - {id: wave-1, tasks: [t1], max_concurrent: 1}\n    tasks:\n"
      "      - {id: t1, title: First, size: Standard, risk: green, depends_on: [" +
      depends_on + "], agent: implementer}\n" + completion("DONE", "planned");
  const std::string risk = "risk_level: null";
  return text.replace(text.find(risk), risk.size(), "risk_level: green");
}

TEST_CASE("outputs: a plan, and none if it cannot be carried out") {
  const Artifact good = read(Contract::plan, plan_yaml(""));
  CHECK(problems_of(good) == "");
  REQUIRE(good.plan);
  CHECK(good.plan->tasks.size() == 1);
  CHECK(good.plan->waves.front().tasks == std::vector<std::string>{"t1"});
  const Artifact bad = read(Contract::plan, plan_yaml("t9"));
  CHECK_FALSE(bad.problems.empty());
  CHECK_FALSE(bad.plan);
  CHECK(bad.status == CompletionStatus::done);
}

std::string impl_json(const std::string& files) {
  return "{\"id\": \"IMPL-1\", \"title\": \"First\", \"description\": \"Do it\", \"depends_on\": "
         "[\"IMPL-0\"], \"files\": [" +
         files +
         "], \"convergence\": {\"criteria\": [\"src/a.c exists\"], \"verification\": \"make "
         "test\", "
         "\"definition_of_done\": \"it works\"}}";
}

TEST_CASE("outputs: a task of a phase becomes a task with the risk of what it does") {
  struct Row {
    const char* files;
    Risk risk;
    TaskSize size;
  };
  const Row rows[] = {
      {"{\"path\": \"a\", \"action\": \"create\"}", Risk::green, TaskSize::standard},
      {"{\"path\": \"a\", \"action\": \"create\"}, {\"path\": \"b\", \"action\": \"modify\"}",
       Risk::yellow, TaskSize::standard},
      {"{\"path\": \"a\", \"action\": \"delete\"}, {\"path\": \"b\", \"action\": \"create\"}",
       Risk::red, TaskSize::large},
  };
  for (const Row& row : rows) {
    CAPTURE(row.files);
    const Artifact artifact = read(Contract::impl_task, impl_json(row.files));
    CHECK(problems_of(artifact) == "");
    REQUIRE(artifact.task);
    CHECK(artifact.task->task.id == "IMPL-1");
    CHECK(artifact.task->task.depends_on == std::vector<std::string>{"IMPL-0"});
    CHECK(artifact.task->task.risk == row.risk);
    CHECK(artifact.task->task.size == row.size);
    CHECK(artifact.task->files_to_modify.front().path == "a");
    CHECK(artifact.task->acceptance_criteria == std::vector<std::string>{"src/a.c exists"});
  }
  const Artifact broken = read(Contract::impl_task, "{\"id\": \"IMPL-1\"}");
  CHECK_FALSE(broken.problems.empty());
  CHECK(broken.problems.front().starts_with("a.yaml:1"));
}

}  // namespace
}  // namespace assay::pipeline_test
