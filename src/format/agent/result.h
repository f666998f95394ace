// SPDX-License-Identifier: MIT
// What is told of one agent attempt: the fused record, with what the agent claims beside what was
// seen.
#pragma once

#include "core/agent/claim.h"
#include "core/agent/state.h"

#include <string>
#include <vector>

namespace assay::format {

/// Where the agent's final text and what was observed part ways.
std::vector<core::agent::Mismatch> mismatches(const core::agent::State& state);

/// The last word about the run: its outcome, or why nothing was started.
struct AgentVerdict {
  core::agent::Outcome outcome{};
  std::string reason;
};
AgentVerdict verdict_of(const core::agent::State& state);

/// One JSON document.
std::string agent_json(const core::agent::State& state);

}  // namespace assay::format
