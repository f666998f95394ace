// SPDX-License-Identifier: MIT
// The course of a run: which task comes next, and how it comes to its end.
#include "base/ensure.h"
#include "core/loop/pull.h"
#include "core/loop/review.h"
#include "core/loop/turn.h"

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

bool is_ready(const State& run, TaskKey key) {
  ENSURE(key < run.tasks.size());
  const auto& waits = run.tasks[key].waits_for;
  return std::all_of(waits.begin(), waits.end(),
                     [&](TaskKey other) { return run.tasks[other].done; });
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
    if (state.done || !is_ready(s_, key)) {
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
    return all_done ? check_hold() : end(Outcome::error, "every open task waits for another one");
  }
  if (s_.tasks[chosen.front()].next == Next::review) {
    for (const TaskKey key : s_.order) {
      const TaskState& state = s_.tasks[key];
      const bool together = state.waits_for == s_.tasks[chosen.front()].waits_for;
      if (!state.done && state.next == Next::review && together) s_.batch.push_back(key);
    }
    return Review(*this).begin();
  }
  const std::int32_t most = s_.plan->settings.max_global_iterations;
  if (s_.global_iteration > static_cast<std::uint32_t>(most))
    return end(Outcome::exhausted,
               "ERROR: Max global iterations (" + std::to_string(most) + ") reached");
  start_jobs(chosen);
}

void Turn::finish() {
  s_.step = Step::finishing;
  s_.ending = Outcome::passed;
  s_.why = "all " + std::to_string(s_.order.size()) + " tasks are done";
  for (std::size_t i = 0; i < s_.known_failures.size(); ++i)
    s_.why += (i == 0 ? "; failing since before the run: " : ", ") + s_.known_failures[i];
  ask(update("chore(spec): final progress update for " + s_.plan->spec, true, false),
      &Turn::spec_finished);
}

void Turn::end(Outcome outcome, std::string why) {
  s_.ending = outcome;
  s_.why = std::move(why);
  s_.step = Step::finishing;
  const bool remembered = outcome == Outcome::exhausted || outcome == Outcome::failed;
  if (remembered)
    note(ProgressEntry::Section::learnings,
         "- assay stopped: " + s_.why.substr(0, s_.why.find('\n')));
  s_.talk.stop_listening();
  ask(update("", false, outcome != Outcome::cancelled), &Turn::spec_finished);
}

void Turn::spec_finished(const WorkDone& e) {
  keep_head(e.result);
  // The files could not be written: whatever was decided, the spec does not show it.
  const bool failed = e.result.status == WorkResult::Status::failed;
  if (failed) s_.why += (s_.why.empty() ? "" : "\n") + e.result.detail;
  if (failed && s_.ending == Outcome::passed) s_.ending = Outcome::error;
  if (!Pull(*this).publishes()) conclude_when_empty();
}

void Turn::conclude_when_empty() {
  s_.step = Step::draining;
  s_.talk.drain(effects_);
}

void Turn::drained() {
  s_.talk.go_on();
  // Nobody works in them any more: worktrees go, and what has to be kept is named.
  s_.cursor = 0;
  close_next();
}

}  // namespace assay::core::loop
