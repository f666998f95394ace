// SPDX-License-Identifier: MIT
// Working trees, branches and spec files of one workspace. Every answer is found by looking, never
// remembered, so that all of it may be asked for twice.
#pragma once

#include "adapters/repository/git/place.h"
#include "adapters/repository/tree/git_files.h"
#include "adapters/repository/tree/kept.h"
#include "adapters/repository/trees.h"
#include "adapters/workshop/holds.h"
#include "adapters/workshop/supplier.h"
#include "shell/ports/workplace.h"

#include <map>
#include <memory>
#include <string>

namespace assay::workshop {

class Workshop final : public shell::Workplace {
 public:
  /// Both are absolute. Snapshots of trees are kept in `state_dir`.
  Workshop(std::string workspace, std::string state_dir);

  core::work::WorkSight inspect(const core::InspectWork& wanted) override;
  core::work::WorkResult open(const core::OpenWork& wanted) override;
  core::work::WorkResult merge(const core::MergeWork& wanted) override;
  core::work::WorkResult close(const core::CloseWork& wanted) override;
  core::work::WorkResult update(const core::UpdateSpec& wanted) override;

  shell::Supply supply(const shell::SupplyOrder& order, Millis patience) override {
    return supplier_.supply(order, patience);
  }
  shell::Supply set_up(const shell::SupplyOrder& order, const core::Evidence& evidence) override {
    return supplier_.set_up(order, evidence);
  }
  Supplier& supplier() { return supplier_; }

  core::work::WorkResult copy(const core::OpenCopy& wanted) override;
  core::pipeline::Outputs outputs(const core::ReadOutputs& wanted) override;
  core::work::WorkResult adopt(const core::AdoptWork& wanted) override;
  core::work::WorkResult restore(const core::RestoreFiles& wanted) override;
  core::work::WorkResult commit(const core::CommitWork& wanted) override;
  core::work::WorkResult tag(const core::TagCommit& wanted) override;
  core::work::WorkResult write(const core::WriteBundle& wanted) override;

 private:
  Result<> look(const core::InspectWork& wanted, core::work::WorkSight& sight);
  Result<> look_at_files(const core::InspectWork& wanted, const tree::Snapshot& whole,
                         core::work::WorkSight& sight);
  Result<> look_at_standing(const core::InspectWork& wanted, const git::Place& place,
                            const tree::Snapshot& snapshot, core::work::WorkSight& sight);
  Result<> look_at_setup(const core::InspectWork& wanted, const git::Place& place,
                         core::work::WorkSight& sight);
  Result<> bring_changes(const core::OpenCopy& wanted);
  Result<std::string> try_copy(const core::OpenCopy& wanted);
  Result<std::vector<std::string>> guard(const core::OpenCopy& wanted);
  Result<> make_home(const core::OpenCopy& wanted) const;
  void keep_files(const core::CloseWork& wanted) const;
  core::work::WorkResult close_copy(const core::CloseWork& wanted);
  Result<core::work::WorkResult> try_adopt(const core::AdoptWork& wanted);
  Result<tree::Snapshot> verified_files(const core::CommitWork& wanted);
  Result<std::string> try_commit(const core::CommitWork& wanted);
  /// What is remembered about a working tree that goes or is made anew.
  void forget(const std::string& directory);
  /// Nobody clears it away from now on, also if it is yet to be made.
  void hold(const std::string& directory);
  Result<> check_verified(const core::loop::SpecUpdate& update);
  Result<> check_repository(const core::CommitWork& wanted);
  void keep_list(const core::InspectWork& wanted, core::loop::WorkSight& sight) const;
  tree::Trees& trees_of(const std::string& directory);
  std::string cache_of(const std::string& directory) const;

  std::string workspace_;
  std::string state_dir_;
  tree::Kept kept_;
  tree::StoredNames names_;
  std::map<std::string, std::unique_ptr<tree::Trees>> trees_;  ///< by directory
  Supplier supplier_;
  Holds holds_;
};

}  // namespace assay::workshop
