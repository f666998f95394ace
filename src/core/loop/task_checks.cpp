// SPDX-License-Identifier: MIT
// The Verify of one task: which commands it has, how they are run, and what they say.
#include "base/ensure.h"
#include "core/loop/turn.h"
#include "core/verify/verdict.h"

#include <algorithm>
#include <utility>

namespace assay::core::loop {

/// The task's own Verify; the gates of the workspace if it has none; null if there are none either.
std::shared_ptr<const verify::Plan> checks_plan(const State& run, const Job& job) {
  const TaskState& state = run.tasks[job.task];
  auto plan = std::make_shared<verify::Plan>();
  const std::string directory = job.step == WorkStep::comparing ? copy_of(run, job) : job.directory;
  const char* const what = job.step == WorkStep::measuring   ? "-before-"
                           : job.step == WorkStep::proving   ? "-there-"
                           : job.step == WorkStep::comparing ? "-origin-"
                                                             : "-verify-";
  const std::string name = id_of(state.task, job.task) + what + std::to_string(run.next_unit);
  if (!state.task.commands.empty()) {
    plan->policy = run.plan->policy;
    for (const TaskCommand& command : state.task.commands) {
      const auto unit = static_cast<std::uint32_t>(plan->manifest.commands.size());
      verify::CommandSpec& spec = plan->manifest.commands.emplace_back();
      spec.id = unit == 0 ? name : name + "-" + std::to_string(unit + 1);
      spec.command = command.command;
      spec.gate_type = command.is_test ? verify::GateType::test : verify::GateType::custom;
      spec.must_be_effective = command.is_test;
      if (command.lint.contains_pipeline || !command.lint.findings.empty())
        verify::add_lint(*plan, unit, command.lint);
    }
    plan->cwd = directory;
  } else if (run.plan->gates && !state.task.verify) {
    *plan = *run.plan->gates;
    for (verify::CommandSpec& spec : plan->manifest.commands) spec.id = name + "-" + spec.id;
    plan->cwd = directory + plan->cwd.substr(run.plan->workspace.size());
  } else {
    return nullptr;
  }
  seal(run, *plan);
  if (job.step == WorkStep::comparing) plan->sealing = {};  // that is a copy already
  plan->name_tests = is_new(run);
  plan->keeps_outcomes = is_new(run) && job.step != WorkStep::comparing;
  plan->workspace = directory;
  plan->log_dir = run.plan->log_dir;
  plan->environment = run.plan->environment;
  plan->environment_digest = run.plan->environment_digest;
  plan->isolation = run.plan->isolation;
  plan->manifest_digest = verify::digest_of(plan->manifest);
  return plan;
}

bool is_unmeasured(const State& run, const Job& job) {
  const Task& wanted = run.tasks[job.task].task;
  return !wanted.verify && std::any_of(wanted.commands.begin(), wanted.commands.end(),
                                       [&](const TaskCommand& command) {
                                         return command.is_test &&
                                                !run.tests_before.contains(command.command);
                                       });
}

/// What its Verify ran before its work, and runs no more.
std::vector<std::string> lost_tests(const State& run, const Job& job) {
  std::vector<std::string> lost;
  const verify::State& ran = job.checks.state();
  if (!is_new(run) || !ran.plan || run.plan->settings.allow_fewer_tests) return lost;
  for (std::size_t i = 0; i < ran.commands.size(); ++i) {
    const std::string& command = ran.plan->manifest.commands[i].command;
    const auto before = run.tests_before.find(command);
    if (before == run.tests_before.end()) continue;
    const std::int64_t tests = ran.commands[i].tests_executed;
    const bool passed = ran.commands[i].status == verify::Status::pass;
    if (!passed) continue;
    if (tests < before->second) {
      lost.push_back("`" + command + "` ran " + std::to_string(before->second) +
                     " tests before the work, now " + std::to_string(tests));
    } else if (std::string names = names_lost(run, ran, i); !names.empty()) {
      lost.push_back(std::move(names));
    }
  }
  return lost;
}

void Turn::remember_tests(const Job& job) {
  const verify::State& ran = job.checks.state();
  if (!ran.plan) return;
  for (std::size_t i = 0; i < ran.commands.size(); ++i) {
    const verify::CommandSpec& spec = ran.plan->manifest.commands[i];
    if (spec.gate_type != verify::GateType::test) continue;
    s_.tests_before[spec.command] = ran.commands[i].tests_executed;
    if (ran.commands[i].notes) s_.names_before[spec.command] = ran.commands[i].notes->passed_tests;
  }
}

/// Commands were run before the first attempt, and may have left files behind: they are no work.
void Turn::look_anew(Job& job) {
  task(job).base.reset();
  look(job, WorkStep::looking);
}

void Turn::run_checks(Job& job, WorkStep step) {
  if (s_.cancelled)
    return hold_up(job, comes_first(step) ? WorkStep::precheck : WorkStep::inspecting);
  job.step = step;
  job.checks = {};
  job.failures.clear();
  job.tallies.clear();
  std::shared_ptr<const verify::Plan> plan = checks_plan(s_, job);
  if (!plan) return checks_over(job);
  const auto count = static_cast<std::uint32_t>(plan->manifest.commands.size());
  const std::uint32_t base = new_key(1, count).unit;
  emit(job.checks.start(at_, s_.run_id, std::move(plan), base, s_.rules));
  if (job.checks.is_over()) checks_over(job);
}

void Turn::checks_over(Job& job) {
  // Commands that were cancelled say nothing about the task.
  if (s_.cancelled)
    return hold_up(job, comes_first(job.step) ? WorkStep::precheck : WorkStep::inspecting);
  if (job.step == WorkStep::precheck) return prechecked(job);
  if (job.step == WorkStep::measuring) return measured(job);
  if (job.step == WorkStep::proving) return proved(job);
  if (job.step == WorkStep::comparing) return compared(job);
  if (job.step == WorkStep::trying) return clear_mixture(job);
  verified(job);
}

/// A [VERIFY] task whose commands pass needs nobody, unless it asks for a judgement.
void Turn::prechecked(Job& job) {
  TaskState& state = task(job);
  job.prechecked = true;
  Layer evidence = evidence_layer({}, what_ran(job));
  const bool passed = evidence.status == LayerStatus::passed;
  if (passed && !state.task.needs_judgement) {
    state.layers = {{"contradiction", LayerStatus::skipped, "no agent was asked"},
                    {"signal", LayerStatus::skipped, "no agent was asked"},
                    std::move(evidence)};
    state.left = state.base;
    return is_new(s_) ? look(job, WorkStep::confirming) : pass(job);
  }
  if (!passed) state.last_failure = evidence.why;
  is_new(s_) ? look_anew(job) : dispatch(job);
}

void Turn::measured(Job& job) {
  job.measured = true;
  remember_tests(job);
  look_anew(job);
}

/// Its Verify was run after its agent, or after its parts were done.
void Turn::verified(Job& job) {
  TaskState& state = task(job);
  const bool by_itself = state.next == Next::check;
  std::vector<Layer> layers;
  layers.push_back(by_itself ? Layer{"contradiction", LayerStatus::skipped, "its parts are done"}
                             : contradiction_layer(saying_of(job)));
  layers.push_back(by_itself ? Layer{"signal", LayerStatus::skipped, "its parts are done"}
                             : signal_layer(saying_of(job), job.role == Role::qa));
  std::vector<std::string> faults;
  if (!by_itself) faults = faults_of(work_of(s_, job));
  if (by_itself && state.left) faults = repository_faults(*state.left);
  for (std::string& each : lost_tests(s_, job)) faults.push_back(std::move(each));
  layers.push_back(evidence_layer(faults, what_ran(job), known_failures(s_, job)));
  if (layers.back().status == LayerStatus::passed) {
    std::vector<std::string> unknown = by_itself ? std::vector<std::string>() : unclaimed(s_, job);
    if (!unknown.empty()) return wait_for_person(job, std::move(unknown));
    if (is_new(s_)) remember_tests(job);
    state.layers = std::move(layers);
    if (is_new(s_)) return prove(job);
    state.next = Next::dispatch;
    return pass(job);
  }
  state.next = Next::dispatch;
  fail(job, std::move(layers));
}

// --- what was checked is what is there

/// Its Verify passes. That is evidence about the tree it was given, if that is still the one.
void Turn::confirmed(Job& job, const WorkInspected& e) {
  ENSURE(job.step == WorkStep::confirming);
  TaskState& state = task(job);
  if (!e.sight.problem.empty()) return end(Outcome::error, e.sight.problem);
  Moved moved = moved_between(*s_.plan, &state.task, *state.left, e.sight);
  const bool asked_nobody = state.task.verify && !job.saying && state.next != Next::check;
  if (!moved.own.empty() || (asked_nobody && !moved.others.empty())) return check_again(job, moved);
  if (!moved.others.empty()) return wait_for_person(job, std::move(moved.others));
  state.next = Next::dispatch;
  state.tree = e.sight.name;
  state.in_group = !job.branch.empty();
  state.wake = s_.wakes;
  state.before = s_.finished;
  pass(job);
}

/// Once: a person may have been at work on the same files. What moves each time is moved by the
/// check itself.
void Turn::check_again(Job& job, const Moved& moved) {
  TaskState& state = task(job);
  const bool asked_nobody = state.task.verify && !job.saying && state.next != Next::check;
  std::vector<std::string> what = moved.own;
  what.insert(what.end(), moved.others.begin(), moved.others.end());
  state.foreign.insert(moved.by_products.begin(), moved.by_products.end());
  if (std::exchange(job.moved, true)) {
    state.next = Next::dispatch;
    return fail(job, {{"evidence", LayerStatus::failed,
                       "changed while its Verify ran, so nobody knows what it was about: " +
                           listed_files(what)}});
  }
  s_.remarks.push_back(listed_files(what) + ": changed while the Verify of " +
                       name_of(s_, job.task) + " ran: it is run again on what is there now");
  if (!asked_nobody) return look(job, WorkStep::inspecting);
  job.prechecked = false;
  look_anew(job);
}

}  // namespace assay::core::loop
