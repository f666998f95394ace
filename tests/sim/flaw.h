// SPDX-License-Identifier: MIT
// How bugs are planted in a machine: a decider that changes what it hears before it decides, or
// what it has decided. The journal keeps what really happened.
#pragma once

#include "sim/cluster.h"

#include <functional>
#include <variant>

namespace assay::sim {

template <class State, class Before, class After>
std::function<shell::Decider(Node&)> flawed(Before before, After after) {
  return [before, after](Node&) -> shell::Decider {
    return [before, after](core::Machine& machine, const core::Event& event) {
      core::Event seen = event;
      if (State* state = std::get_if<State>(&machine.state)) before(*state, seen);
      core::Effects effects = core::decide(machine, seen);
      if (State* state = std::get_if<State>(&machine.state)) after(*state, seen, effects);
      return effects;
    };
  };
}

}  // namespace assay::sim
