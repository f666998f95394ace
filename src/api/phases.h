// SPDX-License-Identifier: MIT
// What it takes to check the goals of a phase: for a run that does nothing else, and for runs that
// do it on their way.
#pragma once

#include "api/phase.h"
#include "core/agent/roles.h"
#include "format/goals/verification.h"
#include "shell/ports/executor.h"
#include "shell/ports/phases.h"

#include <memory>
#include <string>
#include <vector>

namespace assay::api {

/// What is done beside reading the tasks.
struct GoalsWish {
  std::string phase;      ///< absolute
  std::string name = {};  ///< what the ids of its commands begin with; empty: nothing
  std::uint32_t round = 0;
  std::vector<std::string> judges = {};  ///< roles; empty: those of the configuration
  bool with_commands = true;
  std::string work = {};  ///< absolute: where sealed commands get their copies
  Summaries summaries = Summaries::needed;
};

/// Everything a check of the goals is decided from, but for the record of its executor. Code::
/// too_few_judges: fewer different agents than are configured.
Reply<core::goals::Plan> plan_goals(const GoalsWish& wish, const format::Config& config,
                                    const Site& site);

/// The agents that judge goals; `roles` as in GoalsWish.
Result<std::vector<core::agent::Agent>> judges_of(const format::Config& config,
                                                  const std::vector<std::string>& roles);

/// The report, and what has changed since that of an earlier round, in its place. `notes`: why it
/// could not be compared.
format::GoalsResult compare_rounds(format::GoalsResult result, const std::string& path,
                                   const Site& site, std::vector<Note>& notes);

/// Plans with this configuration whatever the workspace's says by then.
std::unique_ptr<shell::Phases> open_phases(const Site& site,
                                           std::shared_ptr<const format::Config> config,
                                           shell::ExecutorRecord record, const std::string& run_id);

}  // namespace assay::api
