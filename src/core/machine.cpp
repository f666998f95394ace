// SPDX-License-Identifier: MIT
#include "core/machine.h"

#include "base/match.h"
#include "core/verify/decide.h"

namespace assay::core {

Effects decide(Machine& machine, const Event& event) {
  if (machine.outcome) return {};  // after the verdict nothing changes any more
  if (const auto* started = std::get_if<RunStarted>(&event)) {
    match(started->plan, [&](const std::shared_ptr<const verify::Plan>&) {
      machine.state.emplace<verify::State>();
    });
  }
  if (const auto* concluded = std::get_if<RunConcluded>(&event))
    machine.outcome = concluded->outcome;
  return match(
      machine.state, [](std::monostate) { return Effects{}; },
      [&](verify::State& state) { return verify::decide(state, event); });
}

std::uint32_t in_flight(const Machine& machine) {
  return match(
      machine.state, [](std::monostate) { return 0U; },
      [](const verify::State& state) { return state.in_flight; });
}

}  // namespace assay::core
