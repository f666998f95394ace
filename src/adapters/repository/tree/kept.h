// SPDX-License-Identifier: MIT
// Snapshots that will be asked about later, by their digest: also by the coordinator that takes
// over.
#pragma once

#include "adapters/repository/tree/snapshot.h"
#include "base/result.h"
#include "shell/state_dir.h"

#include <string>
#include <string_view>

namespace assay::tree {

class Kept {
 public:
  explicit Kept(const std::string& state_dir) : directory_(shell::StateDir(state_dir).blobs()) {}

  Result<> keep(const Snapshot& snapshot) const;
  /// Fault::not_found: not kept, or damaged.
  Result<Snapshot> recall(const std::string& digest) const;

  /// The same for a text; its digest.
  Result<std::string> keep_text(std::string_view text) const;
  Result<std::string> recall_text(const std::string& digest) const;

 private:
  std::string path_of(const std::string& digest) const { return directory_ + "/tree-" + digest; }

  std::string directory_;
};

}  // namespace assay::tree
