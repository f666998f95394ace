// SPDX-License-Identifier: MIT
#include "core/machine.h"

#include "base/match.h"
#include "core/agent/decide.h"
#include "core/goals/decide.h"
#include "core/loop/decide.h"
#include "core/pipeline/decide.h"
#include "core/verify/decide.h"

namespace assay::core {

Effects decide(Machine& machine, const Event& event) {
  if (machine.outcome) return {};  // after the verdict nothing changes any more
  if (const auto* started = std::get_if<RunStarted>(&event)) {
    match(
        started->plan,
        [&](const std::shared_ptr<const verify::Plan>&) { machine.state.emplace<verify::State>(); },
        [&](const std::shared_ptr<const agent::Plan>&) { machine.state.emplace<agent::State>(); },
        [&](const std::shared_ptr<const goals::Plan>&) { machine.state.emplace<goals::State>(); },
        [&](const std::shared_ptr<const loop::Plan>&) { machine.state.emplace<loop::State>(); },
        [&](const std::shared_ptr<const pipeline::Plan>&) {
          machine.state.emplace<pipeline::State>();
        });
  }
  if (const auto* concluded = std::get_if<RunConcluded>(&event))
    machine.outcome = concluded->outcome;
  if (const auto* parked = std::get_if<RunParked>(&event)) machine.parked = *parked;
  const bool wakes =
      std::holds_alternative<RunResumed>(event) || std::holds_alternative<CancelRequested>(event);
  if (wakes) machine.parked.reset();
  return match(
      machine.state, [](std::monostate) { return Effects{}; },
      [&](verify::State& state) { return verify::decide(state, event); },
      [&](agent::State& state) { return agent::decide(state, event); },
      [&](goals::State& state) { return goals::decide(state, event); },
      [&](loop::State& state) { return loop::decide(state, event); },
      [&](pipeline::State& state) { return pipeline::decide(state, event); });
}

std::uint32_t in_flight(const Machine& machine) {
  return match(
      machine.state, [](std::monostate) { return 0U; },
      [](const verify::State& state) { return state.in_flight; },
      [](const agent::State& state) { return state.talk.in_flight(); },
      [](const goals::State& state) { return state.commands.in_flight() + state.talk.in_flight(); },
      [](const loop::State& state) { return loop::in_flight(state); },
      [](const pipeline::State& state) { return pipeline::in_flight(state); });
}

}  // namespace assay::core
