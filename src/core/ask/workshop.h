// SPDX-License-Identifier: MIT
// Work on a repository: working trees, branches, commits, and the files of a spec.
#pragma once

#include "base/ensure.h"
#include "base/instant.h"
#include "core/ask/bundle.h"
#include "core/ask/spec_update.h"
#include "core/ask/supplies.h"
#include "core/evidence/task.h"
#include "core/evidence/work_sight.h"
#include "core/run/attempt_key.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::core {

struct WorkDone;
struct WorkInspected;

/// Look at a working tree, its git state and the task list in it. Answered by WorkInspected.
struct InspectWork {
  using Answer = WorkInspected;

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
  bool named = false;           ///< what git would call the tree is wanted too
  /// Globs of test files: what those of them that changed ask, against `since_head`. Empty: that is
  /// not asked.
  std::vector<std::string> tests = {};
};

/// Answer to InspectWork.
struct WorkInspected {
  Instant at{};
  AttemptKey key;
  work::WorkSight sight;
};

/// Make a working tree of its own on a branch of its own. Answered by WorkDone.
struct OpenWork {
  using Answer = WorkDone;

  AttemptKey key;
  std::string workspace;
  std::string directory;
  std::string branch;
  std::string from;                               ///< commit
  std::shared_ptr<const Supplies> supplies = {};  ///< null: none
};

/// Merge a branch into what the workspace has checked out, if that works without a conflict.
/// Answered by WorkDone.
struct MergeWork {
  using Answer = WorkDone;

  AttemptKey key;
  std::string workspace;
  std::string branch;
  std::string head;                    ///< what the branch must still point to
  std::string message;                 ///< of the merge commit
  std::vector<std::string> ours = {};  ///< files assay writes itself: a conflict in them is none
};

/// Take a working tree and its branch away, if nothing is lost with them. Answered by WorkDone.
struct CloseWork {
  using Answer = WorkDone;

  AttemptKey key;
  std::string workspace;
  std::string directory;
  std::string branch;
  std::vector<std::string> keep = {};  ///< files of it that people may want to look at, and
  std::string keep_in = {};            ///< the folder they are kept in; absolute
};

/// Bring the files of a spec in line with the journal. Answered by WorkDone.
struct UpdateSpec {
  using Answer = WorkDone;

  AttemptKey key;
  std::shared_ptr<const loop::SpecUpdate> update;  ///< never null
};

/// Make a working tree of its own at a commit, without a branch. Answered by WorkDone, with files
/// that are the guarding commit's and not the workspace's in `paths`.
struct OpenCopy {
  using Answer = WorkDone;

  AttemptKey key;
  std::string workspace;
  std::string directory;
  std::string commit;
  bool with_changes = false;  ///< also everything that is not committed in the workspace
  std::shared_ptr<const Supplies> supplies = {};  ///< null: none
  std::string guarded_by = {};            ///< a commit; empty: everything is the workspace's
  std::vector<std::string> guarded = {};  ///< globs of files that are what that commit has
  std::vector<std::string> judged = {};   ///< files that stay the workspace's all the same
  std::string home = {};  ///< a folder for whoever works there, made anew; empty: none
};

/// Take files over from a copy into the workspace. One that has changed in the workspace since the
/// copy was made is a conflict, and then nothing is taken. Answered by WorkDone with what was
/// changed in `paths`.
struct AdoptWork {
  using Answer = WorkDone;

  AttemptKey key;
  std::string workspace;
  std::string directory;
  std::string since;               ///< tree of the copy when it was made
  std::vector<std::string> paths;  ///< files or folders to take; empty: everything that changed
};

/// Bring files back to what they are in a commit; what is not in it goes. Answered by WorkDone.
struct RestoreFiles {
  using Answer = WorkDone;

  AttemptKey key;
  std::string workspace;
  std::string commit;
  std::vector<std::string> paths;
};

/// Commit these files and nothing else, if the tree is still what was verified. Answered by
/// WorkDone.
struct CommitWork {
  using Answer = WorkDone;

  AttemptKey key;
  std::string workspace;
  std::string message;  ///< with trailers
  std::vector<std::string> paths;
  std::string verified;         ///< digest of the tree without `feature_dir`; empty: not compared
  std::string feature_dir;      ///< its files were not verified
  std::string parent = {};      ///< the commit it must continue; empty: whatever is checked out
  std::string branch = {};      ///< the branch that must be checked out; empty with a parent: none
  std::string repository = {};  ///< what the repository was set up like before; empty: not compared
};

/// Put a tag on a commit, for people. Answered by WorkDone.
struct TagCommit {
  using Answer = WorkDone;

  AttemptKey key;
  std::string workspace;
  std::string tag;
  std::string commit;
};

/// Write the evidence bundle. Answered by WorkDone.
struct WriteBundle {
  using Answer = WorkDone;

  AttemptKey key;
  std::string directory;  ///< absolute: the feature folder
  std::shared_ptr<const pipeline::Bundle> bundle;
};

/// Answer to OpenWork, MergeWork, CloseWork and UpdateSpec.
struct WorkDone {
  Instant at{};
  AttemptKey key;
  work::WorkResult result;
};

inline std::string directory_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

inline std::string decision_of(const InspectWork& e) {
  return "look " + attempt_text(e.name, e.key);
}
inline std::string decision_of(const OpenWork& e) { return "branch " + e.branch; }
inline std::string decision_of(const MergeWork& e) { return "merge " + e.branch; }
inline std::string decision_of(const CloseWork& e) { return "close " + e.branch; }
inline std::string decision_of(const UpdateSpec& e) {
  ENSURE(e.update != nullptr);
  const std::string& message = e.update->commit_message;
  return "record " + std::to_string(e.update->tasks.ticked.size()) + " done" +
         (message.empty() ? "" : ", commit '" + message + "'");
}
inline std::string decision_of(const OpenCopy& e) { return "copy " + directory_name(e.directory); }
inline std::string decision_of(const AdoptWork& e) {
  return "adopt " + directory_name(e.directory);
}
inline std::string decision_of(const RestoreFiles& e) {
  return "restore " + std::to_string(e.paths.size()) + " files";
}
inline std::string decision_of(const CommitWork& e) {
  return "commit " + std::to_string(e.paths.size()) + " files '" +
         e.message.substr(0, e.message.find('\n')) + "'";
}
inline std::string decision_of(const TagCommit& e) { return "tag " + e.tag; }
inline std::string decision_of(const WriteBundle& e) {
  ENSURE(e.bundle != nullptr);
  return "bundle " + std::string(shown_word(e.bundle->confidence));
}

}  // namespace assay::core
