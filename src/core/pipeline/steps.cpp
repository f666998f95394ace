// SPDX-License-Identifier: MIT
// Entering a step and leaving it: what its kind does first, and where its routes lead.
#include "base/ensure.h"
#include "core/pipeline/gate.h"
#include "core/pipeline/goals.h"
#include "core/pipeline/turn.h"

#include <algorithm>

namespace assay::core::pipeline {

namespace {

constexpr std::size_t title_max = 300;

bool is_error(const Job& job) { return job.status == agent::CompletionStatus::error; }

}  // namespace

void Turn::enter(const Way& way) {
  switch (way.target) {
    case Target::done:
      if (is_new(s_)) {
        // Whatever its gates let pass: nothing is done that was not verified.
        const auto open = std::find_if(s_.tasks.begin(), s_.tasks.end(),
                                       [](const TaskRecord& each) { return !each.verified; });
        if (!s_.went_on_exhausted && open != s_.tasks.end())
          return end(core::Outcome::error, Target::error,
                     open->task.id + " was not verified, so nothing is done");
      }
      return s_.went_on_exhausted
                 ? end(core::Outcome::exhausted, Target::stop, "a loop was used up on the way")
                 : end(core::Outcome::passed, Target::done, "every step is done");
    case Target::error: return end(core::Outcome::error, Target::error, s_.why);
    case Target::stop: return end(core::Outcome::exhausted, Target::stop, s_.why);
    case Target::abort: return end(core::Outcome::cancelled, Target::abort, s_.why);
    case Target::step: break;
  }
  const auto& steps = s_.plan->definition.steps;
  const auto found = std::find_if(steps.begin(), steps.end(),
                                  [&](const Step& each) { return each.id == way.step; });
  if (found == steps.end())
    return end(core::Outcome::error, Target::error, "there is no step " + way.step);
  s_.step = static_cast<std::size_t>(found - steps.begin());
  s_.mode = way.mode.empty() ? found->dispatch.mode : way.mode;
  s_.task_set = way.tasks.value_or(found->task_set);
  s_.told.feedback = std::move(s_.told.next_feedback);
  s_.told.next_feedback.clear();
  s_.told.wish = std::move(s_.told.next_wish);
  s_.told.next_wish.clear();
  enter_step(s_.step);
}

void Turn::enter_step(std::size_t index) {
  ENSURE(index < s_.plan->definition.steps.size());
  s_.step = index;
  const Step& now = step();
  if (s_.rounds.empty()) {
    s_.mode = now.dispatch.mode;
    s_.task_set = now.task_set;
  }
  ++s_.rounds[now.id];
  s_.jobs.clear();
  if (now.gate.empty()) s_.gate_notes.clear();
  s_.blocked = false;
  s_.goals_status.reset();
  const bool asks = !now.dispatch.role.empty() && s_.plan->hands.contains(now.dispatch.role);
  // Without an agent to ask there is no answer that could fail: a gate would let the step pass.
  if (!asks && !now.dispatch.role.empty() && !now.dispatch.if_configured)
    return leave(Outcome::failed, "no agent plays the role " + now.dispatch.role);
  switch (now.kind) {
    case StepKind::prepare: return asks ? dispatch_agents() : Gate(*this).evaluate();
    case StepKind::agents:
    case StepKind::review: return asks ? dispatch_agents() : Gate(*this).evaluate();
    case StepKind::tasks: return s_.plan_known ? dispatch_tasks() : read_plan();
    case StepKind::verify: return s_.plan_known ? start_verification() : read_plan();
    case StepKind::goals: return Goals(*this).check();
    case StepKind::approval: return ask_person();
    case StepKind::bundle: return write_bundle();
    case StepKind::commit: return commit();
  }
}

void Turn::jobs_settled() {
  const Step& now = step();
  for (const Job& job : s_.jobs) {
    // Silence is no consent: what could not be asked is a doubt of its own.
    if (now.kind == StepKind::prepare && job.status == agent::CompletionStatus::error)
      s_.concerns.push_back(
          {agent::Severity::major, job.instance + " could not be heard: " + job.failure, "", ""});
    for (const Artifact& artifact : job.after.artifacts) {
      const bool plans = artifact.plan || artifact.contract == Contract::impl_task;
      if (plans && now.kind == StepKind::agents && !is_error(job)) s_.plan_known = false;
      for (const agent::Concern& concern : artifact.concerns) s_.concerns.push_back(concern);
    }
  }
  if (now.kind == StepKind::agents && !s_.plan_known) {
    Outputs all;
    for (const Job& job : s_.jobs) {
      if (is_error(job)) continue;
      all.artifacts.insert(all.artifacts.end(), job.after.artifacts.begin(),
                           job.after.artifacts.end());
    }
    take_plan(all);
  }
  if (now.kind == StepKind::tasks && is_reverting(s_)) return restore();
  if (now.kind == StepKind::verify) return run_checks();
  Gate(*this).evaluate();
}

/// What a reverting agent leaves behind is not enough: assay itself brings the files of the failed
/// tasks back, those aside that other tasks have changed too.
void Turn::restore() {
  std::set<std::string> shared;
  std::set<std::string> paths;
  for (const auto& [path, risk] : s_.left_over) shared.insert(path);
  const std::vector<std::string> ids = tasks_in_set(s_);
  for (const TaskRecord& record : s_.tasks) {
    const bool reverts = std::find(ids.begin(), ids.end(), record.task.id) != ids.end();
    (reverts ? paths : shared).insert(record.changed.begin(), record.changed.end());
  }
  RestoreFiles effect{new_key(), s_.plan->workspace, s_.origin.head, {}};
  for (const std::string& path : paths) {
    const bool own = path.starts_with(s_.plan->feature_dir + "/");
    if (!own && !shared.contains(path)) effect.paths.push_back(path);
  }
  s_.phase = Phase::restoring;
  s_.key = effect.key;
  ask(std::move(effect), &Turn::restored);
}

void Turn::restored(const WorkDone& e) {
  ENSURE(s_.phase == Phase::restoring);
  if (!is_done(e)) return;
  // Why it was taken back is what whoever comes next has to know.
  s_.told.next_feedback = s_.told.feedback;
  for (const std::string& id : tasks_in_set(s_)) {
    TaskRecord* record = task_of(id);
    record->implemented = false;
    record->changed.clear();
    record->outside.clear();
    record->claims.clear();
  }
  Gate(*this).evaluate();
}

void Turn::leave(Outcome outcome, std::string why, const std::string& option) {
  const Step& now = step();
  if (outcome == Outcome::failed && !now.blocking) {
    note_issue("step " + now.id + " (" + now.title + ") failed: " + why);
    outcome = Outcome::pass;
  }
  s_.why = "step " + now.id + " (" + now.title + "): " + why;
  const Route* route = find_route(now, outcome, option);
  if (route == nullptr)
    return end(core::Outcome::error, Target::error,
               s_.why + ": no route for " + std::string(to_text(outcome)));
  if (can_take(s_, *route)) return follow(now, *route, outcome, why);
  note_issue("step " + now.id + ": " + why + " (loop " + route->loop + " is used up)");
  s_.why += " (loop " + route->loop + " is used up)";
  const Route* exhausted = find_route(now, Outcome::exhausted);
  const bool goes_on = exhausted != nullptr &&
                       (!exhausted->if_proceeding || s_.plan->on_exhausted == OnExhausted::proceed);
  if (!goes_on) return end(core::Outcome::exhausted, Target::stop, s_.why);
  s_.went_on_exhausted = true;
  s_.told.next_feedback = now.title + ": " + why;
  enter(exhausted->way);
}

void Turn::follow(const Step& now, const Route& route, Outcome outcome, const std::string& why) {
  const Way* way = &route.way;
  if (!route.loop.empty()) {
    const std::int64_t used = ++s_.loops[route.loop];
    const Loop* loop = find_loop(s_.plan->definition, route.loop);
    ENSURE(loop != nullptr);
    if (route.last && used == loop->budget) way = &*route.last;
  }
  if (outcome == Outcome::revise)
    s_.told.next_feedback = now.title + ": " + why + "\n" + s_.told.next_feedback;
  if (outcome == Outcome::pass && now.kind == StepKind::goals) s_.told.next_feedback.clear();
  if (s_.told.next_feedback.size() > 50 * title_max) s_.told.next_feedback.resize(50 * title_max);
  enter(*way);
}

}  // namespace assay::core::pipeline
