// SPDX-License-Identifier: MIT
// What the files of a spec should say at one moment: tasks.md, .ralph-state.json, .progress.md and
// the index. All of them are projections of the journal; writing them twice is writing them once.
#pragma once

#include "core/evidence/task.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::core::loop {

/// The fields of .ralph-state.json that assay owns. Every other field of the file stays.
struct StateFields {
  std::string name;              ///< written only if the file has none
  std::string base_path;         ///< likewise
  std::uint32_t task_index = 0;  ///< of the first task that is not done
  std::uint32_t total_tasks = 0;
  std::uint32_t task_iteration = 1;
  std::int32_t max_task_iterations = 5;
  std::uint32_t global_iteration = 1;
  std::int32_t max_global_iterations = 100;
  bool recovery_mode = false;
  std::int32_t max_fix_tasks_per_original = 3;
  std::int32_t max_fix_task_depth = 3;
  std::int32_t max_modifications_per_task = 3;
  std::int32_t max_modification_depth = 2;

  struct Fixes {
    std::uint32_t attempts = 0;
    std::vector<std::string> ids;
    std::string last_error;
  };
  struct Modification {
    std::string id;    ///< of the first task it added
    std::string type;  ///< SPLIT_TASK, ADD_PREREQUISITE, ADD_FOLLOWUP
    std::string reason;
  };
  struct Group {
    std::uint32_t start = 0;
    std::uint32_t end = 0;
    bool is_parallel = false;
  };
  struct MemberResult {
    std::string status;  ///< pending, success, failed
    std::string error;
  };
  std::map<std::string, Fixes> fix_task_map;
  std::map<std::string, std::vector<Modification>> modification_map;
  std::optional<Group> parallel_group;                 ///< none: the fields are removed
  std::map<std::uint32_t, MemberResult> task_results;  ///< of the group, by index
};

/// Something .progress.md is to hold. Where it holds it already, nothing is added.
struct ProgressEntry {
  enum class Section : std::uint8_t {
    completed,    ///< "## Completed Tasks"
    fix_history,  ///< "## Fix Task History", before "## Learnings"
    suggestions,  ///< "## Review Suggestions"
    learnings,    ///< "## Learnings"
    log,          ///< a block at the end: reviews, skips, modifications
  };

  Section section = Section::log;
  std::string text;  ///< one or more lines without a final line ending
};

struct SpecUpdate {
  std::string workspace;  ///< absolute: the main working tree
  std::string spec_dir;   ///< relative to it
  TaskList tasks;
  std::optional<StateFields> state;  ///< none: the state file is removed
  std::vector<ProgressEntry> progress;
  /// Notes of agents to be taken over into .progress.md in this order, and then removed: absolute
  /// paths of .progress-task-<index>.md files. One that is not there is none.
  std::vector<std::string> notes;
  bool over = false;  ///< the spec is finished: old .progress-task-*.md go, the index is updated
  /// Commit with this message; empty: nothing is committed. Of the spec only tasks.md, .progress.md
  /// and the index are, and never what git ignores.
  std::string commit_message;
  std::vector<std::string> commit_files;  ///< further files, relative to the workspace
  std::string verified = {};  ///< digest of the tree those files were verified in; empty: not asked
};

}  // namespace assay::core::loop
