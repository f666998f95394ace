// SPDX-License-Identifier: MIT
// The course of a loop run: gates as they were, tasks until none is open, gates again, done.
#include "core/loop/decide.h"

#include "base/match.h"
#include "core/loop/turn.h"
#include "core/verify/verdict.h"

#include <algorithm>

namespace assay::core::loop {

namespace {

/// One task waits for both.
bool are_awaited_together(const State& state, TaskKey a, TaskKey b) {
  return std::any_of(state.tasks.begin(), state.tasks.end(), [&](const TaskState& each) {
    const auto& waits = each.waits_for;
    return !each.done && std::find(waits.begin(), waits.end(), a) != waits.end() &&
           std::find(waits.begin(), waits.end(), b) != waits.end();
  });
}

}  // namespace

void Turn::on(const RunStarted& e) {
  s_ = State{};
  s_.run_id = e.run_id;
  s_.rules = e.rules;
  s_.plan = std::get<std::shared_ptr<const Plan>>(e.plan);
  s_.started = e.at;
  s_.purse.budgets = s_.plan->budgets;
  s_.purse.started = e.at;
  for (std::size_t i = 0; i < s_.plan->tasks.size(); ++i) {
    TaskState& state = s_.tasks.emplace_back();
    state.task = s_.plan->tasks[i];
    state.taken_over = state.task.checked;
    state.done = state.task.checked && i < s_.plan->verified.size() && s_.plan->verified[i];
    s_.order.push_back(static_cast<TaskKey>(i));
    s_.pull_request.wanted = s_.pull_request.wanted || is_pull_request_phase(state.task.phase);
  }
  run_baseline();
}

// --- before the first task

/// The gates of the workspace, under other names each time they are run.
std::shared_ptr<const verify::Plan> Turn::gates_plan() const {
  auto plan = std::make_shared<verify::Plan>(*s_.plan->gates);
  const std::string prefix = "gates-" + std::to_string(s_.next_unit) + "-";
  for (verify::CommandSpec& spec : plan->manifest.commands) spec.id = prefix + spec.id;
  plan->manifest_digest = verify::digest_of(plan->manifest);
  return plan;
}

void Turn::run_baseline() {
  s_.step = Step::baseline;
  if (!s_.plan->gates) return adopt();
  if (stops()) return;
  const auto count = static_cast<std::uint32_t>(s_.plan->gates->manifest.commands.size());
  s_.checks = {};
  std::shared_ptr<const verify::Plan> gates = gates_plan();
  emit(s_.checks.start(at_, s_.run_id, std::move(gates), new_key(1, count).unit, s_.rules));
  if (s_.checks.is_over()) baseline_over();
}

void Turn::baseline_over() {
  s_.baseline.clear();
  for (const verify::CommandState& command : s_.checks.state().commands)
    s_.baseline.push_back({command.status, command.tests_executed});
  adopt();
}

/// Ticks that were there before are somebody's word. A Verify that fails says otherwise.
void Turn::adopt() {
  s_.step = Step::adopting;
  auto plan = std::make_shared<verify::Plan>();
  plan->policy = s_.plan->policy;
  plan->workspace = s_.plan->workspace;
  plan->cwd = s_.plan->workspace;
  plan->log_dir = s_.plan->log_dir;
  s_.checked.clear();
  for (TaskKey key = 0; key < s_.tasks.size(); ++key) {
    const TaskState& state = s_.tasks[key];
    if (!state.taken_over || state.done) continue;
    for (const TaskCommand& command : state.task.commands) {
      if (!command.lint.findings.empty()) continue;
      verify::CommandSpec spec;
      spec.id =
          id_of(state.task, key) + "-ticked-" + std::to_string(s_.next_unit + s_.checked.size());
      spec.command = command.command;
      plan->manifest.commands.push_back(std::move(spec));
      s_.checked.push_back(key);
    }
  }
  if (s_.checked.empty()) return adopted();
  if (stops()) return;
  plan->manifest_digest = verify::digest_of(plan->manifest);
  s_.checks = {};
  const std::uint32_t base = new_key(1, static_cast<std::uint32_t>(s_.checked.size())).unit;
  emit(s_.checks.start(at_, s_.run_id, std::move(plan), base, s_.rules));
  if (s_.checks.is_over()) adopted();
}

void Turn::adopted() {
  for (std::size_t i = 0; i < s_.checked.size(); ++i) {
    if (s_.checks.state().commands[i].status == verify::Status::pass) continue;
    TaskState& state = s_.tasks[s_.checked[i]];
    if (!state.taken_over) continue;
    state.taken_over = false;
    state.last_failure = "it was ticked, but its Verify fails: " +
                         verify::summary_line(s_.checks.state(), static_cast<std::uint32_t>(i));
    s_.remarks.push_back(name_of(s_, s_.checked[i]) +
                         " was ticked, but its Verify fails: it is done again");
  }
  for (TaskState& state : s_.tasks) state.done = state.done || state.taken_over;
  s_.checked.clear();
  prepare();
}

void Turn::prepare() {
  s_.step = Step::preparing;
  ask(update("", false, true));
}

// --- what comes next

bool Turn::is_ready(TaskKey key) const {
  const auto& waits = s_.tasks[key].waits_for;
  return std::all_of(waits.begin(), waits.end(),
                     [&](TaskKey other) { return s_.tasks[other].done; });
}

void Turn::choose() {
  s_.jobs.clear();
  s_.batch.clear();
  s_.step = Step::working;
  if (stops()) return;
  if (is_until_reached(s_))
    return end(Outcome::passed, "stopped after " + s_.plan->until + ", as asked");
  std::vector<TaskKey> chosen;
  bool passes_one = false;  // an earlier task waits: only what it waits for may come before it
  for (const TaskKey key : s_.order) {
    const TaskState& state = s_.tasks[key];
    if (state.done || !is_ready(key)) {
      if (!chosen.empty()) break;
      passes_one = passes_one || !state.done;
      continue;
    }
    const bool joins = state.task.parallel && !state.alone && state.next == Next::dispatch;
    if (!chosen.empty()) {
      const bool same_phase = state.task.phase == s_.tasks[chosen.front()].task.phase;
      const bool may = !passes_one || are_awaited_together(s_, chosen.front(), key);
      if (!joins || !same_phase || !may) break;
    }
    chosen.push_back(key);
    const auto most =
        static_cast<std::size_t>(s_.plan->settings.jobs == 1 ? 1 : s_.plan->settings.max_group);
    if (!joins || chosen.size() >= most) break;
  }
  if (chosen.empty()) {
    const bool all_done = task_index(s_) >= s_.order.size();
    return all_done ? check_gates() : end(Outcome::error, "every open task waits for another one");
  }
  if (s_.tasks[chosen.front()].next == Next::review) {
    for (const TaskKey key : s_.order) {
      const TaskState& state = s_.tasks[key];
      const bool together = state.waits_for == s_.tasks[chosen.front()].waits_for;
      if (!state.done && state.next == Next::review && together) s_.batch.push_back(key);
    }
    return review_batch();
  }
  const std::int32_t most = s_.plan->settings.max_global_iterations;
  if (s_.global_iteration > static_cast<std::uint32_t>(most))
    return end(Outcome::exhausted,
               "ERROR: Max global iterations (" + std::to_string(most) + ") reached");
  start_jobs(chosen);
}

// --- after the last task

void Turn::check_gates() {
  s_.step = Step::gates;
  if (!s_.plan->gates) return start_pull_request();
  if (stops()) return;
  const auto count = static_cast<std::uint32_t>(s_.plan->gates->manifest.commands.size());
  s_.checks = {};
  std::shared_ptr<const verify::Plan> gates = gates_plan();
  emit(s_.checks.start(at_, s_.run_id, std::move(gates), new_key(1, count).unit, s_.rules));
  if (s_.checks.is_over()) gates_over();
}

void Turn::gates_over() {
  const verify::State& now = s_.checks.state();
  std::vector<std::string> wrong = failures_of(now);
  for (std::size_t i = 0; i < now.commands.size() && i < s_.baseline.size(); ++i) {
    const std::string& id = s_.plan->gates->manifest.commands[i].id;
    const Baseline& before = s_.baseline[i];
    if (before.status == verify::Status::pass && now.commands[i].status != verify::Status::pass)
      wrong.push_back("regression: " + id + " passed when the run began");
    const bool fewer = now.commands[i].tests_executed < before.tests;
    if (fewer && !s_.plan->settings.allow_fewer_tests)
      wrong.push_back("regression: " + id + " ran " + std::to_string(before.tests) +
                      " tests when the run began, now " +
                      std::to_string(now.commands[i].tests_executed));
  }
  const verify::Verdict verdict = verify::verdict_of(now);
  if (verdict.overall == verify::Status::pass && wrong.empty()) return start_pull_request();
  std::string why = "every task is done, but the gates of the workspace do not pass";
  for (const std::string& each : wrong) why += "\n" + each;
  if (wrong.empty()) why += ": " + verdict.why;
  end(verdict.overall == verify::Status::error ? Outcome::error : Outcome::failed, why);
}

void Turn::finish() {
  s_.step = Step::finishing;
  s_.ending = Outcome::passed;
  s_.why = "all " + std::to_string(s_.order.size()) + " tasks are done";
  ask(update("chore(spec): final progress update for " + s_.plan->spec, true, false));
}

void Turn::end(Outcome outcome, std::string why) {
  s_.ending = outcome;
  s_.why = std::move(why);
  s_.step = Step::finishing;
  const bool remembered = outcome == Outcome::exhausted || outcome == Outcome::failed;
  if (remembered)
    note(ProgressEntry::Section::learnings,
         "- assay stopped: " + s_.why.substr(0, s_.why.find('\n')));
  ask(update("", false, outcome != Outcome::cancelled));
}

void Turn::conclude_when_empty() {
  s_.step = Step::draining;
  effects_.emplace_back(Drain{});
}

void Turn::on(const DrainReported& e) {
  if (s_.step != Step::draining) return;
  if (e.alive != 0) {
    effects_.emplace_back(StopAttempts{});
    return;
  }
  // Nobody works in them any more: worktrees go, and what has to be kept is named.
  s_.cursor = 0;
  close_next();
}

// --- stopping and going on

/// True if nothing new may be started: the run waits, or it is over.
bool Turn::stops() {
  if (!s_.cancelled) return false;
  park();
  return true;
}

void Turn::park() {
  if (s_.for_good) return end(Outcome::cancelled, "cancelled by " + s_.stopped_by);
  if (s_.step != Step::parked) s_.parked_from = s_.step;
  s_.step = Step::parked;
  if (s_.cancelled) {
    effects_.emplace_back(Park{std::nullopt, "stopped by " + s_.stopped_by});
  } else {
    effects_.emplace_back(Park{s_.refusal->until, s_.refusal->why});
  }
}

void Turn::on(const CancelRequested& e) {
  if (s_.step == Step::draining || s_.step == Step::concluded) return;
  s_.cancelled = true;
  s_.for_good = s_.for_good || e.for_good;
  s_.stopped_by = e.by;
  if (e.for_good) return end(Outcome::cancelled, "cancelled by " + e.by);
  // Once: whoever is asked a second time to stop is killed at once.
  if (in_flight(s_) > 0) effects_.emplace_back(StopAttempts{});
  const auto is_ended_by = [&](verify::Embedded& checks) {
    const bool was_over = checks.is_over();
    Effects wanted = checks.hear(e);
    std::erase_if(wanted,
                  [](const Effect& each) { return std::holds_alternative<StopAttempts>(each); });
    emit(std::move(wanted));
    return !was_over && checks.is_over();
  };
  if (s_.step == Step::parked) return park();
  if (s_.step == Step::working) {
    bool stopped = false;
    for (Job& job : s_.jobs) {
      if (!is_ended_by(job.checks)) continue;
      checks_over(job);
      stopped = true;
    }
    return stopped ? advance() : void();
  }
  const bool checks_run = s_.step == Step::baseline || s_.step == Step::adopting ||
                          s_.step == Step::rechecking || s_.step == Step::gates;
  if (checks_run && is_ended_by(s_.checks)) checks_over();
  // What else waits for an answer gets it, and stops there.
}

void Turn::wake() {
  s_.cancelled = false;
  s_.stopped_by.clear();
  s_.purse.closed.reset();
  s_.refusal.reset();
  s_.step = s_.parked_from;
}

void Turn::on(const RunResumed& e) {
  const bool was_parked = s_.step == Step::parked;
  if (was_parked) {
    if (s_.refusal && s_.refusal->until && e.at < *s_.refusal->until && !s_.cancelled) {
      effects_.emplace_back(Park{s_.refusal->until, s_.refusal->why});
      return;
    }
    wake();
  }
  switch (s_.step) {
    case Step::baseline:
      if (was_parked) return run_baseline();
      return hear_checks(e);
    case Step::adopting:
      if (was_parked) return adopt();
      return hear_checks(e);
    case Step::rechecking:
      if (was_parked) return recheck();
      return hear_checks(e);
    case Step::gates:
      if (was_parked) return check_gates();
      return hear_checks(e);
    case Step::working:
      if (s_.jobs.empty()) return choose();
      for (Job& job : s_.jobs) resume(job);
      return advance();
    case Step::reserving_review:
    case Step::reviewing:
      if (s_.step == Step::reviewing)
        agent::settle(s_.purse, s_.key, lost_evidence("its coordinator died"));
      return reserve_review();
    case Step::pull_request: return resume_pull_request();
    case Step::preparing:
    case Step::merging:
    case Step::closing:
    case Step::looking_review:
    case Step::inspecting_review:
    case Step::recording:
    case Step::finishing:
      if (s_.asked) effects_.push_back(*s_.asked);
      if (!s_.asked && s_.ending && s_.step == Step::closing) close_next();
      return;
    case Step::draining: effects_.emplace_back(Drain{}); return;
    case Step::parked:
    case Step::concluded: return;
  }
}

// --- who an event is for

void Turn::hear_checks(const Event& event) {
  const bool was_over = s_.checks.is_over();
  emit(s_.checks.hear(event));
  if (!was_over && s_.checks.is_over()) checks_over();
}

void Turn::checks_over() {
  // Cancelled commands say nothing: they are run again when the run goes on.
  if (s_.cancelled) return park();
  if (s_.step == Step::baseline) return baseline_over();
  if (s_.step == Step::adopting) return adopted();
  if (s_.step == Step::rechecking) return rechecked();
  if (s_.step == Step::gates) return gates_over();
}

void Turn::on(const TreeObserved& e) {
  const bool over = s_.step == Step::finishing || s_.step == Step::draining;
  if (!over && s_.checks.owns(e.key)) return hear_checks(e);
  for (Job& job : s_.jobs) {
    if (s_.step != Step::working || !job.checks.owns(e.key)) continue;
    const bool was_over = job.checks.is_over();
    emit(job.checks.hear(e));
    if (!was_over && job.checks.is_over()) checks_over(job);
    return advance();
  }
}

void Turn::on(const SpendingReported& e) {
  if (s_.step == Step::reserving_review && e.key == s_.key) {
    s_.purse.others_today = e.others_today;
    return start_review();
  }
  Job* job = job_of(e.key);
  if (s_.step != Step::working || job == nullptr || job->step != WorkStep::reserving) return;
  s_.purse.others_today = e.others_today;
  launch(*job);
  advance();
}

void Turn::on(const WorkInspected& e) {
  const bool of_review = s_.step == Step::looking_review || s_.step == Step::inspecting_review;
  if (of_review && e.key == s_.key) return review_inspected(e.sight);
  Job* job = job_of(e.key);
  if (s_.step != Step::working || job == nullptr) return;
  if (job->step != WorkStep::looking && job->step != WorkStep::inspecting) return;
  job->asked.reset();
  inspected(*job, e.sight);
  if (s_.step == Step::working) advance();
}

void Turn::on(const WorkDone& e) {
  Job* job = s_.step == Step::working ? job_of(e.key) : nullptr;
  if (job == nullptr && e.key != s_.key) return;
  if (job != nullptr) {
    job->asked.reset();
    if (e.result.status != WorkResult::Status::done) return end(Outcome::error, e.result.detail);
    if (job->step == WorkStep::opening) {
      task(*job).base ? begin_attempt(*job) : look(*job, WorkStep::looking);
    } else if (job->step == WorkStep::recording) {
      dispatch(*job);
    }
    return advance();
  }
  s_.asked.reset();
  const bool of_branch = s_.step == Step::merging && !s_.jobs[s_.cursor].handed_over;
  if (!e.result.head.empty() && !of_branch && s_.step != Step::closing) s_.head = e.result.head;
  if (s_.step == Step::merging) return merged(e.result);
  if (s_.step == Step::closing) return closed(e.result);
  const bool failed = e.result.status == WorkResult::Status::failed;
  if (s_.step == Step::finishing) {
    // The files could not be written: whatever was decided, the spec does not show it.
    if (failed) s_.why += (s_.why.empty() ? "" : "\n") + e.result.detail;
    if (failed && s_.ending == Outcome::passed) s_.ending = Outcome::error;
    return conclude_when_empty();
  }
  if (failed) return end(Outcome::error, e.result.detail);
  if (s_.step == Step::preparing) return choose();
  if (s_.step == Step::recording) return recorded();
}

void Turn::on(const AttemptEnded& e) {
  const bool leaves = s_.step == Step::closing && s_.ending;
  if (s_.step == Step::finishing || s_.step == Step::draining || leaves) {
    // Whatever it was, it comes too late.
    if (s_.step == Step::draining) effects_.emplace_back(Drain{});
    return;
  }
  if (s_.step == Step::reviewing && e.key == s_.key) return review_ended(e);
  if (s_.step == Step::pull_request && e.key == s_.key) return gh_ended(e);
  if (s_.checks.owns(e.key)) return hear_checks(e);
  for (Job& job : s_.jobs) {
    if (job.checks.owns(e.key)) {
      const bool was_over = job.checks.is_over();
      emit(job.checks.hear(e));
      if (!was_over && job.checks.is_over()) checks_over(job);
      if (s_.step == Step::working) advance();
      return;
    }
    if (job.key == e.key && job.step == WorkStep::executing) {
      ended(job, e);
      if (s_.step == Step::working) advance();
      return;
    }
  }
}

void Turn::on(const WorldIdle& e) {
  const AttemptEnded lost{e.at, s_.key, "", lost_evidence("its end was never reported")};
  if (s_.step == Step::reviewing) return review_ended(lost);
  if (s_.step == Step::pull_request) return gh_ended(lost);
  if (s_.step == Step::draining) {
    effects_.emplace_back(Drain{});
    return;
  }
  if (s_.step != Step::working) return hear_checks(e);
  for (Job& job : s_.jobs) {
    if (job.step == WorkStep::executing) {
      ended(job, {e.at, job.key, "", lost.evidence});
    } else if (job.checks.in_flight() > 0) {
      emit(job.checks.hear(e));
      if (job.checks.is_over()) checks_over(job);
    }
    if (s_.step != Step::working) return;
  }
  advance();
}

Effects decide(State& state, const Event& event) {
  Turn turn(state, std::visit([](const auto& e) { return e.at; }, event));
  match(event, [&](const auto& e) { turn.on(e); });
  return turn.take();
}

}  // namespace assay::core::loop
