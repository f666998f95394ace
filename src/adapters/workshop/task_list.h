// SPDX-License-Identifier: MIT
// The task list in a working tree against what it should be.
#pragma once

#include "core/ask/effect.h"
#include "core/evidence/work_sight.h"

namespace assay::workshop {

/// Fills in tampering and ticks. A list that is gone, or hidden behind a symbolic link, was
/// tampered with.
void compare_list(const core::InspectWork& wanted, core::work::WorkSight& sight);

/// Whether a path is one of the files that assay and agents keep beside a task list for themselves:
/// .ralph-state.json, .tasks.lock, .git-commit.lock, .progress-task-*.md.
bool is_private(const std::string& path, const std::string& spec_dir);

/// "specs/x" for "./specs//x/"; "." stays.
std::string plain_path(const std::string& path);

}  // namespace assay::workshop
