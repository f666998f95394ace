// SPDX-License-Identifier: MIT
// Every rule for definitions: a sound one has nothing to say, and each way to break it is named at
// its place.
#include "core/pipeline/lint/lint.h"

#include "format/pipeline/pipeline.h"
#include "format/pipeline/sql.h"
#include "unit/format/pipeline/support.h"

#include <doctest/doctest.h>

using namespace assay;
using namespace assay::format;
using pipeline_test::problems_of;

namespace {

/// A sound pipeline with one of everything; rows below change one piece of it.
const std::string base = R"(version: 1
name: p
concurrency: 3
loops:
  back: 2
  ask: 1
queries:
  lint_runs: SELECT COUNT(*) FROM anvil_checks WHERE run_id = :run_id AND task_id = :task_id AND check_name = 'lint';
steps:
  - {id: prep, title: T, kind: prepare}
  - id: plan
    title: T
    kind: agents
    role: planner
    inputs: [request]
    outputs: {plan.yaml: plan, tasks/: task}
  - id: look
    title: T
    kind: agents
    role: researcher
    instances: [{name: r-a, focus: architecture}, {name: r-b, focus: impact}]
    outputs: {"research/{focus}.yaml": research, "{instance}.md": text}
    gate: [{count: done, at_least: 1}]
  - id: ask
    title: T
    kind: approval
    gate_id: g
    question: Q
    context: "{tasks} tasks"
    options: [{id: yes-do, label: L, default: true}, {id: again, label: L}]
    on: {yes-do: work, again: {to: plan, loop: ask, mode: revise}}
  - id: work
    title: T
    kind: tasks
    role: implementer
    plan: plan.yaml
    task_files: tasks/
    inputs: ["tasks/{task}.yaml", "research/*.yaml", research/impact.yaml]
    optional_inputs: ["votes/code-*.yaml"]
    outputs: {"reports/{task}.yaml": implementation_report}
  - id: check
    title: T
    kind: verify
    plan: plan.yaml
    gate:
      - {evidence: baseline_recorded}
      - {evidence: required_checks_passed, else: revise}
      - {evidence: no_regressions, else: revise}
      - {query: lint_runs, at_least: 1, else: failed}
    on: {revise: {to: work, loop: back, mode: revise, tasks: failed, last: ask}}
  - id: vote
    title: T
    kind: review
    scope: code
    role: reviewer
    instances: [{name: a, focus: security}, {name: b, focus: correctness}]
    inputs: [plan.yaml]
    outputs: {"votes/{scope}-{focus}.yaml": verdict}
    on: {revise: {to: work, loop: back}, exhausted: {proceed: save}}
  - {id: save, title: T, kind: commit, message: "x {slug}"}
)";

std::string changed(const std::string& from, const std::string& to) {
  std::string text = base;
  const std::size_t at = text.find(from);
  CAPTURE(from);
  REQUIRE(at != std::string::npos);
  REQUIRE(text.find(from, at + 1) == std::string::npos);
  return text.replace(at, from.size(), to);
}

struct Row {
  const char* from;
  const char* to;
  const char* want;  ///< a part of what is said; empty: nothing is
};

void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    CAPTURE(row.from);
    CAPTURE(row.to);
    const std::string said = problems_of(changed(row.from, row.to));
    if (*row.want == 0)
      CHECK(said == "");
    else {
      CAPTURE(said);
      CHECK(said.find(row.want) != std::string::npos);
    }
  }
}

}  // namespace

TEST_CASE("lint: a sound definition has nothing to say") { CHECK(problems_of(base) == ""); }

TEST_CASE("lint: routes lead somewhere, steps are reached, runs end") {
  check({
      {"{yes-do: work,", "{yes-do: wrok,",
       "p.yaml:31: steps[3].on.yes-do: leads to 'wrok', which is no step (did you mean 'work'?)"},
      {"last: ask}", "last: aks}", "steps[5].on.revise: leads to 'aks', which is no step"},
      {"{yes-do: work,", "{yes-do: save,", "p.yaml:32: steps[4].id: no route leads here"},
      {"kind: commit, message: \"x {slug}\"}",
       "kind: commit, message: \"x {slug}\", on: {pass: error}}", "steps: no way leads to the end"},
      {"gate: [{count: done, at_least: 1}]",
       "gate: [{count: done, at_least: 1}]\n    on: {pass: look}",
       "look -> look can go round for ever: a route of it needs a loop"},
      {"{to: plan, loop: ask, mode: revise}", "plan",
       "plan -> look -> ask -> plan can go round for ever"},
      {"loop: back, mode: revise", "loop: bakc, mode: revise",
       "steps[5].on.revise: the loop 'bakc' has no budget in 'loops' (did you mean 'back'?)"},
      {"tasks: failed, last: ask}", "tasks: failed}", ""},
      {"{to: plan, loop: ask, mode: revise}", "{to: plan, loop: back, mode: revise}",
       "p.yaml:6: loops.ask: no route uses it"},
      {"{to: work, loop: back}, exhausted", "{to: work, loop: back, last: save}, exhausted", ""},
      {"again: {to: plan, loop: ask, mode: revise}", "again: {to: work, last: plan}",
       "steps[3].on.again: 'last' needs a loop"},
      {"exhausted: {proceed: save}", "exhausted: save", "goes on although nobody agreed"},
      {"exhausted: {proceed: save}", "exhausted: done", "goes on although nobody agreed"},
      {"exhausted: {proceed: save}", "exhausted: ask",  // who asks can be asked for ever
       "ask -> work -> check -> vote -> ask can go round for ever"},
      {"exhausted: {proceed: save}", "exhausted: stop", ""},
      {"exhausted: {proceed: save}", "exhausted: {proceed: save, loop: back}",
       "steps[6].on.exhausted: cannot use up a loop itself"},
      {"on: {revise: {to: work, loop: back}, exhausted: {proceed: save}}", "on: {pass: next}",
       "steps[6].on: there is no route for 'revise', which this step can end in"},
      {"gate: [{count: done, at_least: 1}]",
       "gate: [{count: done, at_least: 1}]\n    on: {blocker: error}",
       "steps[2].on.blocker: this never happens in the step"},
      {"{yes-do: work,", "{yes-do: {to: save, tasks: all}, more: work,",
       "steps[3].on.yes-do: step 'save' has no tasks to choose from"},
      {"{yes-do: work,", "{yes-do: {to: work, tasks: all, mode: revise},", ""},
      {"last: ask}", "last: {to: ask, mode: m}}", "steps[5].on.revise: step 'ask' has no modes"},
      {"exhausted: {proceed: save}", "exhausted: {to: stop, mode: m}",
       "an end of the run has no mode"},
  });
}

TEST_CASE("lint: an approval has options with routes and one default") {
  check({
      {"{id: again, label: L}]", "{id: again, label: L}, {id: third, label: L}]",
       "steps[3].options[2]: the option 'third' has no route"},
      {"{id: again, label: L}]", "{id: again, label: L, default: true}]",
       "steps[3].options[1]: there are two defaults"},
      {"default: true}, {id: again", "default: false}, {id: again",
       "steps[3].options: none is the default"},
      {"{id: again, label: L}]", "{id: again, label: L}, {id: again, label: L}]",
       "steps[3].options[2]: there are two options 'again'"},
      {"{yes-do: work,", "{yes-do: work, nope: work,", "steps[3].on.nope: there is no such option"},
      {"default: true}, {id: again, label: L}",
       "default: false}, {id: again, label: L, default: true}",
       "steps[3].on.again: the default must not use up a loop"},
      {"\"{tasks} tasks\"", "\"{taks} tasks\"",
       "steps[3].context: nothing is known here for '{taks}' (did you mean 'tasks'?)"},
  });
}

TEST_CASE("lint: what is read was written before") {
  check({
      {"inputs: [request]", "inputs: [spec.yaml]",
       "steps[1].inputs[0]: 'spec.yaml' is written by no step before this one"},
      {"inputs: [request]", "inputs: [reports/x.yaml]", "is written by no step before this one"},
      {"research/impact.yaml]", "research/patterns.yaml]",
       "steps[4].inputs[2]: 'research/patterns.yaml' is written by no step"},
      {"\"research/*.yaml\", research", "\"votes/*.yaml\", research",
       "steps[4].inputs[1]: 'votes/*.yaml' is not there on every way to this step"},
      {"optional_inputs: [\"votes/code-*.yaml\"]", "optional_inputs: [\"votes/design-*.yaml\"]",
       "steps[4].optional_inputs[0]: 'votes/design-*.yaml' is written by no step"},
      {"\"research/*.yaml\", research", "\"research/a*b*.yaml\", research",
       "has more than one * in a name"},
      {"\"research/*.yaml\", research", "\"*/*.yaml\", research", ""},
      {"\"research/*.yaml\", research", "\"*.yaml\", research", ""},
      {"\"research/*.yaml\", research", "\"*/a*c*.yaml\", research", "more than one *"},
      {"plan: plan.yaml\n    task_files", "plan: other.yaml\n    task_files",
       "steps[4].plan: no step before this one surely writes 'other.yaml' as plan"},
      {"plan: plan.yaml\n    task_files", "plan: tasks/\n    task_files",
       "steps[4].plan: no step before this one surely writes 'tasks/' as impl_task"},
      {"task_files: tasks/", "task_files: tasks", "steps[4].task_files: is a folder"},
      {"task_files: tasks/", "task_files: jobs/", "surely writes 'jobs/' as task"},
      {"    role: planner\n", "    role: planner\n    if_configured: true\n",
       "surely writes 'plan.yaml' as plan"},
      {"    role: planner\n", "    role: planner\n    blocking: false\n",
       "surely writes 'plan.yaml' as plan"},
      {"  - {id: save,",
       "  - {id: g, title: T, kind: goals, phase: x/, on: {revise: error}}\n  - {id: save,",
       "surely writes 'x/.task/' as impl_task"},
      {"{yes-do: work,", "{yes-do: save,", "can be reached without a verify or goals step"},
  });
}

TEST_CASE("lint: outputs stay in the feature folder and apart from each other") {
  check({
      {"{plan.yaml: plan, tasks/", "{/plan.yaml: plan, tasks/",
       "'/plan.yaml' lies outside docs/feature/{slug}/"},
      {"{plan.yaml: plan, tasks/", "{../plan.yaml: plan, tasks/", "lies outside"},
      {"{plan.yaml: plan, tasks/", "{a/../../plan.yaml: plan, tasks/", "lies outside"},
      {"{plan.yaml: plan, tasks/", "{~/plan.yaml: plan, tasks/", "lies outside"},
      {"{plan.yaml: plan, tasks/", "{'a\\b': plan, tasks/", "no path should have"},
      {"{plan.yaml: plan, tasks/", "{a//b: plan, tasks/", "not written in the shortest way"},
      {"{plan.yaml: plan, tasks/", "{'*.yaml': plan, tasks/", "no * in it"},
      {"{plan.yaml: plan, tasks/", "{initial-request.md: text, plan.yaml: plan, tasks/",
       "is the request, which nobody changes"},
      {"\"{instance}.md\": text", "\"notes.md\": text",
       "steps[2].outputs.notes.md: 'r-a' and 'r-b' would write it at the same time"},
      {"\"{instance}.md\": text", "research/impact.yaml: research",
       "would write it at the same time"},
      {"\"{instance}.md\": text", "\"{instnace}.md\": text",
       "nothing is known here for '{instnace}' (did you mean 'instance'?)"},
      {"\"{instance}.md\": text", "\"{task}{instance}.md\": text",
       "nothing is known here for '{task}'"},
      {"\"{instance}.md\": text", "\"{instance.md\": text",
       "nothing is known here for '{instance.md"},
      {"{\"reports/{task}.yaml\"", "{\"reports/x.yaml\"",
       "every task would write the same file: name it by {task}"},
      {"{\"reports/{task}.yaml\": implementation_report}", "{plan.yaml: implementation_report}",
       "step 'plan' writes it as plan"},
      {"outputs: {plan.yaml: plan, tasks/: task}", "outputs: {plan.md: text}",
       "nothing tells whether the agent is done"},
      {"message: \"x {slug}\"", "message: \"x {task}\"", "steps[7].message: nothing is known"},
  });
}

TEST_CASE("lint: instances, foci and concurrency") {
  check({
      {"{name: r-b, focus: impact}", "{name: r-a, focus: impact}",
       "steps[2].instances[1]: there are two instances 'r-a'"},
      {"{name: b, focus: correctness}", "{name: b, focus: security}",
       "steps[6].instances[1]: the focus 'security' is there twice"},
      {"{name: b, focus: correctness}", "{name: b}",
       "steps[6].instances[1]: a reviewer needs a focus"},
      {"{name: b, focus: correctness}", "{name: b, focus: speed}",
       "the contract verdict knows no focus 'speed' (it knows security, architecture, "
       "correctness)"},
      {"{name: r-b, focus: impact}", "{name: r-b, focus: speed}",
       "the contract research knows no focus 'speed'"},
      {"    role: planner\n", "    role: planner\n    concurrency: 4\n",
       "steps[1].concurrency: is over the 3 that the pipeline allows"},
      {"    role: planner\n", "    role: planner\n    concurrency: 3\n", ""},
      {"{\"votes/{scope}-{focus}.yaml\": verdict}", "{\"votes/{focus}.yaml\": completion}",
       "a reviewer writes exactly one verdict"},
      {"{id: prep, title: T, kind: prepare}",
       "{id: prep, title: T, kind: prepare, role: pushback, outputs: {p.yaml: completion}, on: "
       "{concerns: next}}",
       "who weighs the request writes exactly one pushback"},
      {"{id: prep, title: T, kind: prepare}",
       "{id: prep, title: T, kind: prepare, role: pushback, outputs: {p.yaml: pushback}, on: "
       "{concerns: next}}",
       ""},
      {"{id: prep, title: T, kind: prepare}", "{id: prep, title: T, kind: bundle}",
       "steps[0].kind: the first step must be of kind prepare"},
      {"  - {id: save,", "  - {id: p2, title: T, kind: prepare}\n  - {id: save,",
       "prepare must be the first step"},
      {"  - {id: save,", "  - {id: vote, title: T, kind: bundle}\n  - {id: save,",
       "there are two steps 'vote'"},
      {"  - {id: save,",
       "  - {id: b, title: T, kind: bundle, blocking: false, on: {failed: error}}\n  - {id: save,",
       "a step that is not blocking goes on as if it had passed"},
      {"  - {id: save,", "  - {id: b, title: T, kind: bundle, blocking: false}\n  - {id: save,",
       ""},
      {"  - {id: save,",
       "  - {id: b, title: T, kind: bundle, outputs: {b.yaml: plan}}\n  - {id: save,",
       "assay writes these itself"},
  });
}

TEST_CASE("lint: gates can hold, and what they count is produced") {
  check({
      {"{count: done, at_least: 1}]", "{count: done, at_least: 3}]",
       "steps[2].gate[0]: can never hold: there are only 2 instances"},
      {"{count: done, at_least: 1}]", "{count: done, at_least: all}]", ""},
      {"{count: done, at_least: 1}]", "{evidence: no_regressions}]",
       "'no_regressions' is found out in a step of kind verify"},
      {"{count: done, at_least: 1}]", "{count: done, at_least: 1, else: concerns}]",
       "only prepare ends in 'concerns'"},
      {"{query: lint_runs, at_least: 1, else: failed}", "{query: lint_rusn, at_least: 1}",
       "steps[5].gate[3]: there is no query 'lint_rusn' (did you mean 'lint_runs'?)"},
      {"{query: lint_runs, at_least: 1, else: failed}", "{query: checks_passed, at_least: 1}",
       "p.yaml:8: queries.lint_runs: no gate names it"},
      {"{query: lint_runs, at_least: 1, else: failed}", "{query: lint_runs, at_least: all}",
       "'all' has no number here"},
      {"{query: lint_runs, at_least: 1, else: failed}",
       "{query: lint_runs, at_least: 1}\n      - {query: review_blockers, exactly: 0}",
       "only a review has a :scope"},
      {"{count: done, at_least: 1}]", "{query: checks_passed, at_least: 1}]",
       "there is no task here for :task_id"},
      {"{query: lint_runs, at_least: 1, else: failed}", "{count: done, at_least: 1}",
       "nobody is asked here whose status counts"},
      {"      - {evidence: no_regressions, else: revise}\n", "",
       "needs {evidence: no_regressions}"},
      {"    on: {revise: {to: work, loop: back}, exhausted",
       "    gate: [{evidence: verdicts_distinct}, {query: review_approvals, at_least: 1, else: "
       "revise}]\n    on: {revise: {to: work, loop: back}, exhausted",
       "nobody has a veto"},
      {"check_name = 'lint'", "check_name = 'eg-8-syntax-valid'",
       "waits for rows whose check_name is 'eg-8-syntax-valid', and no step up to here writes one"},
      {"check_name = 'lint'", "check_name LIKE 'baseline-%'", ""},
      {"check_name = 'lint'", "check_name IN ('build', 'tests')", ""},
      {"check_name = 'lint'", "check_name IN ('build', 'nothing')", "is 'nothing'"},
      {"check_name = 'lint'", "check_name LIKE 'review-design-%'", "is like 'review-design-%'"},
      {"check_name = 'lint'", "check_name LIKE 'review-code-%'", ""},  // of the round before
      {"check_name = 'lint'", "phase = 'befor'", "whose phase is 'befor'"},
  });
}

TEST_CASE("lint: SQL of a gate is one SELECT over the ledger, bound to run and task") {
  check({
      {"SELECT COUNT(*) FROM", "DELETE FROM", "queries.lint_runs: must be one SELECT"},
      {"check_name = 'lint';", "1; DROP TABLE events;", "must be one statement"},
      {"run_id = :run_id AND", "", "is not bound to :run_id"},
      {"task_id = :task_id AND", "", "is not bound to :task_id"},
      {"check_name = 'lint';", "x = :ronud;",
       "has an unknown parameter ':ronud' (did you mean 'round'?)"},
      {"check_name = 'lint';", "x = ?;", "has a '?'"},
      {"check_name = 'lint';", "x = 'a;", "has a text without an end"},
      {"check_name = 'lint';", "1 -- x", "has a comment"},
      {"FROM anvil_checks WHERE", "FROM events WHERE", "reads a table other than anvil_checks"},
      {"FROM anvil_checks WHERE", "FROM anvil_checks a, anvil_checks b WHERE", "behind commas"},
      {"FROM anvil_checks WHERE", "FROM (SELECT * FROM anvil_checks) WHERE", ""},
      {"check_name = 'lint';", "load_extension('x');", "must not have the word 'load_extension'"},
      {"check_name = 'lint';", "tool = 'it''s; DROP --';", ""},
  });
  for (const core::pipeline::Query& query : core::pipeline::standard_queries()) {
    CAPTURE(query.name);
    CHECK(pipeline::read_query(query.sql, "design").faults.empty());
  }
}

TEST_CASE("lint: LIKE is that of SQLite") {
  struct Match {
    const char* pattern;
    const char* text;
    bool want;
  };
  const Match rows[] = {{"a%", "abc", true},  {"a%c", "abc", true},    {"a%c", "abd", false},
                        {"_b_", "abc", true}, {"_", "", false},        {"%", "", true},
                        {"A%", "abc", true},  {"%b%c", "abcbc", true}, {"", "a", false}};
  for (const Match& row : rows) {
    CAPTURE(row.pattern);
    CAPTURE(row.text);
    CHECK(pipeline::like(row.pattern, row.text) == row.want);
  }
}

TEST_CASE("lint: any definition is taken, however it was made") {
  using namespace core::pipeline;
  CHECK(lint_pipeline({}).size() == 1);
  Definition definition;
  definition.steps.resize(3);
  definition.steps[1].routes = {{.way = {.target = Target::step, .step = "none"}}};
  CHECK_FALSE(lint_pipeline(definition).empty());
}
