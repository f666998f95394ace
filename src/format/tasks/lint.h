// SPDX-License-Identifier: MIT
// What a planner or reviewer would say about a task list without understanding it: the mechanical
// rules, each with its line and the way out.
#pragma once

#include "core/loop/lint/lint.h"
#include "format/tasks/tasks.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

using TaskFinding = core::loop::lint::Finding;

struct TaskLintOptions {
  bool has_gates = false;  ///< assay.yaml has verify: commands that stand in for a missing Verify
};

/// In the order of their lines. `text` is what `reading` was read from.
///
/// Errors: no-tasks, duplicate-id, fix-of-unknown, unclosed-block, missing-verify (a warning with
/// gates), verify-not-a-command, verify-masked, verify-constant, verify-detaches,
/// verify-unparsable, files-outside-workspace, parallel-shares-files, parallel-shares-config (a
/// warning if only one of the group names the file).
/// Warnings: missing-do, missing-files, missing-done-when, missing-commit, no-fields (once, for a
/// list of another tool), files-without-paths, verify-opts-out, no-id, ids-out-of-order,
/// phase-mismatch, total-tasks-wrong, parallel-verify, lone-parallel, no-verify-within-3,
/// too-many-steps, too-many-files, odd-check-box.
std::vector<TaskFinding> lint_tasks(const TasksReading& reading, std::string_view text,
                                    const TaskLintOptions& options);

}  // namespace assay::format
