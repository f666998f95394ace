// SPDX-License-Identifier: MIT
// The Verify of one task: which commands it has, how they are run, and what they say.
#include "base/ensure.h"
#include "core/loop/worker.h"
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
  // That is a copy already, and older runs left it at that.
  if (job.step == WorkStep::comparing && !plan->sealing.everywhere) plan->sealing = {};
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

void Worker::remember_tests() {
  const verify::State& ran = job_.checks.state();
  if (!ran.plan) return;
  for (std::size_t i = 0; i < ran.commands.size(); ++i) {
    const verify::CommandSpec& spec = ran.plan->manifest.commands[i];
    if (spec.gate_type != verify::GateType::test) continue;
    s_.tests_before[spec.command] = ran.commands[i].tests_executed;
    if (ran.commands[i].notes) s_.names_before[spec.command] = ran.commands[i].notes->passed_tests;
  }
}

/// Commands were run before the first attempt, and may have left files behind: they are no work.
void Worker::look_anew() {
  task().base.reset();
  look(WorkStep::looking);
}

void Worker::run_checks(WorkStep step) {
  if (s_.cancelled) return hold_up(comes_first(step) ? WorkStep::precheck : WorkStep::inspecting);
  job_.step = step;
  job_.checks = {};
  job_.failures.clear();
  job_.tallies.clear();
  std::shared_ptr<const verify::Plan> plan = checks_plan(s_, job_);
  if (!plan) return checks_over();
  const auto count = static_cast<std::uint32_t>(plan->manifest.commands.size());
  const std::uint32_t base = turn_.new_key(1, count).unit;
  turn_.emit(job_.checks.start(turn_.at(), s_.run_id, std::move(plan), base, s_.rules));
  if (job_.checks.is_over()) checks_over();
}

void Worker::checks_over() {
  // Commands that were cancelled say nothing about the task.
  if (s_.cancelled)
    return hold_up(comes_first(job_.step) ? WorkStep::precheck : WorkStep::inspecting);
  if (job_.step == WorkStep::precheck) return prechecked();
  if (job_.step == WorkStep::measuring) return measured();
  if (job_.step == WorkStep::proving) return proved();
  if (job_.step == WorkStep::comparing) return compared();
  if (job_.step == WorkStep::trying) return clear_mixture();
  verified();
}

/// A [VERIFY] task whose commands pass needs nobody, unless it asks for a judgement.
void Worker::prechecked() {
  TaskState& state = task();
  job_.prechecked = true;
  Layer evidence = evidence_layer({}, what_ran(job_));
  const bool passed = evidence.status == LayerStatus::passed;
  if (passed && !state.task.needs_judgement) {
    state.layers = {{"contradiction", LayerStatus::skipped, "no agent was asked"},
                    {"signal", LayerStatus::skipped, "no agent was asked"},
                    std::move(evidence)};
    state.left = state.base;
    return is_new(s_) ? look(WorkStep::confirming) : pass();
  }
  if (!passed) state.last_failure = evidence.why;
  is_new(s_) ? look_anew() : dispatch();
}

void Worker::measured() {
  job_.measured = true;
  remember_tests();
  look_anew();
}

/// Its Verify was run after its agent, or after its parts were done.
void Worker::verified() {
  TaskState& state = task();
  const bool by_itself = state.next == Next::check;
  std::vector<Layer> layers;
  layers.push_back(by_itself ? Layer{"contradiction", LayerStatus::skipped, "its parts are done"}
                             : contradiction_layer(saying_of(job_)));
  layers.push_back(by_itself ? Layer{"signal", LayerStatus::skipped, "its parts are done"}
                             : signal_layer(saying_of(job_), job_.role == Role::qa));
  std::vector<std::string> faults;
  if (!by_itself) faults = faults_of(work_of(s_, job_));
  if (by_itself && state.left) faults = repository_faults(*state.left);
  for (std::string& each : lost_tests(s_, job_)) faults.push_back(std::move(each));
  layers.push_back(evidence_layer(faults, what_ran(job_), known_failures(s_, job_)));
  if (layers.back().status == LayerStatus::passed) {
    std::vector<std::string> unknown = by_itself ? std::vector<std::string>() : unclaimed(s_, job_);
    if (!unknown.empty()) return wait_for_person(std::move(unknown));
    if (is_new(s_)) remember_tests();
    state.layers = std::move(layers);
    if (is_new(s_)) return prove();
    state.next = Next::dispatch;
    return pass();
  }
  state.next = Next::dispatch;
  fail(std::move(layers));
}

// --- what was checked is what is there

/// Its Verify passes. That is evidence about the tree it was given, if that is still the one.
void Worker::confirmed(const WorkInspected& e) {
  ENSURE(job_.step == WorkStep::confirming);
  TaskState& state = task();
  if (!e.sight.problem.empty()) return turn_.end(Outcome::error, e.sight.problem);
  Moved moved = moved_between(*s_.plan, &state.task, *state.left, e.sight);
  const bool asked_nobody = state.task.verify && !job_.saying && state.next != Next::check;
  if (!moved.own.empty() || (asked_nobody && !moved.others.empty())) return check_again(moved);
  if (!moved.others.empty()) return wait_for_person(std::move(moved.others));
  state.next = Next::dispatch;
  state.tree = e.sight.name;
  state.in_group = !job_.branch.empty();
  state.wake = s_.wakes;
  state.before = s_.finished;
  pass();
}

/// Once: a person may have been at work on the same files. What moves each time is moved by the
/// check itself.
void Worker::check_again(const Moved& moved) {
  TaskState& state = task();
  const bool asked_nobody = state.task.verify && !job_.saying && state.next != Next::check;
  std::vector<std::string> what = moved.own;
  what.insert(what.end(), moved.others.begin(), moved.others.end());
  state.foreign.insert(moved.by_products.begin(), moved.by_products.end());
  if (std::exchange(job_.moved, true)) {
    state.next = Next::dispatch;
    return fail({{"evidence", LayerStatus::failed,
                  "changed while its Verify ran, so nobody knows what it was about: " +
                      listed_files(what)}});
  }
  s_.remarks.push_back(listed_files(what) + ": changed while the Verify of " +
                       name_of(s_, job_.task) + " ran: it is run again on what is there now");
  if (!asked_nobody) return look(WorkStep::inspecting);
  job_.prechecked = false;
  look_anew();
}

}  // namespace assay::core::loop
