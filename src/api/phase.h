// SPDX-License-Identifier: MIT
// The phase of a project: its tasks as they were planned, read from the folder that holds them.
#pragma once

#include "api/site.h"
#include "core/goals/state.h"
#include "format/goals/hollow.h"

#include <string>
#include <vector>

namespace assay::api {

/// As it is from here, else from the workspace.
Result<std::string> find_phase(const Site& site, const std::string& written);

/// What has to be there beside the tasks.
enum class Summaries : std::uint8_t { needed, not_needed };

/// The plan with the phase, its sources and its tasks. Every problem of every file at once.
Reply<core::goals::Plan> read_phase(const Site& site, const std::string& phase,
                                    Summaries summaries);

/// Its task files and summaries; `folder` is the phase's in the workspace, "." for the workspace.
std::vector<format::PhaseFile> phase_files(const core::goals::Plan& plan, const std::string& folder,
                                           const Site& site);

}  // namespace assay::api
