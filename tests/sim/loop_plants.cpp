// SPDX-License-Identifier: MIT
// Bugs put into the loop machine on purpose. The journal keeps what really happened, so the
// simulator has to find each by its consequences.
#include "sim/flaw.h"
#include "sim/loop_subject.h"
#include "sim/node.h"

#include <algorithm>

namespace assay::sim {

namespace {

using core::AttemptEnded;
using core::Effects;
using core::Event;
using core::Machine;
using core::StartAttempt;
using core::UpdateSpec;
using core::WorkInspected;
using core::loop::Job;
using core::loop::Saying;
using core::loop::SpecUpdate;
using core::loop::State;
using core::loop::Step;
using core::loop::TaskState;
using core::loop::WorkStep;

template <class Change>
auto before(Change change) {
  return flawed<State>(change, [](State&, const Event&, Effects&) {});
}
template <class Change>
auto after(Change change) {
  return flawed<State>([](State&, Event&) {}, change);
}

void make_it_pass(AttemptEnded& ended) {
  ended.evidence.exit = {core::ExitKind::exited, 0, 0, ""};
  ended.evidence.reading.tally = {};
  ended.evidence.reading.tally.executed = 99;
}

/// The end of a command, in this step of the run.
AttemptEnded* command_ended(State& state, Event& event, Step step) {
  auto* ended = std::get_if<AttemptEnded>(&event);
  const bool fits =
      ended != nullptr && !ended->name.empty() && !ended->evidence.transcript && state.step == step;
  return fits ? ended : nullptr;
}

template <Step step>
void believe_commands(State& state, Event& event) {
  if (AttemptEnded* ended = command_ended(state, event, step)) make_it_pass(*ended);
}

/// Changes what an agent is heard to say.
template <class Change>
auto mishear(Change change) {
  return before([change](State& state, Event& event) {
    auto* ended = std::get_if<AttemptEnded>(&event);
    if (ended == nullptr || !ended->evidence.reading.saying) return;
    auto said = std::make_shared<Saying>(*ended->evidence.reading.saying);
    change(state, *said);
    ended->evidence.reading.saying = said;
  });
}

void hear_the_word(State& state, Saying& said) {
  if (state.step == Step::working) said.signals.task_complete = true;
}
void hear_no_doubt(State&, Saying& said) { said.signals.contradictions.clear(); }
void hear_approval(State& state, Saying& said) {
  if (state.step == Step::reviewing && said.signals.review == false) said.signals.review = true;
}
void take_silence_for_approval(State& state, Saying& said) {
  if (state.step == Step::reviewing && !said.signals.review) said.signals.review = true;
}
void forget_followups(State&, Saying& said) {
  const auto& asked = said.signals.modification;
  if (!asked || asked->kind != core::agent::ModificationKind::add_followup) return;
  said.signals.modification.reset();
  said.signals.modification_asked = false;
}

/// Changes what is seen of a tree.
template <class Change>
auto overlook(Change change) {
  return before([change](State& state, Event& event) {
    if (auto* seen = std::get_if<WorkInspected>(&event)) change(state, seen->sight);
  });
}

void overlook_tampering(State&, core::work::WorkSight& sight) { sight.tampering.clear(); }
void overlook_strangers(State&, core::work::WorkSight& sight) {
  std::erase_if(sight.changed, [](const std::string& path) { return path.starts_with("stray"); });
}
void overlook_branches(State& state, core::work::WorkSight& sight) {
  for (const Job& job : state.jobs) {
    const auto& base = state.tasks[job.task].base;
    if (job.step == WorkStep::inspecting && base) sight.branch = base->branch;
  }
}
void overlook_history(State&, core::work::WorkSight& sight) { sight.continues = true; }
void overlook_leftovers(State&, core::work::WorkSight& sight) { sight.dirty.clear(); }
void overlook_commits(State& state, core::work::WorkSight& sight) {
  for (const Job& job : state.jobs) {
    const std::string& wanted = state.tasks[job.task].task.commit;
    if (job.step == WorkStep::inspecting && !sight.commits.empty())
      sight.commits.push_back({"c", wanted});
  }
}
void overlook_reviewers(State& state, core::work::WorkSight& sight) {
  if (state.step == Step::inspecting_review) sight.tree = state.reviewing.tree;
}

void count_nothing(State& state, const Event&, Effects&) {
  for (TaskState& task : state.tasks) {
    task.iteration = 1;
    task.same_failures = 0;
  }
}

void forget_the_breaker(State& state, const Event&, Effects&) {
  for (TaskState& task : state.tasks) task.same_failures = 0;
}

void merge_backwards(State& state, const Event&, Effects&) {
  const bool fresh = state.step == Step::working && state.jobs.size() > 1 &&
                     state.jobs.front().index < state.jobs.back().index &&
                     std::all_of(state.jobs.begin(), state.jobs.end(), [](const Job& job) {
                       return job.step == WorkStep::opening || job.step == WorkStep::waiting;
                     });
  if (fresh) std::reverse(state.jobs.begin(), state.jobs.end());
}

/// Changes what the files of the spec are to say.
template <class Change>
auto misrecord(Change change) {
  return after([change](State& state, const Event& event, Effects& effects) {
    for (core::Effect& effect : effects) {
      auto* wanted = std::get_if<UpdateSpec>(&effect);
      if (wanted == nullptr || wanted->update->workspace != state.plan->workspace) continue;
      auto update = std::make_shared<SpecUpdate>(*wanted->update);
      change(state, event, *update);
      wanted->update = update;
    }
  });
}

void drop_an_insertion(State&, const Event&, SpecUpdate& update) {
  if (!update.tasks.insertions.empty()) update.tasks.insertions.pop_back();
}

void tick_first(State& state, const Event&, SpecUpdate& update) {
  for (const Job& job : state.jobs) {
    if (job.step == WorkStep::recording) update.tasks.ticked.push_back(job.task);
  }
  std::sort(update.tasks.ticked.begin(), update.tasks.ticked.end());
}

void record_twice(State& state, const Event&, SpecUpdate& update) {
  for (const auto& entry : update.progress) {
    if (entry.section == core::loop::ProgressEntry::Section::completed)
      state.entries.push_back(entry);
  }
}

void recheck_elsewhere(State& state, const Event&, Effects& effects) {
  for (core::Effect& effect : effects) {
    auto* start = std::get_if<StartAttempt>(&effect);
    if (start != nullptr && state.step == Step::rechecking)
      start->launch.cwd = state.jobs.front().directory;
  }
}

void work_at_home(State& state, const Event&, Effects& effects) {
  for (core::Effect& effect : effects) {
    auto* start = std::get_if<StartAttempt>(&effect);
    if (start != nullptr && start->launch.agent) start->launch.cwd = state.plan->workspace;
  }
}

void accept_late(State& state, Event& event) {
  auto* ended = std::get_if<AttemptEnded>(&event);
  if (ended == nullptr || state.step != Step::working) return;
  for (const Job& job : state.jobs) {
    if (job.step == WorkStep::executing) ended->key = job.key;
  }
}

void forget_to_stop(State&, const Event&, Effects& effects) {
  std::erase_if(
      effects, [](const core::Effect& e) { return std::holds_alternative<core::StopAttempts>(e); });
}

shell::Decider never_hears_of_cancel(Node&) {
  return [](Machine& machine, const Event& event) {
    const bool cancel = std::holds_alternative<core::CancelRequested>(event);
    return cancel ? Effects{} : core::decide(machine, event);
  };
}

void ignore_quotas(State&, Event& event) {
  auto* ended = std::get_if<AttemptEnded>(&event);
  if (ended == nullptr || !ended->evidence.transcript) return;
  auto said = std::make_shared<core::agent::Transcript>(*ended->evidence.transcript);
  said->limit_reached = false;
  said->trouble = core::agent::Trouble::none;
  ended->evidence.transcript = said;
}

void check_no_budget(State& state, Event& event) {
  if (std::holds_alternative<core::SpendingReported>(event)) state.purse.budgets = {};
}

void forget_a_tick(State& state, const Event& event, Effects&) {
  if (!std::holds_alternative<core::RunResumed>(event)) return;
  for (TaskState& task : state.tasks) task.done = false;
}

void forget_where_it_was(State& state, const Event& event, Effects&) {
  const bool again = std::holds_alternative<core::CancelRequested>(event);
  if (again && state.step == Step::parked) state.parked_from = Step::parked;
}

void start_although_cancelled(State& state, Event& event) {
  if (std::holds_alternative<WorkInspected>(event) && !state.for_good) state.cancelled = false;
}

void wait_no_time(State&, const Event&, Effects& effects) {
  for (core::Effect& effect : effects) {
    if (auto* timer = std::get_if<core::WakeAt>(&effect)) timer->until = {};
  }
}

void wait_for_nobody(State& state, Event&) {
  for (TaskState& task : state.tasks) task.waits_for.clear();
}

}  // namespace

const std::vector<Plant>& loop_plants() {
  static const std::vector<Plant> all = {
      {"skips the evidence layer", "tick:|merge:", before(believe_commands<Step::working>)},
      {"takes the word for given", "tick:|merge:", mishear(hear_the_word)},
      {"does not see contradictions", "tick:|merge:", mishear(hear_no_doubt)},
      {"advances on a failed review", "review:", mishear(hear_approval)},
      {"takes silence for approval", "review:", mishear(take_silence_for_approval)},
      {"forgets follow-ups", "dropped:", mishear(forget_followups)},
      {"overlooks tampering", "tick:|merge:", overlook(overlook_tampering)},
      {"overlooks files of others", "tick:|merge:", overlook(overlook_strangers)},
      {"overlooks another branch", "tick:|merge:", overlook(overlook_branches)},
      {"overlooks rewritten history", "tick:|merge:", overlook(overlook_history)},
      {"overlooks what is not committed", "tick:|merge:", overlook(overlook_leftovers)},
      {"overlooks a wrong commit", "tick:|merge:", overlook(overlook_commits)},
      {"lets reviewers change the tree", "tick:", overlook(overlook_reviewers)},
      {"counts no failed attempt", "limit:|breaker:", after(count_nothing)},
      {"forgets the circuit breaker", "breaker:", after(forget_the_breaker)},
      {"merges out of order", "merge:|place:|index:", after(merge_backwards)},
      {"does not check the merged tree", "tick:|place:", after(recheck_elsewhere)},
      {"lets members work in the workspace", "place:", after(work_at_home)},
      {"drops an insertion", "dropped:|shrunk:|name:|index:|tick:", misrecord(drop_an_insertion)},
      {"ticks before it knows", "tick:", misrecord(tick_first)},
      {"records a task twice", "twice:", misrecord(record_twice)},
      {"accepts a late result", "late:|tick:|limit:", before(accept_late)},
      {"forgets to stop what is in flight", "cancel:", after(forget_to_stop)},
      {"starts after the cancellation", "cancel:", never_hears_of_cancel},
      {"starts a Verify after the cancellation", "cancel:", before(start_although_cancelled)},
      {"forgets where it was parked", "I4|I11|I12", after(forget_where_it_was)},
      {"goes on without quota", "quota:", before(ignore_quotas)},
      {"does not check the budget", "budget:", before(check_no_budget)},
      {"does not look at the gates", "verdict:", before(believe_commands<Step::gates>)},
      {"believes ticks of others", "tick:", before(believe_commands<Step::adopting>)},
      {"forgets ticks when resumed", "shrunk:|again:|tick:", after(forget_a_tick)},
      {"does not wait for the parts of a task", "tick:|order:", before(wait_for_nobody)},
      {"looks at CI without waiting", "wait:", after(wait_no_time)},
      {"acknowledges an entry and drops it", "I1|I7|tick:", nullptr, Plant::Flaw::drops_entries},
      {"lets a stale coordinator append", "I10|I3", nullptr, Plant::Flaw::accepts_stale},
  };
  return all;
}

}  // namespace assay::sim
