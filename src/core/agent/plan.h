// SPDX-License-Identifier: MIT
// One attempt of one role's agent, fixed before it starts: what `assay agent run` runs.
#pragma once

#include "base/digest.h"
#include "core/agent/settings.h"
#include "core/ask/order.h"

#include <string>
#include <utility>
#include <vector>

namespace assay::core::agent {

struct Plan {
  Order order;
  std::string workspace;  ///< absolute
  std::string cwd;        ///< absolute: where the agent works
  std::string log_dir;    ///< absolute
  Millis timeout{0};      ///< 0: none
  std::vector<std::pair<std::string, std::string>> env;
  Budgets budgets;
  std::vector<std::string> environment;  ///< names of the variables every attempt gets
  Digest environment_digest;
  std::string isolation;
};

}  // namespace assay::core::agent
