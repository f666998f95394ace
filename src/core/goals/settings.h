// SPDX-License-Identifier: MIT
// What a project configures about the goals of phases.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay::core {

struct GoalsSettings {
  std::vector<std::string> judges;  ///< roles asked about criteria nothing else can decide
  std::int32_t judges_min = 0;      ///< so many different agents have to be asked, if any is

  friend bool operator==(const GoalsSettings&, const GoalsSettings&) = default;
};

}  // namespace assay::core
