// SPDX-License-Identifier: MIT
// What git would call a working tree: `git add -A && git write-tree`, computed from a snapshot
// without git, an index or a configuration. Line ends, $Id$ and Git LFS go by the .gitattributes
// files of the tree; a file with any other filter goes by its bytes and is named.
#pragma once

#include "adapters/repository/tree/snapshot.h"
#include "base/result.h"

#include <string>
#include <vector>

namespace assay::tree {

struct TreeName {
  std::string id;                     ///< hex
  std::vector<std::string> by_bytes;  ///< files whose filter was not run
};

/// `workspace` is absolute; `snapshot` is what was seen in it. Fault::conflict: a file is not what
/// the snapshot says any more.
Result<TreeName> name_of(const std::string& workspace, const Snapshot& snapshot);

}  // namespace assay::tree
