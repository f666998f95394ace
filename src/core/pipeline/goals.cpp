// SPDX-License-Identifier: MIT
// The goals of a phase: a goals machine inside this one checks them.
#include "core/pipeline/goals.h"

#include "base/ensure.h"
#include "core/goals/decide.h"
#include "core/pipeline/turn.h"

#include <memory>

namespace assay::core::pipeline {

namespace {

constexpr int unknown_status = 3;

int status_of(goals::Status status) {
  switch (status) {
    case goals::Status::passed: return 0;
    case goals::Status::gaps_found: return 1;
    case goals::Status::error: return unknown_status;
  }
  return unknown_status;
}

/// What an agent is told who is to close it.
std::string line_of(const goals::Gap& gap) {
  return gap.task + ": " + gap.item + ": expected " + gap.expected + "; found: " + gap.actual +
         "\n";
}

/// Commands of goals are sealed as the gates are: with what was fixed when the run began, before
/// any agent could have a hand in it.
std::shared_ptr<const goals::Plan> sealed_as_gates(const State& run,
                                                   const std::shared_ptr<const goals::Plan>& plan) {
  const verify::Plan* gates = run.plan->gates.get();
  const bool sealed = gates != nullptr && gates->sealing.everywhere && plan->commands;
  if (!sealed) return plan;
  auto commands = std::make_shared<verify::Plan>(*plan->commands);
  commands->sealing = gates->sealing;
  commands->guarded_by = gates->guarded_by;
  commands->supplies = gates->supplies;
  commands->programs = gates->programs;
  auto own = std::make_shared<goals::Plan>(*plan);
  own->commands = std::move(commands);
  return own;
}

}  // namespace

void Goals::check() {
  if (is_new(s_) && s_.phase != Phase::judging_goals) return turn_.look_before_checks();
  s_.phase = Phase::judging_goals;
  if (turn_.stops()) return;
  s_.goals = {};
  if (!is_new(s_)) return start_program();
  s_.key = turn_.new_key();
  ask(PlanGoals{.key = s_.key,
                .name = "goals-" + std::to_string(s_.key.unit),
                .phase = feature_path(s_, turn_.step().phase),
                .round = static_cast<std::uint32_t>(round_of(s_))},
      &Goals::planned);
}

void Goals::planned(const GoalsPlanned& e) {
  ENSURE(s_.phase == Phase::judging_goals);
  if (turn_.stops()) return;
  if (!e.plan) {
    s_.goals_status = unknown_status;
    s_.told.next_feedback = e.problem + "\n";
    return turn_.look_at_verified();
  }
  const AttemptKey first = turn_.new_key(1, goals::units_of(*e.plan));
  turn_.emit(s_.goals.start(turn_.at(), s_.run_id, sealed_as_gates(s_, e.plan), first.unit,
                            s_.rules, s_.purse));
}

void Goals::hear(const Event& event) {
  const bool was_over = s_.goals.is_over();
  turn_.emit(s_.goals.hear(event));
  if (!was_over && s_.goals.is_over()) over();
}

void Goals::over() {
  ENSURE(s_.phase == Phase::judging_goals && s_.goals.is_over());
  s_.purse = s_.goals.state().purse;
  // Goals that were not all looked at say nothing: they are checked again when the run goes on.
  if (s_.cancelled) return turn_.park();
  const auto report = std::make_shared<const goals::Report>(goals::report_of(s_.goals.state()));
  s_.goals_status = status_of(report->status);
  s_.told.next_feedback.clear();
  for (const goals::Gap& gap : report->gaps) s_.told.next_feedback += line_of(gap);
  s_.key = turn_.new_key();
  ask(WriteGoals{.key = s_.key,
                 .plan = s_.goals.state().plan,
                 .report = report,
                 .tree = s_.goals.state().tree.id},
      &Goals::written);
}

void Goals::written(const WorkDone& e) {
  ENSURE(s_.phase == Phase::judging_goals && s_.goals.is_over());
  if (turn_.is_done(e)) turn_.look_at_verified();
}

/// Runs of release 0.1.0 started assay itself as a command. Their journals did not keep which
/// program that was, so one that is gone on with has goals that nobody can check.
void Goals::start_program() {
  s_.key = turn_.new_key(static_cast<std::uint32_t>(round_of(s_)));
  Launch launch;
  launch.key = s_.key;
  launch.name = "goals-" + std::to_string(s_.key.unit);
  launch.cwd = s_.plan->workspace;
  launch.command = "exit " + std::to_string(unknown_status);
  ask(StartAttempt{std::move(launch)}, &Goals::program_over);
}

void Goals::program_over(const AttemptEnded& e) {
  ENSURE(s_.phase == Phase::judging_goals);
  if (s_.cancelled) return turn_.park();
  const bool exited = e.evidence.exit.kind == ExitKind::exited;
  s_.goals_status = exited ? e.evidence.exit.code : unknown_status;
  s_.told.next_feedback.clear();
  for (const std::string& line : e.evidence.reading.excerpt) s_.told.next_feedback += line + "\n";
  turn_.look_at_verified();
}

}  // namespace assay::core::pipeline
