// SPDX-License-Identifier: MIT
// Where an agent's word and what was seen part ways.
#pragma once

#include <string>

namespace assay::core::agent {

/// Both sides in words for people.
struct Mismatch {
  std::string claimed;   ///< the agent's own sentence, cut to a readable length
  std::string observed;  ///< "`npm test` ended with exit code 1"

  friend bool operator==(const Mismatch&, const Mismatch&) = default;
};

}  // namespace assay::core::agent
