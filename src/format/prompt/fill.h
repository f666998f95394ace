// SPDX-License-Identifier: MIT
// The prompt of one attempt, from the template and the values its order carries.
#pragma once

#include "core/ask/order.h"

#include <string>
#include <utility>
#include <vector>

namespace assay::format {

/// `contents` are the files the order names, as they are now. Notes of earlier tasks are shortened
/// to what the next one needs.
std::string fill_prompt(const core::agent::Order& order,
                        const std::vector<std::pair<std::string, std::string>>& contents);

}  // namespace assay::format
