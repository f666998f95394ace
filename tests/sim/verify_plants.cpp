// SPDX-License-Identifier: MIT
// Bugs put in on purpose. Most sit between the loop and the machine: the machine is shown another
// event or another plan, or its effects are changed on the way out. The journal keeps what really
// happened, so the simulator has to find the bug by its consequences.
#include "core/verify/verdict.h"
#include "sim/node.h"
#include "sim/verify_subject.h"

#include <memory>

namespace assay::sim {

namespace {

using core::AttemptEnded;
using core::Effects;
using core::Event;
using core::ExitKind;
using core::Machine;
using core::verify::Plan;
using core::verify::State;

State* state_of(Machine& machine) { return std::get_if<State>(&machine.state); }

/// The machine sees another plan than the one that was asked for.
template <class Change>
auto sees_plan(Change change) {
  return [change](Node&) -> shell::Decider {
    return [change](Machine& machine, const Event& event) {
      const auto* started = std::get_if<core::RunStarted>(&event);
      if (started == nullptr) return core::decide(machine, event);
      auto plan = std::make_shared<Plan>(*std::get<std::shared_ptr<const Plan>>(started->plan));
      change(*plan);
      plan->manifest_digest = digest_of(plan->manifest);
      return core::decide(machine, core::RunStarted{started->at, started->run_id, plan});
    };
  };
}

/// The machine sees another end than the one that happened.
template <class Change>
auto sees_end(Change change) {
  return [change](Node&) -> shell::Decider {
    return [change](Machine& machine, const Event& event) {
      const auto* ended = std::get_if<AttemptEnded>(&event);
      if (ended == nullptr) return core::decide(machine, event);
      AttemptEnded changed = *ended;
      change(machine, changed);
      return core::decide(machine, changed);
    };
  };
}

/// What the machine wants is changed before the loop sees it.
template <class Change>
auto wants(Change change) {
  return [change](Node&) -> shell::Decider {
    return [change](Machine& machine, const Event& event) {
      Effects effects = core::decide(machine, event);
      change(machine, event, effects);
      return effects;
    };
  };
}

/// The machine never hears of one kind of event.
template <class Unheard>
std::function<shell::Decider(Node&)> never_hears() {
  return [](Node&) -> shell::Decider {
    return [](Machine& machine, const Event& event) {
      return std::holds_alternative<Unheard>(event) ? Effects{} : core::decide(machine, event);
    };
  };
}

void pass(AttemptEnded& ended) {
  ended.evidence.exit = {ExitKind::exited, 0, 0, ""};
  ended.evidence.reading.tally.executed = 1;
}

auto passes_as(ExitKind kind) {
  return sees_end([kind](Machine&, AttemptEnded& ended) {
    if (ended.evidence.exit.kind == kind) pass(ended);
  });
}

/// Whatever the world has forgotten is taken for a success.
shell::Decider lost_is_fine(Node&) {
  return [](Machine& machine, const Event& event) {
    State* state = state_of(machine);
    if (state == nullptr || !std::holds_alternative<core::WorldIdle>(event))
      return core::decide(machine, event);
    Effects all;
    for (std::uint32_t unit = 0; unit < state->commands.size(); ++unit) {
      if (state->commands[unit].step != core::verify::Step::in_flight) continue;
      AttemptEnded ended{
          {}, {unit, state->commands[unit].attempts}, state->plan->manifest.commands[unit].id, {}};
      pass(ended);
      for (core::Effect& effect : core::decide(machine, ended)) all.push_back(std::move(effect));
    }
    return all.empty() ? core::decide(machine, event) : all;
  };
}

shell::Decider acts_first(Node& node) {
  return [&node](Machine& machine, const Event& event) {
    Effects effects = core::decide(machine, event);
    for (const core::Effect& effect : effects) {
      if (const auto* start = std::get_if<core::StartAttempt>(&effect)) node.start(start->launch);
    }
    return effects;
  };
}

/// Decides by something that is in no event.
shell::Decider moody(Node&) {
  static std::uint32_t calls = 0;
  return [](Machine& machine, const Event& event) {
    Effects effects = core::decide(machine, event);
    ++calls;
    for (core::Effect& effect : effects) {
      auto* conclude = std::get_if<core::Conclude>(&effect);
      if (conclude != nullptr && calls % 2 == 0) conclude->reason += "!";
    }
    return effects;
  };
}

/// What the simulator once found: a coordinator's death was paid for by the command.
shell::Decider charges_for_crashes(Node&) {
  return [](Machine& machine, const Event& event) {
    State* state = state_of(machine);
    Effects effects = core::decide(machine, event);
    if (state == nullptr || !std::holds_alternative<core::RunResumed>(event)) return effects;
    for (core::verify::CommandState& command : state->commands) command.infrastructure_retries = 1;
    return effects;
  };
}

void conclude_at_once(Machine& machine, const Event&, Effects& effects) {
  for (core::Effect& effect : effects) {
    if (!std::holds_alternative<core::Drain>(effect)) continue;
    const auto verdict = verdict_of(*state_of(machine));
    effect = core::Conclude{verdict.outcome, verdict.why};
  }
}

void reuse_ids(Machine&, const Event&, Effects& effects) {
  for (core::Effect& effect : effects) {
    if (auto* start = std::get_if<core::StartAttempt>(&effect)) start->launch.key.attempt = 1;
  }
}

void forget_to_stop(Machine&, const Event&, Effects& effects) {
  std::erase_if(
      effects, [](const core::Effect& e) { return std::holds_alternative<core::StopAttempts>(e); });
}

/// An end that comes too late is taken for the end of the attempt that runs now.
void take_late_for_current(Machine& machine, AttemptEnded& ended) {
  State* state = state_of(machine);
  if (state == nullptr || ended.key.unit >= state->commands.size()) return;
  ended.key.attempt = state->commands[ended.key.unit].attempts;
  ended.name = state->plan->manifest.commands[ended.key.unit].id;
}

shell::Decider counts_twice(Node&) {
  return [](Machine& machine, const Event& event) {
    const std::uint64_t before = state_of(machine) ? state_of(machine)->late : 0;
    Effects effects = core::decide(machine, event);
    if (state_of(machine) && state_of(machine)->late > before) ++state_of(machine)->completed;
    return effects;
  };
}

shell::Decider ignores_the_living(Node&) {
  return [](Machine& machine, const Event& event) {
    const bool drained = std::holds_alternative<core::DrainReported>(event);
    return core::decide(machine, drained ? Event{core::DrainReported{}} : event);
  };
}

shell::Decider blind_to_the_tree(Node&) {
  return [](Machine& machine, const Event& event) {
    const auto* tree = std::get_if<core::TreeObserved>(&event);
    if (tree == nullptr) return core::decide(machine, event);
    return core::decide(machine,
                        core::TreeObserved{tree->at, tree->key, "same as ever", {}, {}, {}});
  };
}

shell::Decider believes_late_news(Node&) {
  return [](Machine& machine, const Event& event) {
    const State* state = state_of(machine);
    const bool draining = state != nullptr && state->phase == core::verify::Phase::draining;
    const bool late = draining && std::holds_alternative<AttemptEnded>(event);
    return late ? Effects{} : core::decide(machine, event);
  };
}

/// What it was told goes on is counted as lost.
shell::Decider forgets_jobs(Node&) {
  return [](Machine& machine, const Event& event) {
    const auto* resumed = std::get_if<core::RunResumed>(&event);
    return core::decide(machine, resumed ? Event{core::RunResumed{resumed->at, {}}} : event);
  };
}

/// What goes on is waited for, and begun once more beside it.
shell::Decider launches_jobs_again(Node&) {
  return [](Machine& machine, const Event& event) {
    Effects effects = core::decide(machine, event);
    const auto* resumed = std::get_if<core::RunResumed>(&event);
    const State* state = state_of(machine);
    if (resumed == nullptr || state == nullptr || state->cancelled) return effects;
    for (const core::AttemptKey key : resumed->attached) {
      core::Launch launch;
      launch.key = {key.unit, key.attempt + 1};
      launch.name = state->plan->manifest.commands[key.unit].id;
      launch.command = state->plan->manifest.commands[key.unit].command;
      effects.emplace_back(core::StartAttempt{std::move(launch)});
    }
    return effects;
  };
}

}  // namespace

const std::vector<Plant>& verify_plants() {
  using core::LintRule;
  static const std::vector<Plant> all = {
      {"skips the join barrier between kinds", "alone:|order:", sees_plan([](Plan& plan) {
         for (auto& spec : plan.manifest.commands)
           spec.parallel_safe = true, spec.mutates_workspace = false;
       })},
      {"ignores stages", "order:|alone:|stop:", sees_plan([](Plan& plan) {
         for (auto& spec : plan.manifest.commands) spec.stage = 0;
       })},
      {"gives the verdict without a drain", "I4", wants(conclude_at_once)},
      {"gives the verdict while something is alive", "I4", ignores_the_living},
      {"does not ask again after late news", "drain:", believes_late_news},
      {"takes an unstored result for a pass",
       "I5|row:|drain:|order:", passes_as(ExitKind::unrecorded)},
      {"takes a timeout for a pass", "I5|row:|drain:|order:", passes_as(ExitKind::timed_out)},
      {"takes a signal for a pass", "I5|row:|drain:|order:", passes_as(ExitKind::signaled)},
      {"takes a limit for a pass", "I5|row:", passes_as(ExitKind::limited)},
      {"takes a lost attempt for a pass", "I5|row:|drain:|order:", lost_is_fine},
      {"reuses an attempt id", "I3", wants(reuse_ids)},
      {"acknowledges an entry and drops it", "I1|I7|order:", nullptr, Plant::Flaw::drops_entries},
      {"lets a stale coordinator append", "I10", nullptr, Plant::Flaw::accepts_stale},
      {"acts before the journal", "I1", acts_first},
      {"ignores the number of jobs", "jobs:", sees_plan([](Plan& plan) { plan.jobs = 1000; })},
      {"retries on a changed tree", "tree:", blind_to_the_tree},
      {"lets an ineffective gate pass", "I5|row:|stop:", sees_plan([](Plan& plan) {
         for (auto& spec : plan.manifest.commands) spec.must_be_effective = false;
       })},
      {"takes an unknown count for tests", "I5|row:|stop:", sees_plan([](Plan& plan) {
         for (auto& spec : plan.manifest.commands) spec.allow_zero_tests = true;
       })},
      {"ignores a masked exit status", "I5|row:|stop:", sees_plan([](Plan& plan) {
         for (auto& lint : plan.lints) {
           std::erase_if(lint.findings, [](const auto& f) { return f.rule == LintRule::masked; });
         }
       })},
      {"runs a command that detaches", "detached:", sees_plan([](Plan& plan) {
         for (auto& lint : plan.lints) {
           std::erase_if(lint.findings, [](const auto& f) { return f.rule == LintRule::detaches; });
         }
       })},
      {"decides by mood", "I7|I11", moody},
      {"retries without end",
       "budget:", sees_plan([](Plan& plan) { plan.manifest.flaky_retry_limit = 200; })},
      {"never retries",
       "drain:|order:", sees_plan([](Plan& plan) { plan.manifest.flaky_retry_limit = 0; })},
      {"counts a duplicate as a completion", "I4|I5", counts_twice},
      {"takes a late end for the current one",
       "I5|row:|drain:|order:|alone:|twice:|jobs:|budget:", sees_end(take_late_for_current)},
      {"starts after the cancellation", "cancel:", never_hears<core::CancelRequested>()},
      {"forgets to stop what is in flight", "cancel:|drain:", wants(forget_to_stop)},
      {"makes the command pay for a crash", "I11|order:|drain:", charges_for_crashes},
      {"does not notice that it was resumed", "I11|I12|order:", never_hears<core::RunResumed>()},
      {"forgets the jobs that it was told go on", "twice:|alone:|jobs:|order:|I3|I11",
       forgets_jobs},
      {"launches again what goes on", "twice:|job:|alone:|jobs:", launches_jobs_again},
      {"takes the result of a cancelled job",
       "I5|row:|order:|drain:|stop:", passes_as(ExitKind::cancelled)},
      {"goes on after a failed stage",
       "stop:", sees_plan([](Plan& plan) { plan.policy.stop_after_failed_stage = false; })},
  };
  return all;
}

}  // namespace assay::sim
