// SPDX-License-Identifier: MIT
// What assay needs on this machine, what of it is there, and how to get the rest.
#pragma once

#include "api/place.h"
#include "shell/outside.h"

#include <string>
#include <vector>

namespace assay::api {

enum class Health : std::uint8_t { good, missing, broken };

struct Finding {
  std::string name;
  Health health = Health::good;
  bool needed = false;  ///< assay cannot work without it
  std::string what;     ///< where it is, or what is wrong
  std::string answer;   ///< what it said when asked for its version; empty if it was not asked
  std::string remedy;   ///< empty if there is nothing to do
};

/// Tools, agents, the state directory and the ledger in it.
std::vector<Finding> examine(const Result<Place>& place, shell::Outside& outside);

}  // namespace assay::api
