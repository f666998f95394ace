// SPDX-License-Identifier: MIT
// Plans and states for tests, in few words.
#pragma once

#include "core/verify/plan.h"
#include "core/verify/state.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assay::core::verify {

inline CommandSpec command(std::string id) {
  CommandSpec spec;
  spec.command = "make " + id;
  spec.id = std::move(id);
  return spec;
}

inline std::shared_ptr<Plan> plan_of(std::vector<CommandSpec> commands) {
  auto plan = std::make_shared<Plan>();
  plan->manifest.commands = std::move(commands);
  plan->cwd = plan->workspace = "/workspace";
  plan->log_dir = "/logs";
  plan->manifest_digest = digest_of(plan->manifest);
  return plan;
}

/// A run in which every command has the given result; nothing in flight.
inline State finished(std::shared_ptr<const Plan> plan, std::vector<CommandState> results) {
  State state;
  state.plan = std::move(plan);
  state.commands = std::move(results);
  for (CommandState& command : state.commands) {
    command.step = Step::finished;
    state.spawned += command.attempts;
    state.completed += command.attempts;
  }
  state.phase = Phase::draining;
  return state;
}

}  // namespace assay::core::verify
