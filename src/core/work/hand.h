// SPDX-License-Identifier: MIT
// Who does the work of a role.
#pragma once

#include "base/instant.h"
#include "core/ask/order.h"

#include <string>
#include <utility>
#include <vector>

namespace assay::core::work {

/// The order's prompt is a template.
struct Hand {
  agent::Order order;
  Millis timeout{0};
  std::vector<std::pair<std::string, std::string>> env;
};

}  // namespace assay::core::work
