// SPDX-License-Identifier: MIT
// Commits exactly the files that are named. What else is staged stays staged.
#pragma once

#include "base/result.h"

#include <functional>
#include <string>
#include <vector>

namespace assay::git {

struct CommitOrder {
  std::string directory;
  std::string message;
  std::vector<std::string> paths;  ///< relative to it: files, or folders with all that is in them
  std::string scratch;             ///< a directory for a file that is needed meanwhile
  /// Asked when it is fixed what would be committed, before anything of the user's is touched; an
  /// error of it is the end. None: nobody is asked.
  std::function<Result<>()> confirm = {};
};

/// Paths that git ignores, and those that are neither there nor tracked, are left out. Nothing to
/// commit is fine. May be repeated after a crash at any point.
Result<> commit(const CommitOrder& order);

/// The message of the commit that is checked out, without line breaks at its end.
Result<std::string> message_of_head(const std::string& directory);

}  // namespace assay::git
