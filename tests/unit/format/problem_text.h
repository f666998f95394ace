// SPDX-License-Identifier: MIT
// Problems as text, a line each, so that a test can compare them at a glance.
#pragma once

#include "format/problem.h"

#include <string>
#include <vector>

namespace assay::support {

inline std::string shown(const std::vector<format::Problem>& problems) {
  std::string text;
  for (const format::Problem& problem : problems)
    text += problem.where + ": " + problem.what + "\n";
  return text;
}

}  // namespace assay::support
