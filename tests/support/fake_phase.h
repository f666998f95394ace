// SPDX-License-Identifier: MIT
// A phase with one task whose goal is one command: what becomes of the goals is what becomes of it.
#pragma once

#include "core/ask/phase.h"
#include "core/goals/plan.h"

#include <memory>
#include <string>

namespace assay::scripted {

inline std::shared_ptr<const core::goals::Plan> phase_of_one_command(const core::PlanGoals& wanted,
                                                                     const std::string& workspace,
                                                                     const std::string& command) {
  auto plan = std::make_shared<core::goals::Plan>();
  plan->phase = "1";
  plan->phase_dir = workspace + "/" + wanted.phase;
  plan->workspace = workspace;
  plan->round = wanted.round;
  core::goals::Task task;
  task.id = "IMPL-101";
  task.title = "everything";
  task.verification = command;
  plan->tasks.push_back(std::move(task));
  plan->checks =
      std::make_shared<const std::vector<core::goals::Check>>(core::goals::checks_of(plan->tasks));
  auto commands = std::make_shared<core::verify::Plan>();
  commands->manifest = core::goals::commands_of(*plan->checks).manifest;
  for (core::verify::CommandSpec& spec : commands->manifest.commands)
    spec.id = wanted.name + "-" + spec.id;
  commands->workspace = commands->cwd = workspace;
  commands->manifest_digest = core::verify::digest_of(commands->manifest);
  plan->commands = std::move(commands);
  return plan;
}

}  // namespace assay::scripted
