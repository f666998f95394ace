// SPDX-License-Identifier: MIT
// The phases of a project, for runs that check goals on their way.
#pragma once

#include "base/result.h"
#include "core/ask/phase.h"

#include <memory>

namespace assay::shell {

/// Reads what was planned for a phase, and keeps the report of its goals. Decides nothing, runs
/// nothing.
class Phases {
 public:
  virtual ~Phases() = default;
  /// The tasks as they are now, with everything it takes to check them.
  virtual Result<std::shared_ptr<const core::goals::Plan>> plan(const core::PlanGoals& wanted) = 0;
  /// Replaces the report of an earlier round.
  virtual Result<> write(const core::WriteGoals& wanted) = 0;
};

}  // namespace assay::shell
