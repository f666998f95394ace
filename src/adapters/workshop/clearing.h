// SPDX-License-Identifier: MIT
// Takes away what runs have left and nobody refers to: copies and worktrees, branches that are
// merged, results of set-ups, kept trees and texts, logs of runs that never began. What somebody
// uses, and what holds work that is nowhere else, stays and is told.
#pragma once

#include "base/result.h"
#include "shell/ports/clearing.h"

namespace assay::workshop {

Result<shell::Cleared> clear(const shell::ClearOrder& order);

}  // namespace assay::workshop
