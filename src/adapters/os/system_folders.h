// SPDX-License-Identifier: MIT
// Folders of the machine: what root runs, and what is obeyed in root's name, comes from there.
#pragma once

#include <string>
#include <vector>

namespace assay::os {

/// Those that there are, without links, none below another.
std::vector<std::string> system_folders();

/// Below those: where root installs beside the machine's own packages.
std::vector<std::string> local_folders();

}  // namespace assay::os
