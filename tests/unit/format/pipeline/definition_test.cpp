// SPDX-License-Identifier: MIT
// The shipped definitions, what the reader fills in, and what it says about what it cannot read.
#include "format/pipeline/pipeline.h"
#include "unit/format/pipeline/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>

using namespace assay;
using namespace assay::format;
using namespace assay::core::pipeline;
using pipeline_test::problems_of;
using pipeline_test::shipped;

namespace {

Definition sound(const std::string& yaml) {
  PipelineReading reading = read_pipeline("p.yaml", yaml);
  for (const Problem& problem : reading.problems) INFO(problem.where, ": ", problem.what);
  CHECK(reading.problems.empty());
  return std::move(reading.definition);
}

/// The same text read twice, and how it was said.
std::string way_text(const Way& way) {
  std::string text = way.target == Target::step ? way.step : std::string(to_text(way.target));
  if (!way.mode.empty()) text += " " + way.mode;
  if (way.tasks) text += " " + std::string(to_text(*way.tasks));
  return text;
}

std::string route_text(const Route& route) {
  std::string text = way_text(route.way);
  if (route.last) text += ", last " + way_text(*route.last);
  if (!route.loop.empty()) text += ", loop " + route.loop;
  if (route.if_proceeding) text += ", if proceeding";
  return text;
}

/// A pipeline of which only the body of one step changes.
std::string with_step(const std::string& body) {
  return "version: 1\nname: p\nsteps:\n"
         "  - {id: a, title: A, kind: prepare}\n"
         "  - {id: b, title: B, " +
         body + "}\n";
}

}  // namespace

TEST_CASE("definition: the three that are shipped are sound") {
  for (const std::string name : {"feature", "quick", "roadmap"}) {
    CAPTURE(name);
    const Definition definition = sound(shipped(name));
    CHECK(definition.name == name);
    CHECK_FALSE(definition.description.empty());
    CHECK(lint_pipeline(definition).empty());
  }
}

TEST_CASE("definition: feature has the steps of the seed, and where each ending leads") {
  const Definition definition = sound(shipped("feature"));
  std::vector<std::string> ids;
  for (const Step& step : definition.steps) ids.push_back(step.id);
  for (const char* id :
       {"0", "1", "1a", "2", "3", "3b", "4", "4a", "5", "6", "7", "8", "8b", "9"}) {
    CAPTURE(id);
    CHECK(std::count(ids.begin(), ids.end(), id) == 1);
  }
  struct Row {
    const char* step;
    const char* on;
    const char* leads;
  };
  const Row rows[] = {
      {"0", "pass", "1"},
      {"0", "concerns", "0a"},
      {"0", "blocker", "error"},
      {"1", "pass", "1a"},
      {"1", "failed", "error"},
      {"1a", "proceed", "2"},
      {"1a", "expand", "1 expand, loop research"},
      {"1a", "abort", "abort"},
      {"1a", "other", "1 revise, loop research"},
      {"2", "pass", "3"},
      {"2", "failed", "error"},
      {"3", "pass", "3b"},
      {"3", "failed", "error"},
      {"3b", "pass", "4"},
      {"3b", "revise", "3 revise, loop design"},
      {"3b", "exhausted", "4, if proceeding"},
      {"3b", "blocker", "error"},
      {"3b", "failed", "error"},
      {"4", "pass", "4a"},
      {"4", "failed", "error"},
      {"4a", "approve", "5"},
      {"4a", "revise", "4 revise, loop planning"},
      {"4a", "abort", "abort"},
      {"5", "pass", "6"},
      {"5", "failed", "error"},
      {"6", "pass", "7"},
      {"6", "revise", "6a, last 6b, loop replan"},
      {"6", "exhausted", "7, if proceeding"},
      {"6a", "pass", "5"},
      {"6b", "pass", "6a"},
      {"7", "pass", "8"},
      {"7", "revise", "5 revise all, loop code_review"},
      {"7", "exhausted", "8, if proceeding"},
      {"7", "blocker", "error"},
      {"8", "pass", "8b"},
      {"8", "failed", "8b"},
      {"8b", "pass", "9"},
      {"8b", "failed", "9"},
      {"9", "pass", "done"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.step);
    CAPTURE(row.on);
    const Step* step = find_step(definition, row.step);
    REQUIRE(step != nullptr);
    const auto route =
        std::find_if(step->routes.begin(), step->routes.end(), [&](const Route& one) {
          return one.option == row.on || (one.option.empty() && to_text(one.on) == row.on);
        });
    REQUIRE(route != step->routes.end());
    CHECK(route_text(*route) == row.leads);
  }
  CHECK(find_loop(definition, "design")->budget == 1);
  CHECK(find_loop(definition, "replan")->budget == 3);
  CHECK(find_loop(definition, "code_review")->budget == 1);
  CHECK(find_loop(definition, "code_review")->written_as_rounds);
}

TEST_CASE("definition: feature has the instances, gates and questions of the seed") {
  const Definition definition = sound(shipped("feature"));
  const Step& research = *find_step(definition, "1");
  REQUIRE(research.dispatch.instances.size() == 4);
  CHECK(research.dispatch.instances[1] == Instance{"researcher-impact", "impact"});
  CHECK(research.dispatch.concurrency == 4);
  CHECK(find_step(definition, "2")->dispatch.concurrency == 1);  // its pattern is sequential
  CHECK(research.dispatch.retries == 1);
  REQUIRE(research.gate.size() == 1);
  CHECK(research.gate[0].bound.standard == 2);
  for (const char* id : {"3b", "7"}) {
    const Step& review = *find_step(definition, id);
    CHECK(review.dispatch.instances.size() == 3);
    CHECK(review.gate[0].query == "review_blockers");
    CHECK(review.gate[0].otherwise == Outcome::blocker);
    CHECK(review.gate[2].bound.standard == 3);
    CHECK(review.gate[3].bound.standard == 2);
  }
  const Step& verify = *find_step(definition, "6");
  auto gate = verify.gate;
  CHECK(std::erase_if(gate, [](const auto& each) { return each.fact == Fact::change_proved; }) ==
        1);
  CHECK(gate == standard_gate(verify));
  CHECK(verify.gate.back().bound == Bound{false, 2, 3});
  const Question& first = find_step(definition, "1a")->question;
  CHECK(first.gate_id == "gate-post-research");
  CHECK(first.question == "Research phase complete. How should we proceed?");
  REQUIRE(first.options.size() == 4);
  CHECK(default_option(first)->id == "proceed");
  const Question& second = find_step(definition, "4a")->question;
  CHECK(second.gate_id == "gate-post-planning");
  CHECK(default_option(second)->id == "approve");
  CHECK_FALSE(find_step(definition, "8")->blocking);
  CHECK(find_step(definition, "9")->message == "feat({slug}): pipeline complete");
  CHECK(find_step(definition, "9")->confidence == Confidence::medium);
  CHECK(find_query(definition.queries, "review_approvals") != nullptr);
}

TEST_CASE("definition: what is not said is filled in") {
  const Definition definition = sound(shipped("quick"));
  const Step& plan = *find_step(definition, "plan");
  CHECK(plan.dispatch.instances == std::vector<Instance>{{"planner", ""}});
  CHECK(route_text(*find_route(plan, Outcome::pass)) == "implement");
  CHECK(route_text(*find_route(plan, Outcome::failed)) == "error");
  const Step& implement = *find_step(definition, "implement");
  CHECK(implement.dispatch.instances.empty());
  CHECK(implement.dispatch.mode == "implement");
  const Step& review = *find_step(definition, "review");
  CHECK(review.gate == standard_gate(review));
  CHECK(review.gate[3].bound.standard == 2);  // the majority of two
  CHECK(route_text(*find_route(review, Outcome::exhausted)) == "stop");
  CHECK(route_text(*find_route(review, Outcome::blocker)) == "error");
  CHECK(route_text(*find_route(*find_step(definition, "commit"), Outcome::pass)) == "done");
}

TEST_CASE("definition: each problem of the text has its message and line") {
  struct Row {
    std::string yaml;
    std::string want;
  };
  const std::string least = "version: 1\nname: p\n";
  const Row rows[] = {
      {"", "p.yaml:1: is empty (write 'version: 1')\n"},
      {"[]", "p.yaml:1: must be a map, not a list\n"},
      {"a: [", "p.yaml:"},
      {"name: p\nsteps: []\n",
       "p.yaml:1: missing key 'version' (write 'version: 1')\n"
       "p.yaml:2: steps: must not be empty\n"},
      {"version: 2\nname: p\nsteps: [{id: a, title: A, kind: prepare}]\n",
       "p.yaml:1: version: must be 1, not 2\n"},
      {least, "p.yaml:1: missing key 'steps'\n"},
      {least + "stpes: []\n",
       "p.yaml:1: missing key 'steps'\np.yaml:3: unknown key 'stpes' (did you mean 'steps'?)\n"},
      {least + "loops: {a: 0, b: {rounds: 1}, c: {times: 2}, d: [1]}\nsteps: 1\n",
       "p.yaml:3: loops.a: must be between 1 and 100, not 0\n"
       "p.yaml:3: loops.b.rounds: must be between 2 and 101, not 1\n"
       "p.yaml:3: loops.c: missing key 'rounds'\n"
       "p.yaml:3: unknown key 'times' (known: rounds)\n"
       "p.yaml:3: loops.d: must be an integer, not a list\n"
       "p.yaml:4: steps: must be a list, not 1\n"},
      {least + "queries: {review_blockers: SELECT 1}\nsteps: [{id: a, title: A, kind: prepare}]\n",
       "p.yaml:3: queries.review_blockers: is the name of a standard query\n"},
      {with_step("kind: agent"),
       "p.yaml:5: steps[1].kind: 'agent' is not one of prepare, agents, "
       "tasks, verify, goals, review, approval, bundle, commit (did you "
       "mean 'agents'?)\n"},
      {with_step("kind: bundle, role: x, scope: code"),
       "p.yaml:5: steps[1].role: has no meaning in a step of kind bundle\n"
       "p.yaml:5: steps[1].scope: has no meaning in a step of kind bundle\n"},
      {with_step("kind: bundle, blokcing: false"),
       "p.yaml:5: unknown key 'blokcing' (did you mean 'blocking'?)\n"},
      {with_step("kind: agents"),
       "p.yaml:5: steps[1]: missing key 'role'\np.yaml:5: steps[1]: missing key 'outputs'\n"},
      {with_step("kind: goals, phase: x/, on: {psas: next}"),
       "p.yaml:5: unknown key 'psas' (did you mean 'pass'?)\n"},
      {with_step("kind: goals, phase: x/, on: {pass: ~, revise: {loop: a}, failed: [b]}"),
       "p.yaml:5: steps[1].on.pass: has no value\n"
       "p.yaml:5: steps[1].on.revise: missing key 'to'\n"
       "p.yaml:5: steps[1].on.failed: must be a string, not a list\n"},
      {with_step("kind: goals, phase: x/, gate: [{evidence: goals_reached, exactly: 1}, {count: "
                 "done}, {}, {query: q, at_least: few, else: done}]"),
       "p.yaml:5: steps[1].gate[0]: evidence holds or does not: nothing to compare it with\n"
       "p.yaml:5: steps[1].gate[1]: must have one of 'at_least', 'at_most' and 'exactly'\n"
       "p.yaml:5: steps[1].gate[2]: must have one of 'count', 'query' and 'evidence'\n"
       "p.yaml:5: steps[1].gate[2]: must have one of 'at_least', 'at_most' and 'exactly'\n"
       "p.yaml:5: steps[1].gate[3].at_least: must be an integer, not the text 'few'\n"
       "p.yaml:5: steps[1].gate[3].else: 'done' is not one of failed, revise, concerns, blocker\n"},
      {with_step("kind: goals, phase: x/, pattern: loop"),
       "p.yaml:5: steps[1].pattern: no route of this step is charged to a loop\n"},
      {with_step("kind: goals, phase: x/, pattern: circle"),
       "p.yaml:5: steps[1].pattern: 'circle' is not one of parallel, sequential, loop\n"},
      {with_step("kind: agents, role: r, outputs: {a.yaml: completion}, pattern: sequential, "
                 "concurrency: 2"),
       "p.yaml:5: steps[1].concurrency: the pattern is sequential\n"},
      {with_step("kind: bundle, outputs: {a.md: txet}"),
       "p.yaml:5: steps[1].outputs.a.md: 'txet' is not one of text, log, completion, research, "
       "spec, "
       "design, plan, task, implementation_report, verification_report, verdict, knowledge, "
       "pushback, impl_task (did you mean 'text'?)\n"},
      {"version: 1\nname: p\nsteps:\n  - {id: next, title: A, kind: prepare}\n  - 5\n",
       "p.yaml:4: steps[0].id: 'next' has a meaning of its own in routes\n"
       "p.yaml:5: steps[1]: must be a map, not 5\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.yaml);
    const std::string said = problems_of(row.yaml);
    if (row.want == "p.yaml:")
      CHECK(said.rfind(row.want, 0) == 0);
    else
      CHECK(said == row.want);
  }
}

TEST_CASE("definition: hostile text is refused soon") {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  std::string bomb = "version: 1\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
    for (int j = 0; j < 9; ++j) bomb += ", " + before;
    bomb += "]\n";
  }
  CHECK(problems_of(bomb) == "p.yaml:5: anchors and aliases expand to too much\n");
  CHECK_FALSE(problems_of("steps: " + std::string(10'000, '[')).empty());
  CHECK_FALSE(problems_of("steps: " + std::string(5'000'000, 'x')).empty());
  std::string many = "version: 1\nname: p\nsteps:\n";
  for (int i = 0; i < 5000; ++i) many += "  - {id: a, title: A, kind: bundle}\n";
  CHECK(problems_of(many).rfind("p.yaml:4: steps: has 5000, at most 64\n", 0) == 0);
  CHECK(problems_of(with_step("kind: commit, message: " + std::string(9000, 'x')))
            .find("steps[1].message: is longer than 8192 bytes") != std::string::npos);
  // As wide as it may be, and everything reads everything.
  std::string wide = "version: 1\nname: p\nsteps:\n  - {id: a, title: A, kind: prepare}\n";
  for (int i = 0; i < 63; ++i) {
    wide += "  - id: s" + std::to_string(i) + "\n    title: S\n    kind: agents\n    role: r\n";
    wide += "    outputs:\n";
    for (int j = 0; j < 8; ++j)
      wide += "      " + std::string(100, 'a') + std::to_string(j) + ": completion\n";
    wide += "    optional_inputs:\n";
    for (int j = 0; j < 32; ++j)
      wide += "      - '" + std::string(50, 'a') + "*" + std::to_string(100 * i + j) + "b'\n";
  }
  CHECK(problems_of(wide).find("is written by no step before this one") != std::string::npos);
  CHECK(Clock::now() - begin < std::chrono::seconds(30));  // one alone
}

TEST_CASE("definition: placeholders are filled where something is known") {
  const Names names{.slug = "s", .task = "t-1", .focus = "{task}"};
  CHECK(fill("{slug}/{task}.yaml", names) == "s/t-1.yaml");
  CHECK(fill("{focus}", names) == "{task}");  // what is filled in is not looked at again
  CHECK(fill("{instance}{", names) == "{instance}{");
  CHECK(fill("", names).empty());
  CHECK(feature_folder("x") == "docs/feature/x");
}

TEST_CASE("definition: a contract has the reader of its kind") {
  CHECK(artifact_kind(Contract::verdict) == ArtifactKind::verdict);
  CHECK(artifact_kind(Contract::completion) == ArtifactKind::other);
  CHECK_FALSE(artifact_kind(Contract::text));
  CHECK_FALSE(artifact_kind(Contract::impl_task));
}
