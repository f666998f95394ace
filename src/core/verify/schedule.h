// SPDX-License-Identifier: MIT
// In which order the commands of a plan run, and which of them together.
#pragma once

#include "core/verify/state.h"

namespace assay::core::verify {

Schedule schedule_of(const Plan& plan);

}  // namespace assay::core::verify
