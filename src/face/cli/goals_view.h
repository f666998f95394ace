// SPDX-License-Identifier: MIT
// The goals of a phase as people see them.
#pragma once

#include "core/goals/plan.h"
#include "face/cli/session.h"
#include "format/goals/verification.h"

#include <string>

namespace assay::cli {

/// One line per task, the gaps, and what changed since the last round.
std::string goals_report(const format::GoalsResult& result, const Session& session);

/// How each criterion was read, and why.
std::string goals_readings(const std::vector<core::goals::Task>& tasks, const Session& session);
std::string goals_readings_json(const std::vector<core::goals::Task>& tasks);

}  // namespace assay::cli
