// SPDX-License-Identifier: MIT
// Which files a patch would change, by its own lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::format::shell {

/// With their first folder, which `git apply` and `patch -p1` leave out, and without it; no path
/// twice.
std::vector<std::string> files_of_patch(std::string_view patch);

}  // namespace assay::format::shell
