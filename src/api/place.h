// SPDX-License-Identifier: MIT
// Where a command of assay works: which workspace, and which state directory belongs to it.
#pragma once

#include "api/problem.h"
#include "shell/ports/outside.h"

#include <string>

namespace assay::api {

/// As the user said it; empty means: not said.
struct PlaceRequest {
  std::string workspace;
  std::string state_dir;
};

struct Place {
  std::string workspace;  ///< absolute, without symbolic links
  std::string state_dir;  ///< absolute; may not exist yet

  /// What belongs to one run beside its events.
  std::string run_dir(const std::string& run_id) const { return state_dir + "/runs/" + run_id; }
  std::string log_dir(const std::string& run_id) const { return run_dir(run_id) + "/logs"; }
  /// Copies and worktrees of its agents.
  std::string work_dir(const std::string& run_id) const { return run_dir(run_id) + "/work"; }
};

/// The workspace is what was named, else the git top level of the current directory, else that
/// directory. The state directory is never inside the workspace: what an agent can write proves
/// nothing.
Reply<Place> find_place(const PlaceRequest& request, shell::Outside& outside);

}  // namespace assay::api
