// SPDX-License-Identifier: MIT
// What git knows about a working tree. Nothing of the repository's own configuration gets to run:
// no hooks, no monitor, no external programs, no pager.
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace assay::git {

/// The command line of a git that only tells.
std::vector<std::string> asking(const std::vector<std::string>& words);

/// The commit that is checked out; empty if there is none, or no repository.
std::string head(const std::string& directory);

/// Commits that HEAD has and `base` has not, oldest first, at most 1,000.
std::vector<std::string> commits_since(const std::string& directory, const std::string& base);

}  // namespace assay::git
