// SPDX-License-Identifier: MIT
// Files of a spec that belong to nobody's commit are hidden from `git add -A`.
#pragma once

#include "base/result.h"

#include <string>

namespace assay::workshop {

/// Adds the private files of the spec to .git/info/exclude of the repository, once.
Result<> hide_private_files(const std::string& workspace, const std::string& spec_dir);

}  // namespace assay::workshop
