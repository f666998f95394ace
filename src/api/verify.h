// SPDX-License-Identifier: MIT
// Verify runs: plan one, run it, go on with one.
#pragma once

#include "api/place.h"
#include "base/result.h"
#include "core/verify/state.h"
#include "shell/ports/audience.h"
#include "shell/ports/executor.h"
#include "shell/ports/outside.h"

#include <memory>
#include <string>
#include <vector>

namespace assay::api {

struct VerifyRequest {
  core::verify::Manifest manifest;
  core::verify::Policy policy;
  std::vector<std::string> only;  ///< ids; empty: all
  std::uint32_t jobs = 0;         ///< 0: as many as the machine has cores
  std::string run_id;             ///< over the manifest's own; empty: neither
  std::vector<std::pair<std::string, std::string>> env;
  std::vector<std::string> pass_env;
  bool foresee = false;  ///< the lint also reads what the commands start, as it is now
};

/// The plan of a run that is not started: what --dry-run shows.
Result<core::verify::Plan> plan_verify(VerifyRequest request, const Place& place,
                                       shell::Outside& outside);

/// Completes a plan with where and how its commands will really run.
void add_record(core::verify::Plan& plan, const shell::ExecutorRecord& record, std::string log_dir);

/// Runs it to the verdict. Fault::bad_input and Fault::conflict (the run id exists): nothing was
/// run.
Result<core::verify::State> run_verify(VerifyRequest request, const Place& place,
                                       shell::Outside& outside, shell::Audience& audience);

struct ResumeRequest {
  std::string run_id;  ///< or a unique prefix, or "last"
  std::vector<std::pair<std::string, std::string>> env;
  std::vector<std::string> pass_env;
};

/// Goes on where evidence ends. A run that has ended is returned as it ended.
Result<core::verify::State> resume_verify(const ResumeRequest& request, const Place& place,
                                          shell::Outside& outside, shell::Audience& audience);

}  // namespace assay::api
