// SPDX-License-Identifier: MIT
// The digest of the workspace, and what has changed in it.
#pragma once

#include "base/instant.h"
#include "core/evidence/tree.h"
#include "core/run/attempt_key.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::core {

struct TreeObserved;

/// Files that are held against a commit, whatever git ignores.
struct Guarding {
  std::string commit = {};              ///< empty: nothing is asked
  std::vector<std::string> globs = {};  ///< as work::spread has them
};

/// Digest the workspace. Answered by TreeObserved with the same key.
struct ObserveTree {
  using Answer = TreeObserved;

  AttemptKey key;
  std::string name;
  std::string since = {};       ///< digest of a tree kept earlier: also say what differs from it
  std::string since_head = {};  ///< a commit: also say which were made after it
  bool keep = false;            ///< this tree will be asked about later
  /// What git would call it is wanted too, and what changed is told apart from what is new: files
  /// that `since` does not have are by-products, and no part of the answer's tree. Of those that
  /// appeared while no coordinator was there, code is a part of it: a person may have written it.
  bool named = false;
  /// No part of it either, as long as they are unchanged; those without a digest as long as git
  /// does not track them.
  std::vector<ByProduct> without = {};
  /// Globs of files, ignored ones too, whose digest is wanted: one list per answer.
  std::vector<std::vector<std::string>> inputs = {};
  /// A command that may change the tree has just ended: new code is part of the tree.
  bool after_change = false;
  /// Untracked files that gates of earlier runs have made and that something may load: part of the
  /// tree as they were, and by-products once they are written again.
  std::vector<std::string> remade = {};
  /// Programs whose stamps are wanted: absolute paths.
  std::vector<std::string> programs = {};
  Guarding guarding = {};  ///< of a named look: which protected files are not as a commit has them
};

/// The workspace as it was when the attempt asked for it; an empty digest means it could not be
/// read.
struct TreeObserved {
  Instant at{};
  AttemptKey key;
  std::string digest;
  std::string head;                        ///< the commit that is checked out; empty: none
  std::vector<std::string> changed;        ///< paths that differ from the tree that was asked about
  std::vector<std::string> commits;        ///< made since then, oldest first
  std::string tree = {};                   ///< what git would call it, if that was asked
  std::vector<ByProduct> created = {};     ///< new files; at most `by_products_max`
  std::uint64_t created_more = 0;          ///< beyond those
  std::vector<std::string> by_bytes = {};  ///< files whose filter was not run
  std::string problem = {};                ///< why it could not be read
  std::vector<std::string> inputs = {};    ///< digests of what was asked for, in that order
  /// Files that have the bytes they had and were written or replaced all the same since this
  /// process last looked; at most `by_products_max`.
  std::vector<std::string> touched = {};
  std::uint64_t touched_more = 0;        ///< beyond those
  std::string linked = {};               ///< digest of what links of the tree lead to outside of it
  std::vector<std::string> stamps = {};  ///< of the programs that were asked for, in that order
  std::vector<std::string> own = {};     ///< files of the workspace that assay's own output goes to
  std::vector<std::string> protected_changed = {};  ///< not as the commit has them, sorted
};

inline std::string decision_of(const ObserveTree& e) {
  return "tree " + attempt_text(e.name, e.key);
}

}  // namespace assay::core
