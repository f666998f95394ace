// SPDX-License-Identifier: MIT
// Brings a branch into what a working tree has checked out, or touches nothing. May be repeated
// after a crash at any point: files that are half way to the result are recognised by their
// content.
#pragma once

#include "core/ask/effect.h"
#include "core/evidence/work_sight.h"

namespace assay::git {

core::work::WorkResult merge(const core::MergeWork& wanted);

}  // namespace assay::git
