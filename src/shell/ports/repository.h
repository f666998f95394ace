// SPDX-License-Identifier: MIT
// What git knows about a directory.
#pragma once

#include <string>
#include <vector>

namespace assay::shell {

struct RepositoryFacts {
  bool is_repository = false;
  std::string head;                ///< commit; empty: there is none yet
  std::string branch;              ///< empty: detached
  std::string default_branch;      ///< empty: not known
  std::vector<std::string> dirty;  ///< changed or untracked files
  std::string busy;  ///< a merge, rebase or the like that is not finished; empty: none
};

/// A commit that somebody named.
struct CommitFacts {
  std::string id;
  std::string tree;
  std::vector<std::string> submodules;  ///< their folders
};

}  // namespace assay::shell
