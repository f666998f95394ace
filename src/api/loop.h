// SPDX-License-Identifier: MIT
// Loop runs: drive the tasks of a spec, go on with them, look at them, call them off.
#pragma once

#include "api/place.h"
#include "base/result.h"
#include "core/agent/roles.h"
#include "core/ask/event.h"
#include "core/loop/state.h"
#include "shell/ports/audience.h"
#include "shell/ports/outside.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::api {

/// How a run stands when its coordinator goes away.
struct LoopRun {
  std::string run_id;
  core::loop::State state;
  std::optional<core::Outcome> outcome;
  std::optional<core::RunParked> parked;
  bool alive = false;  ///< a coordinator holds it at this moment
};

/// The newest run of this spec; none if there was none. `spec_dir` is relative to the workspace.
Result<std::optional<LoopRun>> find_loop(const std::string& spec_dir, const Place& place,
                                         shell::Outside& outside);

struct LoopAgent {
  core::agent::Agent agent;
  std::string prompt;  ///< template
};

struct LoopRequest {
  core::loop::Plan plan;  ///< spec, tasks, settings, budgets, policy; the rest is filled in
  std::optional<LoopAgent> executor;
  std::optional<LoopAgent> qa;
  std::optional<LoopAgent> reviewer;
  core::verify::Manifest gates;  ///< without commands: there are none
  std::vector<std::pair<std::string, std::string>> env;
  std::vector<std::string> pass_env;
  std::string run_id;  ///< empty: made from time and chance
};

/// The plan of a run that is not started: what --dry-run shows.
Result<core::loop::Plan> plan_loop(LoopRequest request, const Place& place,
                                   shell::Outside& outside);

/// Runs it to its end, or until it has to wait. Fault::bad_input and Fault::conflict: nothing was
/// run.
Result<LoopRun> run_loop(LoopRequest request, const Place& place, shell::Outside& outside,
                         shell::Audience& audience);

struct LoopResume {
  std::string run_id;
  std::vector<std::pair<std::string, std::string>> env;
  std::vector<std::string> pass_env;
  std::vector<core::AgentSpec> agents = {};  ///< as configured now
};

/// Goes on where evidence ends.
Result<LoopRun> resume_loop(const LoopResume& request, const Place& place, shell::Outside& outside,
                            shell::Audience& audience);

/// Ends a run for good. A coordinator that is alive is asked to stop first.
Result<LoopRun> cancel_loop(const LoopResume& request, const std::string& by, const Place& place,
                            shell::Outside& outside, shell::Audience& audience);

}  // namespace assay::api
