// SPDX-License-Identifier: MIT
// What assay sees of a working tree: its files, its git state, and what became of the task list in
// it.
#pragma once

#include "core/evidence/task.h"
#include "core/evidence/test_texts.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::core::work {

struct CommitSight {
  std::string id;                       ///< full
  std::string subject;                  ///< its first line
  std::vector<std::string> files = {};  ///< that it changes; empty: not asked, or none

  friend bool operator==(const CommitSight&, const CommitSight&) = default;
};

/// A working tree at one moment, against an earlier one.
struct WorkSight {
  std::string problem;                 ///< why it could not be looked at; empty: it could
  std::string tree;                    ///< digest of every file that git does not ignore
  std::string head;                    ///< commit
  std::string branch;                  ///< empty: detached
  bool continues = true;               ///< the earlier commit is still in the history of this one
  std::vector<std::string> changed;    ///< files that differ from the earlier tree
  std::vector<CommitSight> commits;    ///< made since, oldest first
  std::vector<std::string> dirty;      ///< files that are not as HEAD or the index has them
  std::vector<std::string> tampering;  ///< what in tasks.md is not what it should be, in words
  std::vector<loop::TaskKey> ticked;   ///< ticks that assay did not make
  /// Files that were committed since with another content than they have in the working tree, and
  /// links made since that lead out of it.
  std::vector<std::string> differs = {};
  /// What was changed since in the repository that is not for an agent to change (references,
  /// hooks, configuration, rules of git's own), in words.
  std::vector<std::string> reached = {};
  std::string repository = {};          ///< digest of what the repository was set up like
  std::vector<std::string> added = {};  ///< of `changed`: those the earlier tree did not have
  std::vector<std::string> empty = {};  ///< of `changed`: those that have no content now
  /// Files of the task that git ignores, each with its digest: "build/a.bin 1f3a..."
  std::vector<std::string> ignored = {};
  std::string origin = {};  ///< the commit in which the task came into the list; empty: not known
  std::vector<std::string> since_origin = {};  ///< files of the task that differ from that commit
  bool committed_since = false;  ///< since then there is a commit with the task's message
  std::string name = {};         ///< what git would call the tree; empty: not asked
  TestTexts texts = {};          ///< of changed test files, if that was asked

  friend bool operator==(const WorkSight&, const WorkSight&) = default;
};

/// What came of a change that assay made to the repository or the spec.
struct WorkResult {
  enum class Status : std::uint8_t {
    done,
    conflict,  ///< a merge that would not be clean; nothing was touched
    failed,
  };

  Status status = Status::done;
  std::string detail;              ///< why it failed; what was kept, and where
  std::string head;                ///< the commit that is checked out afterwards
  std::vector<std::string> paths;  ///< in conflict

  friend bool operator==(const WorkResult&, const WorkResult&) = default;
};

}  // namespace assay::core::work

namespace assay::core::loop {
using work::CommitSight;
using work::WorkResult;
using work::WorkSight;
}  // namespace assay::core::loop
