// SPDX-License-Identifier: MIT
// Bugs put into the agent machine on purpose. The journal keeps what really happened, so the
// simulator has to find each by its consequences.
#include "sim/agent_subject.h"
#include "sim/node.h"

namespace assay::sim {

namespace {

using core::AttemptEnded;
using core::Effects;
using core::Event;
using core::Machine;
using core::agent::Plan;
using core::agent::State;

State* state_of(Machine& machine) { return std::get_if<State>(&machine.state); }

/// A decider that may change the event before, and state and effects after.
template <class Before, class After>
std::function<shell::Decider(Node&)> flawed(Before before, After after) {
  return [before, after](Node&) -> shell::Decider {
    return [before, after](Machine& machine, const Event& event) {
      Event seen = event;
      if (State* state = state_of(machine)) before(*state, seen);
      Effects effects = core::decide(machine, seen);
      if (State* state = state_of(machine)) after(*state, seen, effects);
      return effects;
    };
  };
}

void as_it_is(State&, Event&) {}
void leave(State&, const Event&, Effects&) {}

template <class Change>
auto before(Change change) {
  return flawed(change, leave);
}
template <class Change>
auto after(Change change) {
  return flawed(as_it_is, change);
}

void skip_settlement(State& state, const Event& event, Effects&) {
  if (!std::holds_alternative<AttemptEnded>(event)) return;
  state.purse.spent = {};
  state.purse.spent_on.clear();
}

void forget_lost_launches(State& state, const Event& event, Effects&) {
  if (std::holds_alternative<core::RunResumed>(event) && state.purse.spent.launches > 0)
    --state.purse.spent.launches;
}

void check_no_budget(State& state, Event& event) {
  if (std::holds_alternative<core::SpendingReported>(event)) state.purse.budgets = {};
}

void ignore_others(State&, Event& event) {
  if (auto* reported = std::get_if<core::SpendingReported>(&event)) reported->others_today = {};
}

void accept_late(State& state, Event& event) {
  if (auto* ended = std::get_if<AttemptEnded>(&event)) ended->key = {0, state.attempt};
}

void wake_too_early(State& state, Event& event) {
  if (std::holds_alternative<core::RunResumed>(event)) state.refusal.reset();
}

void conclude_at_once(State& state, const Event&, Effects& effects) {
  for (core::Effect& effect : effects) {
    if (!std::holds_alternative<core::Drain>(effect)) continue;
    const bool good = state.fused && state.fused->outcome == core::agent::Outcome::completed;
    effect = core::Conclude{good ? core::Outcome::passed : core::Outcome::failed, "at once"};
  }
}

void ignore_the_living(State&, Event& event) {
  if (auto* drained = std::get_if<core::DrainReported>(&event)) drained->alive = 0;
}

void believe_the_exit_status(State&, Event& event) {
  auto* ended = std::get_if<AttemptEnded>(&event);
  if (ended == nullptr || !ended->evidence.transcript || ended->evidence.exit.code != 0) return;
  auto said = std::make_shared<core::agent::Transcript>(*ended->evidence.transcript);
  said->ending = core::agent::Ending::success;
  ended->evidence.transcript = said;
}

void believe_claims(State& state, Event& event) {
  if (auto* tree = std::get_if<core::TreeObserved>(&event)) {
    if (state.step == core::agent::Step::observing_after) tree->digest += "x";
  }
}

void wait_for_nothing(State&, const Event&, Effects& effects) {
  for (core::Effect& effect : effects) {
    if (std::holds_alternative<core::Park>(effect)) effect = core::Drain{};
  }
}

void forget_the_time(State&, const Event&, Effects& effects) {
  for (core::Effect& effect : effects) {
    if (auto* park = std::get_if<core::Park>(&effect)) park->until.reset();
  }
}

/// Whoever is woken goes on with the number that was used up.
void reuse_the_number(State& state, Event& event) {
  const auto* resumed = std::get_if<core::RunResumed>(&event);
  if (resumed == nullptr || state.step != core::agent::Step::parked || state.attempt == 0) return;
  const bool too_early =
      state.refusal && state.refusal->until && resumed->at < *state.refusal->until;
  if (!too_early) --state.attempt;
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

/// Yesterday's launches count today: the run of a small budget never goes on.
void count_all_days_as_one(State& state, Event& event) {
  if (const auto* reported = std::get_if<core::SpendingReported>(&event)) {
    state.purse.spent_on[core::agent::day_of(reported->at)] = state.purse.spent;
  }
}

}  // namespace

const std::vector<Plant>& agent_plants() {
  static const std::vector<Plant> all = {
      {"skips the settlement", "budget:|books:", after(skip_settlement)},
      {"gives a lost launch back", "budget:|books:", after(forget_lost_launches)},
      {"does not check the budget", "budget:", before(check_no_budget)},
      {"ignores what others spent", "budget:", before(ignore_others)},
      {"accepts a late result",
       "late:|verdict:|proof:|tree:|books:|parked:|drain:|two:", before(accept_late)},
      {"goes on before the quota is over", "early:", before(wake_too_early)},
      {"forgets how long to wait", "early:", after(forget_the_time)},
      {"gives the verdict without a drain", "drain:", after(conclude_at_once)},
      {"gives the verdict while something is alive", "drain:", before(ignore_the_living)},
      {"believes the exit status",
       "verdict:|proof:|drain:|early:|I4|books:", before(believe_the_exit_status)},
      {"believes that something has changed", "verdict:|proof:", before(believe_claims)},
      {"gives up instead of waiting", "verdict:|I11", after(wait_for_nothing)},
      {"starts an attempt number twice", "number:|I3", before(reuse_the_number)},
      {"forgets to stop what is in flight", "cancel:", after(forget_to_stop)},
      {"starts after the cancellation", "cancel:", never_hears_of_cancel},
      {"counts all days as one", "I12", before(count_all_days_as_one)},
      {"acknowledges an entry and drops it", "I1|I7", nullptr, Plant::Flaw::drops_entries},
      {"lets a stale coordinator append", "I10|I3", nullptr, Plant::Flaw::accepts_stale},
  };
  return all;
}

}  // namespace assay::sim
