// SPDX-License-Identifier: MIT
// The list of worktrees that a repository knows of.
#pragma once

#include "base/result.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::git {

struct Registered {
  std::string path;
  std::string branch;       ///< without refs/heads/; empty: detached
  std::string locked = {};  ///< why it is locked
  bool is_locked = false;
  std::string metadata = {};  ///< git's folder for it; only `registered` says it
};

Result<std::vector<Registered>> all_registered(const std::string& workspace);

/// What the repository knows of a worktree at this place, whether or not there is one.
Result<std::optional<Registered>> registered(const std::string& workspace,
                                             const std::string& directory);

/// Makes the repository forget a worktree whose directory is gone.
Result<> forget(const Registered& worktree);

/// git was killed while it made this worktree; nobody has worked in it yet.
bool is_half_made(const std::string& directory);

/// Without symbolic links, also if the last part does not exist.
std::string settled_path(const std::string& path);

}  // namespace assay::git
