// SPDX-License-Identifier: MIT
// The state directory of a workspace, by what is kept where. It lies outside the workspace: what an
// agent can write proves nothing.
#pragma once

#include <string>
#include <utility>

namespace assay::shell {

class StateDir {
 public:
  StateDir() = default;
  StateDir(std::string path) : path_(std::move(path)) {}  // NOLINT: a path is all there is to it

  const std::string& path() const { return path_; }
  operator const std::string&() const { return path_; }  // NOLINT: likewise

  std::string ledger() const { return path_ + "/ledger.db"; }
  /// What belongs to one run beside its events.
  std::string run(const std::string& run_id) const { return path_ + "/runs/" + run_id; }
  std::string logs(const std::string& run_id) const { return run(run_id) + "/logs"; }
  /// Copies and worktrees its agents work in.
  std::string work(const std::string& run_id) const { return run(run_id) + "/work"; }
  /// Answers of people to its questions.
  std::string approvals(const std::string& run_id) const { return run(run_id) + "/approvals"; }
  /// What is to be told of runs, and to whom it was told.
  std::string notices() const { return path_ + "/notify"; }
  /// Files of trees that were kept, by digest.
  std::string blobs() const { return path_ + "/blobs"; }
  /// Results of set-ups, by the digest of what they were made from.
  std::string setups() const { return path_ + "/setups"; }
  /// What is remembered of files that did not change.
  std::string tree_cache() const { return path_ + "/tree-cache"; }
  /// Programs that were started and left alone.
  std::string job(const std::string& id) const { return path_ + "/jobs/" + id; }
  /// Held by the one run that works in the workspace.
  std::string work_lock() const { return path_ + "/work.lock"; }
  /// A state of its own, for runs that are no evidence.
  StateDir aside(const std::string& name) const { return StateDir(path_ + "/" + name); }

 private:
  std::string path_;
};

}  // namespace assay::shell
