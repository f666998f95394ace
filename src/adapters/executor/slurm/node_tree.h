// SPDX-License-Identifier: MIT
// The tree of an order on the node that runs it: the workspace itself where it is shared, else a
// copy by content, which the attempts of one run on one node share, as they share the workspace of
// one machine.
#pragma once

#include "adapters/executor/slurm/orders.h"
#include "adapters/executor/slurm/tree_list.h"
#include "adapters/os/descriptor.h"
#include "core/ask/process.h"

#include <functional>
#include <string>
#include <vector>

namespace assay::slurm {

/// Runs a set-up and tells how it ended.
using RunLaunch = std::function<Result<core::Evidence>(const core::Launch&)>;

class NodeTree {
 public:
  /// `scratch`: of this user on this node; its `state` is kept from attempts.
  NodeTree(const JobOrder& order, const RunFolder& folder, std::string scratch)
      : order_(order), folder_(folder), scratch_(std::move(scratch)) {}

  /// Sees to it that the tree is there, byte for byte. Says what is wrong, and what to do about it.
  Result<> prepare(const RunLaunch& run);

  /// Where the attempt runs, and the tree that it is in.
  const std::string& cwd() const { return cwd_; }
  const std::string& root() const { return root_; }
  const std::string& id() const { return list_.id; }
  /// Files of a shared workspace that changed after the order.
  const std::vector<Stray>& strays() const { return strays_; }

  /// Files of the tree that are not as they were, after the attempt. Of a shared workspace the
  /// coordinator looks itself.
  Result<std::vector<std::string>> changed();

 private:
  Result<> check_shared();
  Result<> copy(const RunLaunch& run);
  Result<> fill(const std::string& directory, const RunLaunch& run);
  Result<> supply(const std::string& directory, const RunLaunch& run);
  Result<bool> take_copy();
  std::string state() const { return scratch_ + "/state"; }
  /// What is noted about a copy is where no attempt can write.
  std::string note(const std::string& what) const { return state() + "/" + name_ + what; }

  const JobOrder& order_;
  const RunFolder& folder_;
  std::string scratch_;
  TreeList list_;
  std::string root_;
  std::string cwd_;
  std::string name_;  ///< of the copy
  os::Descriptor in_use_;
  std::vector<Stray> strays_;
};

/// Removes what runs left in the scratch folder long ago and nobody uses.
void clear_old(const std::string& scratch);

}  // namespace assay::slurm
