// SPDX-License-Identifier: MIT
// What git knows about a working tree, without changing anything. How git is called: call.h.
#pragma once

#include "base/result.h"
#include "core/evidence/work_sight.h"

#include <string>
#include <vector>

namespace assay::git {

bool is_repository(const std::string& directory);

/// The commit that is checked out; empty if there is none, or no repository.
std::string head(const std::string& directory);

/// The branch that is checked out, without refs/heads/; empty if HEAD is detached.
std::string current_branch(const std::string& directory);

/// The branch others work from: what origin calls its HEAD, else init.defaultBranch, main or
/// master, whichever exists first. Empty: none of them.
std::string default_branch(const std::string& directory);

/// The commit a branch points to; empty if there is no such branch.
std::string tip_of(const std::string& directory, const std::string& branch);

/// Files that are not as HEAD or the index has them (standing.h), relative to `directory`, sorted,
/// at most 100,000. Ignored files are not among them, nor what is going on inside submodules.
Result<std::vector<std::string>> dirty(const std::string& directory);

/// From the top of the working tree to the directory; empty or ending with a slash.
std::string prefix_of(const std::string& directory);

/// A path as git says it, from the top, as seen from a directory inside: "../" for each level up.
std::string seen_from(const std::string& prefix, const std::string& path);

/// Tracked files that git was told not to look at (assume-unchanged, skip-worktree).
Result<std::vector<std::string>> unwatched(const std::string& directory);

/// Whether a rule of git's hides a file of that name, relative to the directory.
bool is_ignored(const std::string& directory, const std::string& path);

/// Whether `younger` has `older` in its history. Commits that do not exist have no history.
bool is_ancestor(const std::string& directory, const std::string& older,
                 const std::string& younger);

/// Commits that HEAD has and `base` has not, oldest first, the latest 1,000.
std::vector<std::string> commits_since(const std::string& directory, const std::string& base);

/// The same with their subjects; an empty `base` means all.
Result<std::vector<core::work::CommitSight>> history_since(const std::string& directory,
                                                           const std::string& base);

}  // namespace assay::git
