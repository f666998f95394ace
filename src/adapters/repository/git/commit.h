// SPDX-License-Identifier: MIT
// Commits exactly the files that are named, as their bytes are: assay reads them, names them and
// builds the tree; no filter, no attribute of the repository's own and nothing that is staged has a
// part in it. What else is staged stays staged.
#pragma once

#include "adapters/repository/tree/snapshot.h"
#include "base/result.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace assay::git {

/// What a commit must continue: the commit and the branch that are checked out.
struct Parent {
  std::string commit;  ///< empty: no commit yet
  std::string branch;  ///< empty: detached
};

struct CommitOrder {
  std::string directory;
  std::string message;
  std::vector<std::string> paths;  ///< relative to it: files, or folders with all that is in them
  std::string scratch;             ///< a directory for a file that is needed meanwhile
  /// Asked when it is fixed what would be committed, before anything of the user's is touched; an
  /// error of it is the end. None: nobody is asked.
  std::function<Result<>()> confirm = {};
  /// What the files must be; null: what they are now. Of the directory.
  const tree::Snapshot* snapshot = nullptr;
  /// Fault::conflict if something else is checked out. None: whatever is.
  std::optional<Parent> parent = {};
};

/// Paths that git ignores, and those that are neither there nor tracked, are left out. Nothing to
/// commit is fine. May be repeated after a crash at any point.
Result<> commit(const CommitOrder& order);

/// The message of the commit that is checked out, without line breaks at its end.
Result<std::string> message_of_head(const std::string& directory);

/// The first parent of a commit; empty: it has none.
std::string parent_of(const std::string& directory, const std::string& commit);

}  // namespace assay::git
