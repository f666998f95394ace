// SPDX-License-Identifier: MIT
// Tags for people. Nothing is decided from one: anybody can move it.
#pragma once

#include "core/ask/effect.h"
#include "core/evidence/work_sight.h"

namespace assay::git {

/// One that exists stays where it is; if that is another commit, the detail says so.
core::work::WorkResult tag(const core::TagCommit& wanted);

}  // namespace assay::git
