// SPDX-License-Identifier: MIT
// One attempt of one role's agent: the tool to debug an adapter with, and the smallest run that
// dispatches anything.
#pragma once

#include "api/place.h"
#include "base/result.h"
#include "core/agent/roles.h"
#include "core/agent/state.h"
#include "core/ask/event.h"
#include "shell/ports/audience.h"
#include "shell/ports/outside.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::api {

struct AgentRequest {
  core::agent::Agent agent;
  std::string prompt;  ///< rendered
  core::Budgets budgets;
  std::string run_id;  ///< empty: made from time and chance
};

/// How the run stands when its coordinator goes away.
struct AgentRun {
  core::agent::State state;
  std::optional<core::Outcome> outcome;
  std::optional<core::RunParked> parked;
};

/// Fault::bad_input and Fault::conflict: nothing was run.
Result<AgentRun> run_agent(const AgentRequest& request, const Place& place, shell::Outside& outside,
                           shell::Audience& audience);

/// Goes on with a run that is parked or whose coordinator died. One that has ended is returned as
/// it ended. `agents` is the configuration of now: the values of variables come from there.
Result<AgentRun> resume_agent(const std::string& run_id, std::vector<core::AgentSpec> agents,
                              const Place& place, shell::Outside& outside,
                              shell::Audience& audience);

}  // namespace assay::api
