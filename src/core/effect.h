// SPDX-License-Identifier: MIT
// What a machine can want done. Effects are data; only the shell acts on them, and only after the
// event that led to them is durable.
#pragma once

#include "core/evidence/attempt.h"
#include "core/goals/check.h"
#include "core/loop/spec_update.h"
#include "core/outcome.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace assay::core {

/// Run one attempt. Answered by exactly one AttemptEnded.
struct StartAttempt {
  Launch launch;
};

/// Digest the workspace. Answered by TreeObserved with the same key.
struct ObserveTree {
  AttemptKey key;
  std::string name;
  std::string since = {};       ///< digest of a tree kept earlier: also say what differs from it
  std::string since_head = {};  ///< a commit: also say which were made after it
  bool keep = false;            ///< this tree will be asked about later
};

/// Reserve one attempt of an agent, and say what other runs have spent today. Answered by
/// SpendingReported.
struct AskSpending {
  AttemptKey key;
  std::string name;
};

/// Look for what tasks promised, without running anything. Answered by WorkspaceInspected.
struct InspectWorkspace {
  std::shared_ptr<const std::vector<goals::Check>> checks;  ///< never null
};

/// Look at a working tree, its git state and the task list in it. Answered by WorkInspected.
struct InspectWork {
  AttemptKey key;
  std::string name;
  std::string directory;        ///< absolute: the workspace, or a worktree of it
  std::string since = {};       ///< digest of a tree seen earlier; empty: there is none
  std::string since_head = {};  ///< the commit that was checked out then
  std::string spec_dir = {};    ///< relative to the directory
  std::optional<loop::TaskList> expected = {};  ///< what tasks.md should be; none: not compared
};

/// Make a working tree of its own on a branch of its own. Answered by WorkDone.
struct OpenWork {
  AttemptKey key;
  std::string workspace;
  std::string directory;
  std::string branch;
  std::string from;  ///< commit
};

/// Merge a branch into what the workspace has checked out, if that works without a conflict.
/// Answered by WorkDone.
struct MergeWork {
  AttemptKey key;
  std::string workspace;
  std::string branch;
  std::string head;     ///< what the branch must still point to
  std::string message;  ///< of the merge commit
  std::vector<std::string> ours = {};  ///< files assay writes itself: a conflict in them is none
};

/// Take a working tree and its branch away, if nothing is lost with them. Answered by WorkDone.
struct CloseWork {
  AttemptKey key;
  std::string workspace;
  std::string directory;
  std::string branch;
};

/// Bring the files of a spec in line with the journal. Answered by WorkDone.
struct UpdateSpec {
  AttemptKey key;
  std::shared_ptr<const loop::SpecUpdate> update;  ///< never null
};

/// End everything in flight; each attempt still answers with its AttemptEnded.
struct StopAttempts {};

/// Say how many attempts are still held. Answered by DrainReported.
struct Drain {};

/// The coordinator may go away; the run waits. Answered by RunParked.
struct Park {
  std::optional<Instant> until;
  std::string reason;
};

/// The run is over. Answered by RunConcluded, after which nothing happens.
struct Conclude {
  Outcome outcome{};
  std::string reason;
};

using Effect = std::variant<StartAttempt, ObserveTree, AskSpending, InspectWorkspace, InspectWork,
                            OpenWork, MergeWork, CloseWork, UpdateSpec, StopAttempts, Drain, Park,
                            Conclude>;
using Effects = std::vector<Effect>;

/// One line per effect, stable for ever: what the journal keeps of a decision, what replay compares
/// and explain shows. "start unit#1; tree fmt#2; drain; conclude passed: all required gates passed"
std::string to_text(const Effects& effects);

}  // namespace assay::core
