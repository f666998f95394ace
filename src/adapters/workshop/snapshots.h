// SPDX-License-Identifier: MIT
// Questions to snapshots of trees.
#pragma once

#include "adapters/repository/tree/snapshot.h"

#include <string>

namespace assay::workshop {

/// Null if there is none of that path.
const tree::FileState* find_file(const tree::Snapshot& snapshot, const std::string& path);

/// Whether a path is the folder itself or below it. The folder is a plain path (task_list.h); "."
/// has everything below it.
bool is_below(const std::string& path, const std::string& folder);

/// Files below the folder are gone, and the digest is of what remains: it is the same however those
/// files change, and another one than that of the whole tree. An empty `folder` changes nothing.
tree::Snapshot leave_out(tree::Snapshot snapshot, const std::string& folder);

}  // namespace assay::workshop
