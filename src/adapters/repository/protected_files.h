// SPDX-License-Identifier: MIT
// How the protected files of a workspace stand to those of a commit: by their bytes, modes and
// kinds, whatever git ignores, its index or its configuration say.
#pragma once

#include "adapters/repository/tree/stat_cache.h"
#include "base/result.h"

#include <string>
#include <vector>

namespace assay::tree {

/// Files that the globs (as `spread`, from the workspace) name and that are not as the commit has
/// them: changed, new, gone, of another kind, or not to be run any more; sorted, from the
/// workspace. Of a repository inside, its folder.
Result<std::vector<std::string>> changed_protected(const std::string& workspace,
                                                   const std::string& commit,
                                                   const std::vector<std::string>& globs,
                                                   const StatCache& known);

}  // namespace assay::tree
