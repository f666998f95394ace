// SPDX-License-Identifier: MIT
// Criteria that no program can decide are put to agents, one question at a time. A judge is
// believed only as far as the places it names bear it out.
#pragma once

#include "core/agent/budget.h"
#include "core/ask/order.h"
#include "core/goals/check.h"

#include <string>
#include <utility>
#include <vector>

namespace assay::core::goals {

struct Judge {
  agent::Order order;  ///< without a prompt
  Millis timeout{0};
  std::string cwd;  ///< absolute
  std::vector<std::pair<std::string, std::string>> env;
  std::vector<std::string> questions;  ///< one per semantic check, in order

  friend bool operator==(const Judge&, const Judge&) = default;
};

/// Which checks are for judges, in order.
std::vector<std::uint32_t> semantic_checks(const std::vector<Check>& checks);

/// What one answer says about a check.
CheckResult vote_of(const std::string& role, const agent::Fused& fused,
                    const std::optional<agent::Judgement>& judgement);

/// Several judges agree only if all of them say so: the worse answer stands.
CheckResult joined(const CheckResult& before, const CheckResult& vote);

}  // namespace assay::core::goals
