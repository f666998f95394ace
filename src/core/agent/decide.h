// SPDX-License-Identifier: MIT
// What a run of one agent does about each event.
#pragma once

#include "core/agent/state.h"
#include "core/ask/effect.h"
#include "core/ask/event.h"

#include <string>
#include <utility>
#include <vector>

namespace assay::core::agent {

Effects decide(State& state, const Event& event);

/// In plain words, why the last event led to what it led to.
std::string explain(const State& state, const Event& event, const Effects& effects);

/// An attempt of any agent, with the variables each one gets; the caller says where and how long.
Launch dispatch(AttemptKey key, Order order, std::vector<std::pair<std::string, std::string>> env,
                const std::string& run_id, const std::string& workspace);

/// Everything needed to start attempt `number` of a plan.
Launch launch_of(const Plan& plan, const std::string& run_id, std::uint32_t number);

}  // namespace assay::core::agent
