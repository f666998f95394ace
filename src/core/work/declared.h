// SPDX-License-Identifier: MIT
// Which files a task or an agent said it would touch.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::core::work {

/// True if one of the globs fits: `*` and `?` do not cross a slash, `**` does.
bool fits_one(const std::vector<std::string>& globs, std::string_view path);

/// True if `path` lies in the folder, however deep.
bool is_below(std::string_view path, std::string_view folder);

/// True if a path is one of the declared files, lies in a declared folder or fits a declared glob.
bool is_declared(const std::vector<std::string>& files, std::string_view path);

/// True if a declared file could lie in the folder.
bool may_hold_declared(const std::vector<std::string>& files, std::string_view folder);

}  // namespace assay::core::work
