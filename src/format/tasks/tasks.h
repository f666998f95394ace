// SPDX-License-Identifier: MIT
// tasks.md: reading it, writing it as it should be, and telling what somebody did to it.
//
//   ## Phase 1: Make It Work
//   - [ ] 1.1 [P] Write the parser
//     - **Do**: ...
//     - **Files**: `src/parser.ts`
//     - **Done when**: ...
//     - **Verify**: `npm test`
//     - **Commit**: `feat: parser`
//
// A task is a list item with a check box (`- [ ]`, `- [x]`, `- [X]`, also with `*` or `+`) at the
// left margin; one blank before it is tolerated, two make it part of the task above, as in
// markdown. Front matter, fenced blocks and HTML comments hold no tasks. An indented fence or
// comment ends with the list item it stands in, so with the next task line; one at the margin that
// is never closed ends there too, because a forgotten fence must not swallow tasks.
//
// A block goes on to the next task line, heading or rule, without blank lines at its end. Text at
// the margin behind a blank line belongs to it only if indented lines of the task follow. Headings
// of level 2, and any that begins with "Phase N", are phases; others only end a block.
//
// An id is the first word if it is a task id as a whole (1.2, V1, T001, TASK-001): "OAuth2", "E2E"
// and "2FA" are words. Markers stand around it in brackets. Files written by Spec Kit and OpenSpec
// have no fields: there the paths that a title names are its files.
#pragma once

#include "core/evidence/task.h"
#include "format/problem.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

struct TasksReading {
  std::vector<core::loop::Task> tasks;  ///< in file order
  std::string spec;                     ///< `spec:` of the front matter, else of "# Tasks: spec"
  std::vector<Problem> problems;        ///< what makes the file unusable; then there are no tasks
};

/// Refused: over 8 MiB, more than 20,000 tasks, NUL bytes. Linear in the size of the text.
TasksReading read_tasks(std::string_view text,
                        core::loop::Reading reading = core::loop::Reading::v0_2);

struct BlockReading {
  core::loop::Task task;
  std::vector<std::string> problems;  ///< why this is not one whole task; empty: it is
};

/// A block somebody proposes: exactly one open task with an id and all five fields. It may be
/// indented as a whole and have blank lines around it; `task.block` is without those.
BlockReading read_task_block(std::string_view block);

/// tasks.md as it should be. Bytes that no insertion and no tick concerns stay as they are. A block
/// that is inserted must be good for read_task_block; one without a task line is a bug.
std::string write_tasks(const core::loop::TaskList& list);

struct ListedTask {
  core::loop::TaskKey key = 0;
  core::loop::Task task;
};

/// All tasks in the order of the written text; lines are those of the written text.
std::vector<ListedTask> tasks_of(const core::loop::TaskList& list);

struct TasksDifference {
  std::vector<std::string> tampering;       ///< one sentence each, at most 100
  std::vector<core::loop::TaskKey> ticked;  ///< ticks that should not be there, ascending
};

/// What an actual tasks.md does differently from what it should be. Notes, free text, white space
/// at line ends and ticks of check lists inside a task are nobody's business.
TasksDifference compare_tasks(const core::loop::TaskList& expected, std::string_view actual);

}  // namespace assay::format
