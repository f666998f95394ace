// SPDX-License-Identifier: MIT
// What the history of a repository tells about a task: since when it is in the list, what of its
// files has changed since, and which files each commit of an attempt changes.
#pragma once

#include "adapters/repository/tree/snapshot.h"
#include "base/result.h"
#include "core/ask/effect.h"

#include <string>
#include <vector>

namespace assay::workshop {

/// Fills in the files of each commit but merges. Of more than 200 commits those of the latest.
Result<> add_commit_files(const std::string& directory,
                          std::vector<core::work::CommitSight>& commits);

/// Since when the task is in the list, and what came since. Nothing if git cannot tell.
void look_at_origin(const core::InspectWork& wanted, core::work::WorkSight& sight);

/// Those files of the task that are there but not in the snapshot, because git ignores them, each
/// with its digest.
std::vector<std::string> ignored_files(const core::InspectWork& wanted,
                                       const tree::Snapshot& snapshot);

}  // namespace assay::workshop
