// SPDX-License-Identifier: MIT
// Any run's brain: one state and its decide. Shell, replay, simulator and explain know only this.
#pragma once

#include "core/agent/state.h"
#include "core/ask/effect.h"
#include "core/ask/event.h"
#include "core/goals/state.h"
#include "core/loop/state.h"
#include "core/pipeline/state.h"
#include "core/verify/state.h"

#include <optional>
#include <string>
#include <variant>

namespace assay::core {

/// Empty until RunStarted says which machine the run is for.
struct Machine {
  std::variant<std::monostate, verify::State, agent::State, goals::State, loop::State,
               pipeline::State>
      state;
  std::optional<Outcome> outcome;   ///< set by RunConcluded
  std::optional<RunParked> parked;  ///< it waits; set by RunParked until it is resumed

  bool is_at_rest() const { return outcome || parked; }
};

/// Folds one event and returns what is to be done about it. Pure: no clock, no files, no chance.
Effects decide(Machine& machine, const Event& event);

/// How many attempts the machine believes are running.
std::uint32_t in_flight(const Machine& machine);

}  // namespace assay::core
