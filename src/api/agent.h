// SPDX-License-Identifier: MIT
// One attempt of one role's agent: the tool to debug an adapter with, and the smallest run that
// dispatches anything.
#pragma once

#include "api/given.h"
#include "api/run.h"

#include <string>

namespace assay::api {

struct AgentRequest {
  std::string role;
  Giving prompt;       ///< what it is asked; the template of the role goes around it
  std::string run_id;  ///< empty: made from time and chance
};

/// Problems: nothing was run.
Reply<Run> run_agent(const AgentRequest& request, const Site& site, shell::Audience& audience);

/// Goes on with a run that is parked or whose coordinator died. One that has ended is returned as
/// it ended.
Reply<Run> resume_agent(const std::string& name, const Site& site, shell::Audience& audience);

/// Everything decided: the agent and its words.
struct AgentOrder {
  core::agent::Agent agent;
  std::string prompt;
  core::Budgets budgets;
  std::string run_id = {};
  core::Isolation isolation = {};
  core::ExecutorSettings executor = {};
};
Reply<Run> dispatch(const AgentOrder& order, const Site& site, shell::Audience& audience);

}  // namespace assay::api
