// SPDX-License-Identifier: MIT
// A loop run in a world where everything succeeds: what would be started, in which order, with
// which words. Nothing is.
#pragma once

#include "core/ask/process.h"
#include "core/loop/plan.h"

#include <memory>
#include <vector>

namespace assay::api {

/// Every launch of the run, in order.
std::vector<core::Launch> rehearse(const std::shared_ptr<const core::loop::Plan>& plan);

}  // namespace assay::api
