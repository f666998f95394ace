// SPDX-License-Identifier: MIT
// Working trees and branches of their own for tasks: made once however often they are asked for,
// and taken away only when nothing is lost.
#pragma once

#include "core/ask/effect.h"
#include "core/evidence/work_sight.h"

namespace assay::git {

/// A half-made one is repaired. A branch with commits that `from` does not have is continued.
/// Files that are in the way are moved aside, and named in the detail.
core::work::WorkResult open(const core::OpenWork& wanted);

/// What is kept, and why, is in the detail: "kept: branch x with 2 commits, directory y".
core::work::WorkResult close(const core::CloseWork& wanted);

/// The same without doing anything: what would be kept, and why. Empty: nothing would be lost.
Result<std::string> loss_of(const core::CloseWork& wanted);

}  // namespace assay::git
