// SPDX-License-Identifier: MIT
// An agent's attempt as people see it.
#pragma once

#include "api/agent.h"
#include "face/cli/session.h"

#include <string>

namespace assay::cli {

std::string agent_report(const core::agent::State& state, const Session& session);

/// What to do about a run that waits; empty if it does not.
std::string parked_hint(const core::agent::State& state,
                        const std::optional<core::RunParked>& parked);

}  // namespace assay::cli
