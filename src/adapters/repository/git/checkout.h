// SPDX-License-Identifier: MIT
// Files of a commit in a working tree, written without any program of the repository's. A file that
// a filter stands for (Git LFS, git-crypt) is not unpacked by that filter: it is copied from where
// it is unpacked already.
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace assay::git {

/// Makes index and files of a working tree that has none yet what a commit says. `source` is a
/// working tree of the same repository.
Result<> check_out(const std::string& directory, const std::string& commit,
                   const std::string& source);

/// Gives files that are only stood for their content, if it can be had: from `source`, where that
/// has the same file (empty: none), or from what Git LFS keeps. `paths` are relative to the top;
/// empty: all. The rest stays as it is stored.
Result<> unpack(const std::string& directory, const std::string& commit, const std::string& source,
                const std::vector<std::string>& paths);

}  // namespace assay::git
