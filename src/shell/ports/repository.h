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

/// The commit that work is held against.
struct BaseFacts {
  std::string commit;  ///< empty: there is none
  std::string tree;    ///< of the directory, as git calls it
};

}  // namespace assay::shell
