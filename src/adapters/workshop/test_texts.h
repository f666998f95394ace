// SPDX-License-Identifier: MIT
// What test files that changed ask, against the commit before.
#pragma once

#include "core/ask/workshop.h"

namespace assay::workshop {

/// Only if it was asked, and of files that have to be read as tests. What cannot be read says
/// nothing.
void look_at_tests(const core::InspectWork& wanted, core::work::WorkSight& sight);

}  // namespace assay::workshop
