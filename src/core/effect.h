// SPDX-License-Identifier: MIT
// What a machine can want done. Effects are data; only the shell acts on them, and only after the
// event that led to them is durable.
#pragma once

#include "core/evidence/attempt.h"
#include "core/goals/check.h"
#include "core/loop/spec_update.h"
#include "core/outcome.h"
#include "core/pipeline/artifact.h"
#include "core/pipeline/bundle.h"
#include "core/pipeline/rows.h"

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
  std::vector<std::string> never_evidence;                  ///< globs of files that prove nothing
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
  std::string without = {};  ///< a folder that neither the digest nor what changed is to tell of
  bool files_only = false;   ///< of git nothing but what is checked out
  std::string since_repository = {};  ///< what the repository was set up like then; empty: unknown
  std::vector<std::string> files = {};  ///< of a task: those git ignores are digested by themselves
  std::string introduced = {};  ///< the task's line: since when is it in the list? Empty: not asked
  std::string subject = {};     ///< of the commit the task asks for
  bool between = false;         ///< no agent is at work, nor has one been since the earlier tree
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
  std::string head;                    ///< what the branch must still point to
  std::string message;                 ///< of the merge commit
  std::vector<std::string> ours = {};  ///< files assay writes itself: a conflict in them is none
};

/// Take a working tree and its branch away, if nothing is lost with them. Answered by WorkDone.
struct CloseWork {
  AttemptKey key;
  std::string workspace;
  std::string directory;
  std::string branch;
  std::vector<std::string> keep = {};  ///< files of it that people may want to look at, and
  std::string keep_in = {};            ///< the folder they are kept in; absolute
};

/// Bring the files of a spec in line with the journal. Answered by WorkDone.
struct UpdateSpec {
  AttemptKey key;
  std::shared_ptr<const loop::SpecUpdate> update;  ///< never null
};

/// Make a working tree of its own at a commit, without a branch. Answered by WorkDone.
struct OpenCopy {
  AttemptKey key;
  std::string workspace;
  std::string directory;
  std::string commit;
  bool with_changes = false;  ///< also everything that is not committed in the workspace
};

/// Look for the files an agent reads and writes. Answered by OutputsRead.
struct ReadOutputs {
  AttemptKey key;
  std::string name;
  std::string directory;    ///< the working tree
  std::string feature_dir;  ///< relative to it
  std::vector<pipeline::Output> outputs;
  std::vector<pipeline::Input> inputs = {};
};

/// Take files over from a copy into the workspace. One that has changed in the workspace since the
/// copy was made is a conflict, and then nothing is taken. Answered by WorkDone with what was
/// changed in `paths`.
struct AdoptWork {
  AttemptKey key;
  std::string workspace;
  std::string directory;
  std::string since;               ///< tree of the copy when it was made
  std::vector<std::string> paths;  ///< files or folders to take; empty: everything that changed
};

/// Bring files back to what they are in a commit; what is not in it goes. Answered by WorkDone.
struct RestoreFiles {
  AttemptKey key;
  std::string workspace;
  std::string commit;
  std::vector<std::string> paths;
};

/// Commit these files and nothing else, if the tree is still what was verified. Answered by
/// WorkDone.
struct CommitWork {
  AttemptKey key;
  std::string workspace;
  std::string message;  ///< with trailers
  std::vector<std::string> paths;
  std::string verified;     ///< digest of the tree without `feature_dir`; empty: not compared
  std::string feature_dir;  ///< its files were not verified
  std::string parent = {};  ///< the commit it must continue; empty: whatever is checked out
  std::string branch = {};  ///< the branch that must be checked out; empty with a parent: none
};

/// Put a tag on a commit, for people. Answered by WorkDone.
struct TagCommit {
  AttemptKey key;
  std::string workspace;
  std::string tag;
  std::string commit;
};

/// Rows for other tools. Answered by RowsRecorded, which is what brings them into the tables.
struct RecordRows {
  AttemptKey key;
  std::vector<pipeline::CheckRow> checks;
  std::vector<pipeline::TelemetryRow> telemetry;
};

/// Numbers that gates look at. Answered by RowsCounted.
struct CountRows {
  AttemptKey key;
  std::vector<pipeline::RowQuestion> questions;
};

/// Ask a person. Answered by ApprovalGiven, or by RunParked if nobody is there.
struct AskApproval {
  AttemptKey key;
  pipeline::Question question;  ///< filled in; only options that can be taken
  std::uint32_t ordinal = 0;    ///< how often this gate was answered before
  std::string nonce = {};       ///< an answer without it is none; empty: runs of v0_1
};

/// Write the evidence bundle. Answered by WorkDone.
struct WriteBundle {
  AttemptKey key;
  std::string directory;  ///< absolute: the feature folder
  std::shared_ptr<const pipeline::Bundle> bundle;
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
                            OpenWork, MergeWork, CloseWork, UpdateSpec, OpenCopy, ReadOutputs,
                            AdoptWork, RestoreFiles, CommitWork, TagCommit, RecordRows, CountRows,
                            AskApproval, WriteBundle, StopAttempts, Drain, Park, Conclude>;
using Effects = std::vector<Effect>;

/// One line per effect, stable for ever: what the journal keeps of a decision, what replay compares
/// and explain shows. "start unit#1; tree fmt#2; drain; conclude passed: all required gates passed"
std::string to_text(const Effects& effects);

}  // namespace assay::core
