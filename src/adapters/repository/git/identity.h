// SPDX-License-Identifier: MIT
// Who a commit is by.
#pragma once

#include <string>
#include <vector>

namespace assay::git {

/// Variables for a call that commits: the name and address that are configured, otherwise those of
/// assay <assay@localhost>. Nothing is guessed from the machine's name.
std::vector<std::string> identity(const std::string& directory);

}  // namespace assay::git
