// SPDX-License-Identifier: MIT
// Goals runs: hold what tasks promised against the workspace as it is.
#pragma once

#include "api/place.h"
#include "base/result.h"
#include "core/agent/roles.h"
#include "core/goals/state.h"
#include "core/verify/manifest.h"
#include "shell/ports/audience.h"
#include "shell/ports/outside.h"

#include <string>
#include <utility>
#include <vector>

namespace assay::api {

struct GoalsRequest {
  core::goals::Plan plan;  ///< phase, round, sources and tasks; the rest is filled in
  std::vector<core::agent::Agent> judges;
  /// Per judge, the question about each semantic check; made from the checks of `plan.tasks`.
  std::vector<std::vector<std::string>> questions;
  bool with_commands = true;  ///< false: nothing is run, and what needs a command is not verified
  core::verify::Policy policy;
  std::vector<std::pair<std::string, std::string>> env;
  std::vector<std::string> pass_env;
  std::string run_id;  ///< empty: made from time and chance
};

/// Runs it to the report. Fault::bad_input and Fault::conflict: nothing was run.
Result<core::goals::State> run_goals(GoalsRequest request, const Place& place,
                                     shell::Outside& outside, shell::Audience& audience);

struct GoalsResume {
  std::string run_id;  ///< or a unique prefix, or "last"
  std::vector<std::pair<std::string, std::string>> env;
  std::vector<std::string> pass_env;
  std::vector<core::AgentSpec> agents = {};  ///< as configured now
};

/// Goes on where evidence ends. A run that has ended is returned as it ended.
Result<core::goals::State> resume_goals(const GoalsResume& request, const Place& place,
                                        shell::Outside& outside, shell::Audience& audience);

}  // namespace assay::api
