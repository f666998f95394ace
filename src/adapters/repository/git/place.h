// SPDX-License-Identifier: MIT
// Where a repository keeps its things, found without asking git: what somebody did to a working
// tree must not lead to another one.
#pragma once

#include <string>
#include <vector>

namespace assay::git {

/// The working tree a directory is in: the nearest directory, itself or above it, that has a .git.
/// Empty: it is in none.
std::string top_of(const std::string& directory);

/// Absolute, without symbolic links; all empty if the directory is in no repository.
struct Place {
  std::string top;
  std::string own;     ///< git's directory for this working tree: HEAD and index
  std::string common;  ///< git's directory for all of them: refs and objects

  bool is_there() const { return !own.empty(); }
};

Place place_of(const std::string& directory);

/// Whether `directory` is a worktree linked to the repository of `workspace`, and its metadata
/// says so too.
bool is_linked(const std::string& directory, const Place& workspace);

/// What git is in the middle of: "a merge", "a rebase"; empty: nothing.
std::string in_progress(const Place& place);

/// Without symbolic links; the text itself if there is nothing there.
std::string real_path(const std::string& path);

}  // namespace assay::git
