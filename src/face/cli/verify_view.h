// SPDX-License-Identifier: MIT
// A verify run, and a plan for one, as text for people.
#pragma once

#include "core/verify/known.h"
#include "core/verify/verdict.h"
#include "face/cli/session.h"

#include <string>

namespace assay::cli {

std::string verify_report(const core::verify::State& state, const core::verify::Verdict& verdict,
                          Millis took, const Session& session,
                          const std::vector<core::verify::TestsSince>& since = {});

/// For --dry-run: stages, what runs together, lint findings. JSON if the session asks for it.
std::string plan_report(const core::verify::Plan& plan, const Session& session);

}  // namespace assay::cli
