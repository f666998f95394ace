// SPDX-License-Identifier: MIT
// How a plan asks less than the one before it. To be told, never to be judged.
#pragma once

#include "core/verify/plan.h"

#include <string>
#include <vector>

namespace assay::core::verify {

/// One sentence for each way in which `now` is weaker than `before`, in the order of `before`.
std::vector<std::string> weakenings(const Plan& before, const Plan& now);

}  // namespace assay::core::verify
