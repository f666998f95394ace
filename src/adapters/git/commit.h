// SPDX-License-Identifier: MIT
// Commits exactly the files that are named. What else is staged stays staged.
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace assay::git {

struct CommitOrder {
  std::string directory;
  std::string message;
  std::vector<std::string> paths;  ///< relative to it: files, or folders with all that is in them
  std::string scratch;             ///< a directory for a file that is needed meanwhile
};

/// Paths that git ignores, and those that are neither there nor tracked, are left out. Nothing to
/// commit is fine. May be repeated after a crash at any point.
Result<> commit(const CommitOrder& order);

}  // namespace assay::git
