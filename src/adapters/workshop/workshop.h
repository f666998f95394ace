// SPDX-License-Identifier: MIT
// Working trees, branches and spec files of one workspace. Every answer is found by looking, never
// remembered, so that all of it may be asked for twice.
#pragma once

#include "adapters/tree/kept.h"
#include "adapters/tree/trees.h"
#include "shell/workshop_port.h"

#include <map>
#include <memory>
#include <string>

namespace assay::workshop {

class Workshop final : public shell::Workshop {
 public:
  /// Both are absolute. Snapshots of trees are kept in `state_dir`.
  Workshop(std::string workspace, std::string state_dir);

  core::loop::WorkSight inspect(const core::InspectWork& wanted) override;
  core::loop::WorkResult open(const core::OpenWork& wanted) override;
  core::loop::WorkResult merge(const core::MergeWork& wanted) override;
  core::loop::WorkResult close(const core::CloseWork& wanted) override;
  core::loop::WorkResult update(const core::UpdateSpec& wanted) override;

 private:
  Result<> look(const core::InspectWork& wanted, core::loop::WorkSight& sight);
  Result<> look_at_files(const core::InspectWork& wanted, core::loop::WorkSight& sight);
  tree::Trees& trees_of(const std::string& directory);
  std::string cache_of(const std::string& directory) const;

  std::string workspace_;
  std::string state_dir_;
  tree::Kept kept_;
  std::map<std::string, std::unique_ptr<tree::Trees>> trees_;  ///< by directory
};

}  // namespace assay::workshop
