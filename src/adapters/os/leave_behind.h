// SPDX-License-Identifier: MIT
// Programs that outlive the one that started them.
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace assay::os {

/// The program gets our environment, nothing to read and nowhere to write, and a process group of
/// its own. It stays in our session: what attempts leave behind never gets into that, so nobody
/// takes it for one of theirs.
Result<> leave_behind(const std::vector<std::string>& argv, const std::string& cwd);

}  // namespace assay::os
