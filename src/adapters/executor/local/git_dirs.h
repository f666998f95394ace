// SPDX-License-Identifier: MIT
// Where git writes for a working tree, read from its files: no git is started.
#pragma once

#include <string>
#include <vector>

namespace assay::process {

/// The git folder of the working tree that holds `directory`, and in a worktree also the one it
/// shares with the others; absolute, without links. Nothing outside of a working tree, and nothing
/// if a link between the two leads elsewhere than back.
std::vector<std::string> git_dirs_of(const std::string& directory);

/// The same as a list in TOML: ["/a/.git", "/b"].
std::string git_dirs_list(const std::string& directory);

}  // namespace assay::process
