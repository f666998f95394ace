// SPDX-License-Identifier: MIT
// Whether a repository is one in which what an agent did can be told from what was there.
#pragma once

#include "api/site.h"

#include <string>
#include <vector>

namespace assay::api {

/// The repository of the workspace, with a commit and nothing half done in it.
Reply<shell::RepositoryFacts> check_repository(const Site& site);

/// The changed and untracked files outside `own`, a folder below the workspace with '/' at its end.
/// Fails with dirty_tree if there are any, unless that is allowed.
Reply<std::vector<std::string>> check_clean(const shell::RepositoryFacts& git,
                                            const std::string& own, bool allow_dirty);

bool is_on_default_branch(const shell::RepositoryFacts& git);

}  // namespace assay::api
