// SPDX-License-Identifier: MIT
#include "sim/pipeline_plan.h"

#include "base/ensure.h"
#include "format/embedded.h"
#include "format/pipeline/pipeline.h"
#include "sim/loop_plan.h"

#include <algorithm>
#include <map>

namespace assay::sim {

using core::pipeline::Definition;
using core::pipeline::Plan;

namespace {

Definition read(const std::string& name, std::string_view yaml) {
  format::PipelineReading reading = format::read_pipeline(name, yaml);
  for (const format::Problem& problem : reading.problems)
    std::fprintf(stderr, "%s: %s\n%s\n", problem.where.c_str(), problem.what.c_str(),
                 std::string(yaml).c_str());
  ENSURE(reading.problems.empty());
  return std::move(reading.definition);
}

const Definition& shipped(const std::string& name) {
  static std::map<std::string, Definition> all;
  if (!all.contains(name))
    all.emplace(name, read(name, *format::embedded("pipelines/" + name + ".yaml")));
  return all.at(name);
}

/// A small definition as somebody might write it. The linter has the last word about it.
class Small {
 public:
  explicit Small(Chance& chance)
      : chance_(chance),
        study_(chance.percent(50)),
        ask_(chance.percent(50)),
        undo_(chance.percent(30)),
        review_(chance.percent(60)),
        recheck_(chance.percent(25)),
        notes_(chance.percent(30)),
        bundle_(chance.percent(60)) {}

  std::string text();

 private:
  std::string loops();
  std::string number(std::uint32_t least, std::uint32_t most) {
    return std::to_string(least + chance_.below(most - least + 1));
  }
  std::string after_review() const { return recheck_ ? "recheck" : last_part(); }
  std::string last_part() const { return notes_ ? "notes" : bundle_ ? "bundle" : "commit"; }
  std::string early();
  std::string work();
  std::string checks(const std::string& id, const std::string& next);
  std::string late();

  Chance& chance_;
  bool study_, ask_, undo_, review_, recheck_, notes_, bundle_;
};

std::string Small::loops() {
  std::string text = "loops:\n  repair: " + number(1, 3) + "\n";
  if (study_) text += "  research: " + number(1, 2) + "\n";
  if (ask_) text += "  again: " + number(1, 2) + "\n";
  if (review_) text += "  review: {rounds: " + number(2, 3) + "}\n";
  return text;
}

std::string Small::early() {
  std::string text = "  - {id: setup, title: Setup, kind: prepare}\n";
  if (study_) {
    text +=
        "  - id: study\n    title: Study\n    kind: agents\n    role: researcher\n"
        "    instances:\n"
        "      - {name: researcher-impact, focus: impact}\n"
        "      - {name: researcher-patterns, focus: patterns}\n";
    text += "    concurrency: " + number(1, 3) + "\n    retries: " + number(0, 2) +
            "\n    inputs: [request]\n    outputs: {\"research/{focus}.yaml\": research}\n"
            "    gate:\n      - {count: needs_revision, exactly: 0, else: revise}\n"
            "      - {count: done, at_least: " +
            number(1, 2) +
            ", else: failed}\n"
            "    on: {pass: plan, revise: {to: study, loop: research}, exhausted: {proceed: "
            "plan}}\n";
  }
  text +=
      "  - id: plan\n    title: Plan\n    kind: agents\n    role: planner\n"
      "    inputs: [request]\n"
      "    outputs: {plan-output.yaml: plan, plan.md: text, tasks/: task}\n";
  if (!ask_) return text;
  text +=
      "  - id: ask\n    title: Ask\n    kind: approval\n    gate_id: gate-ask\n"
      "    question: Go on?\n    context: \"{tasks}\"\n    options:\n"
      "      - {id: go, label: Go, description: Go on., default: true}\n"
      "      - {id: again, label: Again, description: Once more., comment: true}\n"
      "      - {id: quit, label: Quit, description: Stop.}\n"
      "    on: {go: implement, again: {to: plan, loop: again, mode: revise}, quit: ";
  return text + (chance_.percent(50) ? "abort" : "stop") + "}\n";
}

std::string Small::checks(const std::string& id, const std::string& next) {
  std::string text = "  - id: " + id +
                     "\n    title: Checks\n    kind: verify\n"
                     "    plan: plan-output.yaml\n    task_files: tasks/\n";
  if (id == "recheck") text += "    tasks: all\n";
  if (chance_.percent(30)) {
    text +=
        "    gate:\n      - {evidence: baseline_recorded, else: failed}\n"
        "      - {evidence: required_checks_passed, else: revise}\n"
        "      - {evidence: no_regressions, else: revise}\n"
        "      - {query: baseline_checks, at_least: 1, else: failed}\n"
        "      - {query: regressions, exactly: 0, else: revise}\n"
        "      - {query: checks_failed, at_most: 1, else: revise}\n";
  }
  text += "    on:\n      pass: " + next +
          "\n      revise: {to: implement, loop: repair, mode: "
          "revise, tasks: " +
          (id == "recheck" ? std::string("all") : "failed");
  if (undo_ && id == "verify") text += ", last: undo";
  text += "}\n";
  if (chance_.percent(50)) text += "      exhausted: {proceed: " + next + "}\n";
  return text;
}

std::string Small::work() {
  std::string text =
      "  - id: implement\n    title: Implement\n    kind: tasks\n"
      "    role: implementer\n    plan: plan-output.yaml\n    task_files: tasks/\n"
      "    concurrency: " +
      number(1, 4) + "\n    retries: " + number(0, 2) +
      "\n    inputs: [request, \"tasks/{task}.yaml\"]\n"
      "    outputs: {\"implementation-reports/{task}.yaml\": "
      "implementation_report}\n    on: {pass: verify}\n";
  text += checks("verify", review_ ? "review" : after_review());
  if (!undo_) return text;
  return text +
         "  - id: undo\n    title: Undo\n    kind: tasks\n    role: implementer\n"
         "    mode: revert\n    plan: plan-output.yaml\n    task_files: tasks/\n"
         "    tasks: failed\n    inputs: [\"tasks/{task}.yaml\"]\n"
         "    outputs: {\"implementation-reports/{task}.yaml\": implementation_report}\n"
         "    on: {pass: implement}\n";
}

std::string Small::late() {
  std::string text;
  if (review_) {
    text +=
        "  - id: review\n    title: Review\n    kind: review\n    scope: code\n"
        "    role: reviewer\n    concurrency: " +
        number(1, 3) +
        "\n    instances:\n"
        "      - {name: reviewer-security, focus: security}\n"
        "      - {name: reviewer-correctness, focus: correctness}\n"
        "    inputs: [request, plan-output.yaml]\n"
        "    outputs: {\"review-verdicts/{scope}-{focus}.yaml\": verdict}\n"
        "    on:\n      pass: " +
        after_review() +
        "\n      revise: {to: implement, loop: "
        "review, mode: revise, tasks: all}\n";
    if (chance_.percent(40)) text += "      exhausted: {proceed: " + after_review() + "}\n";
  }
  if (recheck_) text += checks("recheck", last_part());
  if (notes_)
    text +=
        "  - id: notes\n    title: Notes\n    kind: agents\n    role: knowledge\n"
        "    blocking: false\n    inputs: [request]\n"
        "    outputs: {knowledge-output.yaml: knowledge}\n";
  if (bundle_)
    text +=
        "  - id: bundle\n    title: Bundle\n    kind: bundle\n"
        "    outputs: {evidence-bundle.md: text, evidence.json: text}\n";
  return text + "  - id: commit\n    title: Commit\n    kind: commit\n    confidence: " +
         (chance_.percent(70) ? "medium" : "high") + "\n    message: \"feat({slug}): small\"\n";
}

std::string Small::text() {
  std::string text = "version: 1\nname: small\ndescription: Small.\n" + loops() + "steps:\n";
  text += early();
  text += work();
  return text + late();
}

Definition random_definition(Chance& chance) {
  const std::uint32_t roll = chance.below(100);
  if (roll < 40) return shipped("feature");
  if (roll < 52) return shipped("quick");
  if (roll < 66) return shipped("roadmap");
  return read("small", Small(chance).text());
}

core::verify::CommandSpec command(const std::string& id, core::verify::GateType type) {
  core::verify::CommandSpec spec;
  spec.id = id;
  spec.command = "run " + id;
  spec.gate_type = type;
  spec.must_be_effective = type == core::verify::GateType::test;
  return spec;
}

std::shared_ptr<const core::verify::Plan> random_checks(Chance& chance) {
  using core::verify::GateType;
  if (chance.percent(3)) return nullptr;
  auto checks = std::make_shared<core::verify::Plan>();
  checks->workspace = checks->cwd = bench_workspace;
  checks->jobs = 1 + chance.below(2);
  auto& commands = checks->manifest.commands;
  commands.push_back(command("build", GateType::build));
  commands.push_back(command("test", GateType::test));
  commands.back().stage = static_cast<std::int32_t>(chance.below(2));
  if (chance.percent(40)) {
    commands.push_back(command("lint", GateType::lint));
    commands.back().required = false;
    commands.back().parallel_safe = chance.percent(50);
  }
  checks->manifest_digest = digest_of(checks->manifest);
  return checks;
}

}  // namespace

std::shared_ptr<const Plan> random_pipeline(std::uint64_t seed) {
  Chance chance(mix(seed) ^ 0x919eU);
  auto plan = std::make_shared<Plan>();
  plan->slug = "x";
  plan->request = "do it";
  plan->definition = random_definition(chance);
  plan->feature_dir = bench_feature;
  plan->workspace = bench_workspace;
  plan->work_dir = "/work";
  plan->proof = core::work::ProofDemand::off;
  plan->log_dir = "/logs";
  plan->approval = chance.percent(40) ? core::Approval::autonomous : core::Approval::interactive;
  plan->on_exhausted = chance.percent(50) ? core::OnExhausted::proceed : core::OnExhausted::stop;
  plan->concurrency = static_cast<std::int32_t>(1 + chance.below(4));
  if (chance.percent(10)) plan->dirty = {"old3"};
  plan->allow_dirty = chance.percent(85);
  if (chance.percent(7)) plan->budgets.run.launches = 3 + chance.below(25);
  if (chance.percent(8)) plan->budgets.per_day.launches = 6 + chance.below(10);
  plan->gates = random_checks(chance);
  for (const core::pipeline::Step& step : plan->definition.steps) {
    const std::string& role = step.dispatch.role;
    if (role.empty() || (step.dispatch.if_configured && chance.percent(60))) continue;
    core::pipeline::Hand& hand = plan->hands[role];
    hand.order.role = role;
    hand.order.argv = {role};
    hand.order.dialect = core::Dialect::claude;
    hand.timeout = std::chrono::minutes{45};
  }
  return plan;
}

std::vector<Act> random_acts(std::uint64_t seed, std::string_view step, std::string_view instance,
                             std::string_view role) {
  const bool sour = mix(seed ^ 0x50a4) % 3 == 0;
  Chance chance(mix(seed ^ hash_of(step)) ^ hash_of(instance));
  std::vector<Act> acts;
  const auto pick = [&](std::initializer_list<Act> from) {
    return *(from.begin() + chance.below(static_cast<std::uint32_t>(from.size())));
  };
  const auto any = [&] {
    return pick({Act::revise, Act::error, Act::missing, Act::broken, Act::idle, Act::fail,
                 Act::stall, Act::quota, Act::forge, Act::stray, Act::move_tag});
  };
  const auto special = [&] {
    if (role == "implementer")
      return pick({Act::lie, Act::lie, Act::regress, Act::fewer, Act::dull, Act::stray});
    if (role == "reviewer" && chance.percent(sour ? 25 : 12))
      return pick({Act::veto, Act::sly_veto});
    if (role == "reviewer")
      return pick(
          {Act::revise, Act::revise, Act::critical, Act::contradict, Act::impostor, Act::meddle});
    if (role == "pushback") return pick({Act::doubt, Act::doubt, Act::veto});
    if (role == "knowledge" || role == "verifier") return pick({Act::meddle, Act::stray});
    return any();
  };
  const std::uint32_t trouble = sour ? 30 : 12;
  while (acts.size() < 4 && chance.percent(trouble))
    acts.push_back(chance.percent(45) ? any() : special());
  acts.push_back(chance.percent(sour ? 95 : 99) ? Act::complete : special());
  if (acts.back() == Act::quota) acts.back() = Act::fail;  // no quota lasts for ever
  return acts;
}

PlannedWork random_work(std::uint64_t seed, std::uint32_t turn, bool goals) {
  using core::agent::Risk;
  using core::agent::TaskSize;
  Chance chance(mix(seed ^ 0x7a5c) ^ (turn + 1));
  PlannedWork work;
  const std::uint32_t count = 1 + chance.below(4);
  // A later plan may have other tasks than the one before.
  const std::uint32_t first = turn > 0 && !goals && chance.percent(40) ? turn : 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    core::agent::PlannedTask task;
    task.id = (goals ? "IMPL-10" : "t") + std::to_string(first + i + 1);
    task.title = "work on " + task.id;
    task.size = chance.percent(70) ? TaskSize::standard : TaskSize::large;
    task.risk = chance.percent(70) ? Risk::green : Risk::yellow;
    for (const core::agent::PlannedTask& other : work.plan.tasks) {
      if (chance.percent(30)) task.depends_on.push_back(other.id);
    }
    core::agent::TaskFile file;
    file.task = task;
    const Risk risk = chance.percent(90) ? task.risk : Risk::red;
    if (!chance.percent(8)) file.files_to_modify.push_back({"src-" + task.id, risk});
    if (chance.percent(20)) file.files_to_modify.push_back({"shared", risk});
    if (chance.percent(10)) file.files_to_modify.push_back({"old1", risk});
    work.plan.tasks.push_back(std::move(task));
    work.files.push_back(std::move(file));
  }
  core::agent::TaskWave& wave = work.plan.waves.emplace_back();
  wave.id = "wave-1";
  for (const core::agent::PlannedTask& task : work.plan.tasks) wave.tasks.push_back(task.id);
  return work;
}

}  // namespace assay::sim
