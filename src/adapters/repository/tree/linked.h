// SPDX-License-Identifier: MIT
// What links of a tree lead to outside of it: ignored files and files elsewhere. A test that reads
// through such a link depends on bytes that no name of the tree has.
#pragma once

#include "adapters/repository/tree/snapshot.h"

#include <string>

namespace assay::tree {

/// A digest of all of it; empty: no link leads out of the snapshot. `workspace` is absolute and
/// without links. Files go by their bytes, large ones and those of folders by size, times and
/// inode. Of a folder with too much in it no two looks are alike.
std::string digest_linked(const std::string& workspace, const Snapshot& snapshot);

}  // namespace assay::tree
