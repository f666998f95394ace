// SPDX-License-Identifier: MIT
// The gates that the last loop or pipeline of a workspace had: who asks less than that is told so.
#pragma once

#include "core/verify/plan.h"
#include "ledger/ledger.h"

#include <string>
#include <vector>

namespace assay::api {

/// How `now` (null: no gates at all) asks less: one sentence for each way.
std::vector<std::string> weaker_gates(const core::verify::Plan* now, const std::string& workspace,
                                      ledger::Ledger& ledger);

}  // namespace assay::api
