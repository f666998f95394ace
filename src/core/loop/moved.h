// SPDX-License-Identifier: MIT
// What changed in a working tree while commands ran in it. They run what agents wrote: what they
// checked is known only if the tree stood still.
#pragma once

#include "core/evidence/work_sight.h"
#include "core/loop/plan.h"

#include <string>
#include <vector>

namespace assay::core::loop {

struct Moved {
  std::vector<std::string> own;          ///< what the evidence is about; words, or paths
  std::vector<std::string> others;       ///< files that were there, or that steer tests
  std::vector<std::string> by_products;  ///< new files beside the work, in no commit
};

/// `before` is the tree the commands were given, `after` is seen since then. Without a task nothing
/// is its own but what happened to the repository.
Moved moved_between(const Plan& plan, const Task* task, const WorkSight& before,
                    const WorkSight& after);

}  // namespace assay::core::loop
