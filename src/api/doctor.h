// SPDX-License-Identifier: MIT
// What assay needs on this machine, what of it is there, and how to get the rest.
#pragma once

#include "api/place.h"
#include "core/agent/roles.h"
#include "shell/drive.h"
#include "shell/ports/audience.h"
#include "shell/ports/outside.h"

#include <string>
#include <vector>

namespace assay::api {

enum class Health : std::uint8_t { good, missing, broken };

struct Finding {
  std::string name;
  Health health = Health::good;
  bool needed = false;  ///< assay cannot do what is configured without it
  std::string what;     ///< where it is, or what is wrong
  std::string answer;   ///< what it said when asked for its version; empty if it was not asked
  std::string remedy;   ///< empty if there is nothing to do
};

/// The first executable of that name on PATH, or the path itself if it is one; empty if there is
/// none. A relative path is one of the workspace.
std::string program_path(const std::string& name, const std::string& workspace,
                         shell::Outside& outside);

/// Names of known agent CLIs that are installed here, as presets.
std::vector<std::string> installed_agents(shell::Outside& outside);

/// Tools, the state directory and the ledger in it. Starts nothing that takes long.
std::vector<Finding> examine(const Result<Place>& place, shell::Outside& outside);

/// One line for each role: whether its program is there, or the one that stands in for it.
std::vector<Finding> examine_roles(const std::vector<core::agent::Agent>& roles, const Place& place,
                                   shell::Outside& outside);

/// One real turn of the role's agent in a repository made for it: it has to write a file and commit
/// it.
Finding try_role(const core::agent::Agent& role, const std::string& prompt,
                 const core::Budgets& budgets, shell::Outside& outside, shell::Audience& audience);

}  // namespace assay::api
