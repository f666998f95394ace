// SPDX-License-Identifier: MIT
// What git knows about a directory.
#pragma once

#include <cstdint>
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

/// A piece in which a file differs from what a commit has. Lines are counted from 1; a span of none
/// stands behind its line.
struct Hunk {
  std::string path = {};
  std::uint32_t old_first = 0;
  std::uint32_t old_count = 0;
  std::uint32_t new_first = 0;
  std::uint32_t new_count = 0;

  /// A file that only one side has, or that is no text.
  bool is_whole() const { return old_count == 0 && new_count == 0; }
};

/// A commit that somebody named.
struct CommitFacts {
  std::string id;
  std::string tree;
  std::vector<std::string> submodules;  ///< their folders
};

}  // namespace assay::shell
