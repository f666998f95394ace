// SPDX-License-Identifier: MIT
// The digest of the workspace, and what has changed in it.
#pragma once

#include "base/instant.h"
#include "core/run/attempt_key.h"

#include <string>
#include <vector>

namespace assay::core {

struct TreeObserved;

/// Digest the workspace. Answered by TreeObserved with the same key.
struct ObserveTree {
  using Answer = TreeObserved;

  AttemptKey key;
  std::string name;
  std::string since = {};       ///< digest of a tree kept earlier: also say what differs from it
  std::string since_head = {};  ///< a commit: also say which were made after it
  bool keep = false;            ///< this tree will be asked about later
};

/// The workspace as it was when the attempt asked for it; an empty digest means it could not be
/// read.
struct TreeObserved {
  Instant at{};
  AttemptKey key;
  std::string digest;
  std::string head;                  ///< the commit that is checked out; empty: none
  std::vector<std::string> changed;  ///< paths that differ from the tree that was asked about
  std::vector<std::string> commits;  ///< made since then, oldest first
};

}  // namespace assay::core
