// SPDX-License-Identifier: MIT
// What an attempt cost, for CLIs that tell tokens and no cost.
#pragma once

#include "core/ask/order.h"
#include "core/evidence/transcript.h"

#include <span>

namespace assay::core::agent {

/// Fills in the cost from the first price whose model fits, and says so. What the CLI told stays.
void add_cost(Transcript& said, std::span<const Price> prices);

}  // namespace assay::core::agent
