// SPDX-License-Identifier: MIT
// Whether the logs of a run were removed on purpose.
#pragma once

#include <string>

namespace assay::sqlite {

/// `run_directory`: that of one run, below the state directory.
bool is_pruned(const std::string& run_directory);

}  // namespace assay::sqlite
