// SPDX-License-Identifier: MIT
// Protected paths: files that decide about work and are not for whoever does it to change.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::core::work {

/// What `verify.protected` names, as globs from the workspace. A glob without a slash holds in
/// every folder, as in .gitignore, `./` in front binds it to the top; whatever it names may be a
/// folder.
std::vector<std::string> spread(const std::vector<std::string>& globs);

/// Of globs that were spread.
bool is_protected(const std::vector<std::string>& spread, std::string_view path);

/// Whether a glob that begins with names leads through the folder. Those that hold in every folder
/// do not: what lies in ignored folders, like node_modules, is full of their names.
bool leads_to_protected(const std::vector<std::string>& spread, std::string_view folder);

/// Those of the paths that are protected.
std::vector<std::string> protected_of(const std::vector<std::string>& spread,
                                      const std::vector<std::string>& paths);

}  // namespace assay::core::work
