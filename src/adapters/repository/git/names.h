// SPDX-License-Identifier: MIT
// Paths in messages.
#pragma once

#include <string>
#include <vector>

namespace assay::git {

/// "a, b, c and 12 more": at most ten of them.
std::string names_of(const std::vector<std::string>& paths);

}  // namespace assay::git
