// SPDX-License-Identifier: MIT
// Where a command of assay works: which workspace, and which state directory belongs to it.
#pragma once

#include "api/problem.h"
#include "shell/ports/outside.h"
#include "shell/state_dir.h"

#include <string>
#include <vector>

namespace assay::api {

/// As the user said it; empty means: not said.
struct PlaceRequest {
  std::string workspace;
  std::string state_dir;
};

struct Place {
  std::string workspace;  ///< absolute, without symbolic links
  shell::StateDir state;  ///< absolute; may not exist yet
};

/// The workspace is what was named, else the git top level of the current directory, else that
/// directory. The state directory is never inside the workspace: what an agent can write proves
/// nothing.
Reply<Place> find_place(const PlaceRequest& request, shell::Outside& outside);

/// The same for the repository that a directory lies in, or the directory itself.
Reply<Place> find_top(const std::string& directory, const std::string& state_dir,
                      shell::Outside& outside);

/// Where the state of every workspace is kept; empty: nowhere.
std::string state_home(shell::Outside& outside);

/// The state directories of this user that there are, whatever workspaces they belong to.
std::vector<std::string> known_state_dirs(shell::Outside& outside);

}  // namespace assay::api
