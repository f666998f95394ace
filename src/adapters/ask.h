// SPDX-License-Identifier: MIT
// Short questions to other programs (git facts, versions), bounded in time and output.
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace assay::adapters {

/// What the program prints. Fails if its exit status is not 0. At most 10 s, 1 MiB.
Result<std::string> ask(const std::vector<std::string>& argv, const std::string& cwd);

}  // namespace assay::adapters
