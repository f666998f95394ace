// SPDX-License-Identifier: MIT
// Pipeline runs: start one, go on with it, answer its questions, call it off.
#pragma once

#include "api/loop.h"
#include "api/place.h"
#include "base/result.h"
#include "core/ask/event.h"
#include "core/pipeline/state.h"
#include "shell/ports/approvals.h"
#include "shell/ports/audience.h"
#include "shell/ports/outside.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::api {

/// How a run stands when its coordinator goes away.
struct PipelineRun {
  std::string run_id;
  core::pipeline::State state;
  std::optional<core::Outcome> outcome;
  std::optional<core::RunParked> parked;
  bool alive = false;
};

struct PipelineRequest {
  core::pipeline::Plan
      plan;  ///< slug, request, definition, settings, budgets; the rest is filled in
  std::map<std::string, LoopAgent> agents;  ///< by role
  core::verify::Manifest gates;
  core::verify::Policy policy;
  std::vector<std::pair<std::string, std::string>> env;
  std::vector<std::string> pass_env;
  std::string run_id;
};

/// By id, a unique prefix or "last"; empty: the newest pipeline run. Fault::not_found.
Result<PipelineRun> find_pipeline(const std::string& name, const Place& place,
                                  shell::Outside& outside);

/// Writes the request into the feature folder and runs the pipeline to its end, or until it has to
/// wait. `person` may be null.
Result<PipelineRun> run_pipeline(PipelineRequest request, const Place& place,
                                 shell::Outside& outside, shell::Audience& audience,
                                 shell::Person* person);

Result<PipelineRun> resume_pipeline(const LoopResume& request, const Place& place,
                                    shell::Outside& outside, shell::Audience& audience,
                                    shell::Person* person);

Result<PipelineRun> abort_pipeline(const LoopResume& request, const std::string& by,
                                   const Place& place, shell::Outside& outside,
                                   shell::Audience& audience);

/// Answers the question a run waits for. Fault::bad_input: it waits for another, or has no such
/// option. Fault::conflict: somebody was faster.
Result<PipelineRun> approve_pipeline(const std::string& name, const std::string& gate_id,
                                     const shell::Answer& answer, const Place& place,
                                     shell::Outside& outside);

/// Roles whose program is not there, each with what to do about it.
std::vector<std::string> missing_programs(const PipelineRequest& request, const Place& place,
                                          shell::Outside& outside);

/// Where the files of an earlier run end: the first step whose outputs are not all there and sound.
std::string first_open_step(const core::pipeline::Plan& plan, const Place& place,
                            shell::Outside& outside, std::vector<std::string>& taken_over);

}  // namespace assay::api
