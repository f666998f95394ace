// SPDX-License-Identifier: MIT
// Looks into a workspace for what tasks promised.
#pragma once

#include "base/result.h"
#include "core/ask/inspection.h"

#include <vector>

namespace assay::shell {

/// Looks into the workspace for what tasks promised. Changes nothing, runs nothing.
class Inspector {
 public:
  virtual ~Inspector() = default;
  /// One result per check, in order; commands and semantic checks stay unchecked.
  virtual Result<std::vector<core::goals::CheckResult>> inspect(
      const core::InspectWorkspace& wanted) = 0;
};

}  // namespace assay::shell
