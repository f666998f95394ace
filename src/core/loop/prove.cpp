// SPDX-License-Identifier: MIT
// Do tests notice what a task has changed? Asked when its Verify has passed, in copies of the tree:
// tests and code of before its first attempt and of now, with each other.
#include "base/ensure.h"
#include "core/loop/worker.h"

#include <algorithm>
#include <utility>

namespace assay::core::loop {

namespace {

bool has_test(const Task& task) {
  return std::any_of(task.commands.begin(), task.commands.end(),
                     [](const TaskCommand& command) { return command.is_test; });
}

void add_command(verify::Plan& plan, verify::CommandSpec spec, const CommandLint* lint) {
  const auto unit = static_cast<std::uint32_t>(plan.manifest.commands.size());
  if (lint != nullptr && (lint->contains_pipeline || !lint->findings.empty()))
    verify::add_lint(plan, unit, *lint);
  plan.manifest.commands.push_back(std::move(spec));
}

/// What builds come first, where the gates say so, and then the tests of its own Verify.
verify::Plan own_tests(const State& run, const Task& task) {
  verify::Plan plan;
  plan.policy = run.plan->policy;
  std::int32_t last = 0;
  if (run.plan->gates) {
    const verify::Plan& gates = *run.plan->gates;
    for (std::uint32_t unit = 0; unit < gates.manifest.commands.size(); ++unit) {
      const verify::CommandSpec& spec = gates.manifest.commands[unit];
      if (spec.gate_type != verify::GateType::build || !spec.required) continue;
      add_command(plan, spec, verify::lint_of(gates, unit));
      last = std::max(last, spec.stage);
    }
  }
  for (const TaskCommand& command : task.commands) {
    if (!command.is_test) continue;
    verify::CommandSpec spec;
    spec.command = command.command;
    spec.gate_type = verify::GateType::test;
    spec.must_be_effective = true;
    spec.stage = last + 1;
    add_command(plan, std::move(spec), &command.lint);
  }
  return plan;
}

/// What the gates said in the workspace, if those that ran are the ones to prove with.
work::Cell seen_now(const State& run, const Job& job) {
  const Task& task = run.tasks[job.task].task;
  const verify::State& ran = job.checks.state();
  if (!ran.plan || (!has_test(task) && !task.commands.empty())) return {};
  std::vector<std::string> names;
  const bool own = has_test(task);
  const auto& commands = own ? ran.plan->manifest.commands : run.plan->gates->manifest.commands;
  for (const verify::CommandSpec& spec : commands) names.push_back(own ? spec.command : spec.id);
  return proof::cell_of(ran, job.tallies, names);
}

/// Files that the task has changed, not those of others or of the spec.
std::vector<std::string> changed_by(const State& run, const Job& job, const WorkSight& sight) {
  const std::set<std::string>& foreign = run.tasks[job.task].foreign;
  std::vector<std::string> paths = sight.changed;
  std::erase_if(paths, [&](const std::string& path) {
    return foreign.contains(path) || is_below(path, run.plan->spec_dir);
  });
  return paths;
}

/// Where the run began, and the test files that its tasks have changed since. What others have
/// committed meanwhile counts as having been there.
void add_start(proof::Question& question, const State& run, const Job& job) {
  if (run.start.empty() || run.start == question.base) return;
  std::set<std::string> tests(question.change.tests.begin(), question.change.tests.end());
  bool earlier = false;
  for (TaskKey key = 0; key < run.tasks.size(); ++key) {
    const TaskState& state = run.tasks[key];
    if (key == job.task || !state.done || !state.left) continue;
    for (const std::string& path : proof::split(state.left->changed, run.plan->own_tests).tests) {
      if (state.foreign.contains(path) || is_below(path, run.plan->spec_dir)) continue;
      tests.insert(path);
      earlier = true;
    }
  }
  // Tests that only this task has changed are asked by way of the base.
  if (!earlier) return;
  question.start = run.start;
  question.start_tests.assign(tests.begin(), tests.end());
}

/// A part of a task, or a fix for one: what it was made for is asked for red itself.
bool is_part(const TaskState& state) { return state.fixes.has_value() || state.is_part; }

}  // namespace

const std::vector<std::string>& test_globs(const Plan& plan) {
  return plan.own_tests.empty() ? plan.tests : plan.own_tests;
}

/// The gates a change is proved with; none: there are no tests.
std::optional<verify::Plan> proof_gates(const State& run, const Task& task,
                                        std::vector<std::string>& names) {
  verify::Plan plan;
  if (has_test(task)) {
    plan = own_tests(run, task);
    for (const verify::CommandSpec& spec : plan.manifest.commands) names.push_back(spec.command);
  } else if (run.plan->gates) {
    plan = proof::test_plan(*run.plan->gates);
    for (const verify::CommandSpec& spec : plan.manifest.commands) names.push_back(spec.id);
  }
  if (!proof::has_tests(plan.manifest)) return std::nullopt;
  if (plan.workspace.empty()) plan.workspace = plan.cwd = run.plan->workspace;
  plan.log_dir = run.plan->log_dir;
  plan.environment = run.plan->environment;
  plan.environment_digest = run.plan->environment_digest;
  plan.isolation = run.plan->isolation;
  seal(run, plan);
  return plan;
}

/// Its Verify passes. What it has changed since its first attempt is looked at, if there are tests
/// that could notice it.
void Worker::prove() {
  const TaskState& state = task();
  std::vector<std::string> names;
  const bool asked = is_new(s_) && s_.plan->settings.proof != work::ProofDemand::off &&
                     !state.task.verify && state.first && state.left &&
                     state.first->tree != state.left->tree;
  if (!asked || !proof_gates(s_, state.task, names)) return look(WorkStep::confirming);
  job_.step = WorkStep::weighing;
  job_.key = turn_.new_key();
  ask(InspectWork{.key = job_.key,
                  .name = id_of(state.task, job_.task) + "-change",
                  .directory = job_.directory,
                  .since = state.first->tree,
                  .since_head = state.first->head,
                  .spec_dir = s_.plan->spec_dir,
                  .tests = test_globs(*s_.plan)},
      &Worker::weighed);
}

void Worker::weighed(const WorkInspected& e) {
  ENSURE(job_.step == WorkStep::weighing && task().first.has_value());
  const WorkSight& sight = e.sight;
  if (!sight.problem.empty()) return turn_.end(Outcome::error, sight.problem);
  const TaskState& state = task();
  proof::Question question;
  std::vector<std::string> changed = changed_by(s_, job_, sight);
  for (const std::string& path : sight.dirty) {
    const bool told = std::find(changed.begin(), changed.end(), path) != changed.end();
    if (proof::is_compiled(path) && !told) changed.push_back(path);
  }
  question.change = proof::split(changed, s_.plan->own_tests);
  if (question.change.code.empty() && question.change.tests.empty())
    return look(WorkStep::confirming);
  question.workspace = job_.directory;
  question.base = state.first->head;
  question.unchanged = state.task.unchanged || is_part(state);
  question.texts = sight.texts;
  question.gates = proof_gates(s_, state.task, question.names).value_or(verify::Plan());
  question.flaky = proof::flaky_tests(s_.plan->gates.get());
  // A copy that was left behind has another tree in it.
  question.folder = s_.plan->work_dir + "/proof-" + id_of(state.task, job_.task) + "-" +
                    std::to_string(s_.next_unit);
  question.supplies = s_.plan->supplies;
  if (s_.plan->settings.proof == work::ProofDemand::require) add_start(question, s_, job_);
  question.about = proof::key_of(question, state.first->tree, sight.tree, s_.plan->tools);
  job_.search = proof::begin(std::move(question), seen_now(s_, job_));
  next_mixture();
}

void Worker::next_mixture() {
  ENSURE(job_.search.has_value());
  proof::Search& search = *job_.search;
  if (s_.proofs.contains(search.question.about)) return proof_over();
  search.mixture = proof::next_of(search);
  if (!search.mixture) return proof_over();
  if (s_.cancelled) return hold_up(WorkStep::inspecting);
  job_.step = WorkStep::mixing;
  job_.key = turn_.new_key();
  ask(proof::copy_for(search, job_.key), &Worker::mixture_opened);
}

void Worker::mixture_opened(const WorkDone& e) {
  ENSURE(job_.search.has_value());
  if (e.result.status != WorkResult::Status::done) {
    job_.search->broken = e.result.detail;
    return clear_mixture();
  }
  if (proof::restored_in(*job_.search).empty()) return try_mixture();
  job_.key = turn_.new_key();
  ask(proof::mix(*job_.search, job_.key), &Worker::mixed);
}

void Worker::mixed(const WorkDone& e) {
  ENSURE(job_.search.has_value());
  if (e.result.status == WorkResult::Status::done) return try_mixture();
  job_.search->broken = e.result.detail;
  clear_mixture();
}

void Worker::try_mixture() {
  ENSURE(job_.search && job_.search->mixture);
  if (s_.cancelled) return hold_up(WorkStep::inspecting);
  job_.step = WorkStep::trying;
  job_.checks = {};
  job_.tallies.clear();
  const std::string prefix =
      id_of(task().task, job_.task) + "-proof-" + std::to_string(s_.next_unit);
  auto plan = proof::gates_in(*job_.search, prefix);
  const auto count = static_cast<std::uint32_t>(plan->manifest.commands.size());
  const std::uint32_t base = turn_.new_key(1, count).unit;
  turn_.emit(job_.checks.start(turn_.at(), s_.run_id, std::move(plan), base, s_.rules));
  if (job_.checks.is_over()) checks_over();
}

void Worker::clear_mixture() {
  ENSURE(job_.search && job_.search->mixture);
  job_.step = WorkStep::clearing;
  job_.key = turn_.new_key();
  ask(proof::close_for(*job_.search, job_.key), &Worker::mixture_cleared);
}

/// A copy that stays behind harms nobody.
void Worker::mixture_cleared(const WorkDone&) {
  ENSURE(job_.search.has_value());
  job_.search->tallies = job_.tallies;
  if (job_.search->broken.empty()) proof::take(*job_.search, job_.checks.state());
  next_mixture();
}

/// What it means depends on what the project demands.
void Worker::proof_over() {
  ENSURE(job_.search.has_value() && !task().layers.empty());
  const auto known = s_.proofs.find(job_.search->question.about);
  const work::Proof proof = known != s_.proofs.end() ? known->second : proof::answer(*job_.search);
  if (proof::can_be_kept(*job_.search, proof)) s_.proofs[job_.search->question.about] = proof;
  const bool out_of_order = proof::is_out_of_order(*job_.search, proof);
  job_.search.reset();
  TaskState& state = task();
  state.proof = proof;
  const std::string words = proof::in_words(proof);
  Layer& evidence = state.layers.back();
  evidence.why += "; proof " + std::string(to_text(proof.verdict));
  if (!proof.found_by.empty()) evidence.why += " (found by run " + proof.found_by + ")";
  if (proof.verdict == work::ProofVerdict::proved) return look(WorkStep::confirming);
  if (s_.plan->settings.proof == work::ProofDemand::tell) {
    s_.remarks.push_back(name_of(s_, job_.task) + ": proof " + words);
    return look(WorkStep::confirming);
  }
  if (out_of_order)
    return turn_.end(Outcome::error, name_of(s_, job_.task) + " cannot be proved: " + words);
  std::vector<Layer> layers = state.layers;
  layers.back() = {"evidence", LayerStatus::failed,
                   "its Verify passes, but its tests do not prove the change: " + words};
  state.next = Next::dispatch;
  fail(std::move(layers));
}

}  // namespace assay::core::loop
