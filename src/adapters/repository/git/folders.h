// SPDX-License-Identifier: MIT
// Folders in which worktrees are made, and from which they are taken away.
#pragma once

#include "base/result.h"

#include <string>

namespace assay::git {

/// Something has this name, be it a link that leads nowhere.
bool is_there(const std::string& path);

/// Makes the folders above an absolute path that are missing; nobody else may look into them.
Result<> make_parents(const std::string& path);

/// Everything at and below a path. Folders that may not be written to are made writable, as package
/// caches need it; no link is followed.
Result<> remove_tree(const std::string& path);

}  // namespace assay::git
