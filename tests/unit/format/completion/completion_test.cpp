// SPDX-License-Identifier: MIT
#include "format/completion/completion.h"

#include <doctest/doctest.h>

#include <string>

namespace assay::format {
namespace {

using core::agent::CompletionStatus;
using core::agent::Risk;
using core::agent::Severity;
using core::agent::TaskSize;
using core::agent::Vote;

const std::string completion = R"(completion:
  status: DONE
  summary: "Found three things: one, two, three"
  severity: null
  findings_count: 3
  risk_level: "🟡"
  output_paths: [research/impact.yaml, research/impact.md]
)";

std::string output(const std::string& payload) {
  return R"(agent_output:
  agent: a
  instance: a-1
  step: step-1
  started_at: "2026-01-02T03:04:05Z"
  completed_at: "2026-01-02T03:05:05Z"
  schema_version: "1.0"
  payload:
)" + payload +
         completion;
}

const std::string research = R"(    focus: impact
    summary: s
    source_files_examined: [src/a.cpp]
    findings:
      - {id: F-1, title: t, category: c, detail: d, evidence: [src/a.cpp:3], relevance: r}
)";

const std::string plan = R"(    overall_risk_summary: "🟡"
    total_tasks: 2
    waves:
      - {id: wave-1, tasks: [t1], max_concurrent: 4}
      - {id: wave-2, tasks: [t2], max_concurrent: 1}
    tasks:
      - {id: t1, title: one, size: Standard, risk: "🟢", depends_on: [], agent: implementer}
      - {id: t2, title: two, size: Large, risk: "🟡", depends_on: [t1], agent: implementer}
)";

const std::string verdict = R"(reviewer_model: some-model
review_focus: security
scope: design
verdict: approve
findings_count: {blocker: 0, critical: 0, major: 1, minor: 2}
summary: fine
)";

const std::string task = R"(task:
  id: t1
  title: one
  description: do it
  agent: implementer
  size: Standard
  risk: green
  depends_on: []
  acceptance_criteria: [it works, {id: AC-1, text: it is fast, test_method: test}]
  relevant_context:
    design_sections: ["design-output.yaml#payload.decisions[id='D-8']"]
    spec_requirements: [FR-1]
    files_to_modify: [{path: src/a.cpp, risk: "🔴"}]
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string told(const std::vector<Problem>& problems) {
  std::string out;
  for (const Problem& problem : problems) out += problem.where + ": " + problem.what + "\n";
  return out;
}

TEST_CASE("completion: the block is read, typed, from every carrier") {
  const std::string yaml = output(research);
  struct Row {
    std::string text;
    Carrier carrier;
  };
  const Row rows[] = {
      {yaml, Carrier::whole_file},
      {"---\n" + yaml, Carrier::whole_file},
      {"# a remark\n" + yaml, Carrier::whole_file},
      {"---\n" + yaml + "---\n\n# Impact\n\nwords: [\n", Carrier::front_matter},
      {"# Impact\n\nWords.\n\n```yaml\n" + yaml + "```\n\nMore.\n", Carrier::fenced_block},
      {"```yml\n" + yaml + "```\n", Carrier::fenced_block},
      {"```\n" + yaml + "```\n", Carrier::fenced_block},
      {"Sample:\n```yaml\nother: 1\n```\n\n~~~yaml\n" + yaml + "~~~\n", Carrier::fenced_block},
      {"Words\r\n\r\n```yaml\r\n" + yaml + "```\r\n", Carrier::fenced_block},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const ArtifactReading reading = read_artifact(ArtifactKind::research, "x.yaml", row.text);
    CHECK_MESSAGE(reading.problems.empty(), told(reading.problems));
    CHECK_MESSAGE(reading.remarks.empty(), told(reading.remarks));
    CHECK(reading.carrier == row.carrier);
    REQUIRE(reading.completion.has_value());
    CHECK(reading.completion->status == CompletionStatus::done);
    CHECK(reading.completion->summary == "Found three things: one, two, three");
    CHECK_FALSE(reading.completion->severity.has_value());
    CHECK(reading.completion->findings_count == 3);
    CHECK(reading.completion->risk_level == Risk::yellow);
    CHECK(reading.completion->output_paths.size() == 2);
    REQUIRE(reading.header.has_value());
    CHECK(reading.header->instance == "a-1");
  }
}

TEST_CASE("completion: what is missing or wrong is a problem with its place") {
  struct Row {
    std::string text;
    const char* where;
    const char* what;
  };
  const std::string yaml = output(research);
  const Row rows[] = {
      {"", "x:1", "no 'completion:' block was found"},
      {"# Only words\n\nDone.\n", "x:1", "no 'completion:' block was found"},
      {"```yaml\n" + completion + "  bad: [\n```\n", "x:", ""},
      {"completion: DONE\n", "x:1: completion", "must be a map"},
      {replaced(yaml, "status: DONE", "status: FINE"), "x:15: completion.status",
       "'FINE' is not one of"},
      {replaced(yaml, "  status: DONE\n", ""), "completion.status", "is missing"},
      {replaced(yaml, "status: DONE", "status: NEEDS_REVISION"), "completion.status",
       "NEEDS_REVISION is no status of a research"},
      {replaced(yaml, "status: DONE", "status: DONE\n  status: ERROR"), "", "twice"},
      {replaced(yaml, "  severity: null\n", ""), "completion.severity", "is missing"},
      {replaced(yaml, "severity: null", "severity: High"), "completion.severity",
       "'High' is not one of"},
      {replaced(yaml, "findings_count: 3", "findings_count: three"), "completion.findings_count",
       "integer"},
      {replaced(yaml, "findings_count: 3", "findings_count: -1"), "completion.findings_count", ""},
      {replaced(yaml, "[research/impact.yaml, research/impact.md]", "[]"),
       "completion.output_paths", "needs at least 1 entries"},
      {replaced(yaml, "research/impact.md]", "/etc/passwd]"), "completion.output_paths[1]",
       "relative"},
      {replaced(yaml, "research/impact.md]", "../../x]"), "completion.output_paths[1]", "leaves"},
      {replaced(yaml, "Found three", std::string(200, 'x')), "completion.summary",
       "200 are allowed"},
      {replaced(yaml, "  instance: a-1\n", ""), "agent_output.instance", "is missing"},
      {replaced(yaml, "focus: impact", "focus: money"), "agent_output.payload.focus",
       "'money' is not one of"},
      {replaced(yaml, "evidence: [src/a.cpp:3]", "evidence: []"),
       "agent_output.payload.findings[0].evidence", "at least 1"},
      {replaced(yaml, "source_files_examined: [src/a.cpp]", "source_files_examined: src/a.cpp"),
       "agent_output.payload.source_files_examined", "must be a list"},
      {completion, "agent_output", "is missing"},
      {"```yaml\n" + yaml + "```\n```yaml\n" + yaml + "```\n", "x:", "a second block"},
      {"Words\n\n```yaml\n\n" + replaced(yaml, "status: DONE", "status: FINE") + "```\n",
       "x:19: completion.status", "'FINE' is not one of"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const ArtifactReading reading = read_artifact(ArtifactKind::research, "x", row.text);
    REQUIRE_FALSE(reading.problems.empty());
    const std::string all = told(reading.problems);
    CHECK_MESSAGE(all.find(row.where) != std::string::npos, all);
    CHECK_MESSAGE(all.find(row.what) != std::string::npos, all);
  }
}

TEST_CASE("completion: unknown keys are tolerated and told") {
  const ArtifactReading reading = read_artifact(
      ArtifactKind::research, "x",
      replaced(output(research), "status: DONE", "status: DONE\n  mood: good\n  sumary: s"));
  CHECK(reading.problems.empty());
  REQUIRE(reading.remarks.size() == 2);
  CHECK(reading.remarks[0].what ==
        "unknown key 'mood' (known: status, summary, severity, findings_count, risk_level, "
        "output_paths, evidence_summary)");
  CHECK(reading.remarks[1].what == "unknown key 'sumary' (did you mean 'summary'?)");
  CHECK(read_artifact(ArtifactKind::research, "x", replaced(output(research), "id: F-1", "id: one"))
            .remarks.size() == 1);
  CHECK(read_artifact(ArtifactKind::research, "x", replaced(output(research), "\"1.0\"", "\"2.0\""))
            .remarks.size() == 1);
}

TEST_CASE("completion: verdict files are flat, and no better than their findings") {
  ArtifactReading reading = read_artifact(ArtifactKind::verdict, "v", verdict);
  CHECK_MESSAGE(reading.problems.empty(), told(reading.problems));
  REQUIRE(reading.review.has_value());
  CHECK(reading.review->verdict == Vote::approve);
  CHECK(reading.review->effective() == Vote::approve);
  CHECK(reading.review->findings_count.minor == 2);
  CHECK(reading.review->review_focus == "security");
  struct Row {
    const char* counts;
    const char* said;
    Vote effective;
  };
  const Row rows[] = {
      {"blocker: 0, critical: 1, major: 0", "approve", Vote::needs_revision},
      {"blocker: 0, critical: 0, major: 2", "approve", Vote::needs_revision},
      {"blocker: 1, critical: 0, major: 0", "needs_revision", Vote::blocker},
      {"blocker: 0, critical: 0, major: 0", "needs_revision", Vote::needs_revision},
      {"blocker: 0, critical: 0, major: 0", "blocker", Vote::blocker},
  };
  for (const Row& row : rows) {
    const std::string text =
        replaced(replaced(verdict, "blocker: 0, critical: 0, major: 1", row.counts),
                 "verdict: approve", std::string("verdict: ") + row.said);
    reading = read_artifact(ArtifactKind::verdict, "v", text);
    CHECK(reading.problems.empty());
    CHECK(reading.review->effective() == row.effective);
    CHECK(reading.remarks.empty() == (reading.review->verdict == row.effective));
  }
  for (const char* key : {"reviewer_model: some-model\n", "review_focus: security\n",
                          "scope: design\n", "summary: fine\n", ", minor: 2"}) {
    CAPTURE(key);
    CHECK_FALSE(
        read_artifact(ArtifactKind::verdict, "v", replaced(verdict, key, "")).problems.empty());
  }
  CHECK_FALSE(read_artifact(ArtifactKind::verdict, "v",
                            replaced(verdict, "verdict: approve", "verdict: APPROVE"))
                  .problems.empty());
  CHECK_FALSE(read_artifact(ArtifactKind::verdict, "v", "looks good to me").problems.empty());
}

TEST_CASE("completion: plans") {
  ArtifactReading reading = read_artifact(ArtifactKind::plan, "p", output(plan));
  CHECK_MESSAGE(reading.problems.empty(), told(reading.problems));
  CHECK_MESSAGE(reading.remarks.empty(), told(reading.remarks));
  REQUIRE(reading.plan.has_value());
  CHECK(reading.plan->overall_risk == Risk::yellow);
  REQUIRE(reading.plan->tasks.size() == 2);
  CHECK(reading.plan->tasks[1].size == TaskSize::large);
  CHECK(reading.plan->tasks[1].depends_on == std::vector<std::string>{"t1"});
  CHECK(reading.plan->waves[0].max_concurrent == 4);
  struct Row {
    const char* from;
    const char* to;
    const char* what;
  };
  const Row rows[] = {
      {"depends_on: [t1]", "depends_on: [t9]", "'t9', which is no task"},
      {"depends_on: [], agent", "depends_on: [t2], agent", "form a cycle"},
      {"depends_on: [], agent", "depends_on: [t1], agent", "form a cycle"},
      {"{id: t2, title", "{id: t1, title", "is planned twice"},
      {"tasks: [t2]", "tasks: [t2, t7]", "names 't7', which is no task"},
      {"tasks: [t2]", "tasks: [t2, t1]", "'t1' is in several waves"},
      {"tasks: [t2]", "tasks: [t1]", "'t2' is in no waves"},
      {"max_concurrent: 4", "max_concurrent: 5", "max_concurrent"},
      {"risk_level: \"🟡\"", "risk_level: null", "risk_level"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.to);
    reading = read_artifact(ArtifactKind::plan, "p", replaced(output(plan), row.from, row.to));
    CHECK_MESSAGE(told(reading.problems).find(row.what) != std::string::npos,
                  told(reading.problems));
  }
  reading = read_artifact(ArtifactKind::plan, "p",
                          replaced(output(plan), "status: DONE", "status: NEEDS_REVISION"));
  CHECK(reading.problems.empty());
  reading = read_artifact(ArtifactKind::plan, "p",
                          replaced(output(plan), "total_tasks: 2", "total_tasks: 7"));
  CHECK(reading.problems.empty());
  CHECK(reading.remarks.size() == 1);
}

TEST_CASE("completion: task files") {
  const ArtifactReading reading = read_artifact(ArtifactKind::task, "t", task);
  CHECK_MESSAGE(reading.problems.empty(), told(reading.problems));
  REQUIRE(reading.task.has_value());
  CHECK(reading.task->task.id == "t1");
  CHECK(reading.task->task.risk == Risk::green);
  CHECK(reading.task->acceptance_criteria == std::vector<std::string>{"it works", "it is fast"});
  REQUIRE(reading.task->files_to_modify.size() == 1);
  CHECK(reading.task->files_to_modify[0].path == "src/a.cpp");
  CHECK(reading.task->files_to_modify[0].risk == Risk::red);
  CHECK_FALSE(read_artifact(ArtifactKind::task, "t", replaced(task, "src/a.cpp", "/src/a.cpp"))
                  .problems.empty());
  CHECK_FALSE(read_artifact(ArtifactKind::task, "t", replaced(task, "  title: one\n", ""))
                  .problems.empty());
}

TEST_CASE("completion: the other payloads") {
  struct Row {
    ArtifactKind kind;
    const char* payload;
  };
  const Row rows[] = {
      {ArtifactKind::spec, R"(    feature_name: f
    directions: [{id: A, name: n, summary: s}]
    common_requirements: [{id: CR-1, text: t, priority: must}]
    functional_requirements: [{id: FR-1, text: t, sub_requirements: [{id: FR-1.1, text: t}]}]
    acceptance_criteria: [{id: AC-1, text: t, test_method: test}]
    pushback_log: {concerns_identified: 0, mode: autonomous}
)"},
      {ArtifactKind::design, R"(    architecture: layers
    decisions:
      - {id: D-1, title: t, risk: green, rationale: r, alternatives_rejected: [{name: n, reason: r, confidence: High}]}
)"},
      {ArtifactKind::implementation_report, R"(    task_id: t1
    task_type: code
    baseline: {ide_diagnostics: {errors: 0, warnings: 1}, build_exit_code: 0, test_summary: null}
    changes: [{path: src/a.cpp, action: modified, description: d}]
    self_check:
      ide_diagnostics: {errors: 0, warnings: 0}
      build_exit_code: null
      test_summary: {total: 3, passed: 3, failed: 0}
      self_fix_attempts: 1
      git_staged: true
    verification_entries: [{check_name: tests, phase: after, tool: npm, passed: true}]
)"},
      {ArtifactKind::verification_report, R"(    task_id: t1
    run_id: r
    evidence_gate: {total_checks: 2, passed: 2, failed: 0, gate_status: passed}
    findings:
      - {check_name: tests, tier: 2, phase: after, tool: npm, command: npm test, exit_code: 0, passed: true, output_snippet: null}
    regressions: []
    baseline_cross_check: {method: git show, discrepancies_found: 0}
)"},
      {ArtifactKind::knowledge,
       R"(    knowledge_updates: [{type: lesson, key: k, value: v, stored_via: decisions.yaml}]
    decision_log_entries: [{id: DL-001, title: t, rationale: r, confidence: Low}]
)"},
  };
  for (const Row& row : rows) {
    CAPTURE(to_text(row.kind));
    std::string text = output(row.payload);
    if (row.kind == ArtifactKind::verification_report) {
      CHECK_FALSE(read_artifact(row.kind, "x", text).problems.empty());
      text += "  evidence_summary: {total_checks: 2, passed: 2, failed: 0, security_blockers: 0}\n";
    }
    const ArtifactReading good = read_artifact(row.kind, "x", text);
    CHECK_MESSAGE(good.problems.empty(), told(good.problems));
    CHECK_MESSAGE(good.remarks.empty(), told(good.remarks));
    CHECK(good.completion->status == CompletionStatus::done);
    CHECK_FALSE(read_artifact(row.kind, "x", output("    nothing: here\n")).problems.empty());
  }
  const ArtifactReading concerns =
      read_artifact(ArtifactKind::pushback, "x",
                    "Doubts.\n\n```yaml\nconcerns:\n  - {severity: Blocker, title: t, description: "
                    "d, recommendation: r}\n```\n");
  CHECK(concerns.problems.empty());
  REQUIRE(concerns.concerns.size() == 1);
  CHECK(concerns.concerns[0].severity == Severity::blocker);
  CHECK(read_artifact(ArtifactKind::pushback, "x", "concerns: []\n").problems.empty());
  CHECK(read_artifact(ArtifactKind::other, "x", completion).problems.empty());
}

TEST_CASE("completion: kinds by path") {
  struct Row {
    const char* path;
    std::optional<ArtifactKind> want;
  };
  const Row rows[] = {
      {"research/impact.yaml", ArtifactKind::research},
      {"research/impact.md", std::nullopt},
      {"spec-output.yaml", ArtifactKind::spec},
      {"tasks/task-01.yaml", ArtifactKind::task},
      {"tasks/deep/task-01.yaml", std::nullopt},
      {"review-verdicts/design-security.yaml", ArtifactKind::verdict},
      {"implementation-reports/t1.yaml", ArtifactKind::implementation_report},
      {"verification-reports/t1.yaml", ArtifactKind::verification_report},
      {"knowledge-output.yaml", ArtifactKind::knowledge},
      {"decisions.yaml", std::nullopt},
      {"", std::nullopt},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path);
    CHECK(artifact_kind(row.path) == row.want);
  }
}

}  // namespace
}  // namespace assay::format
