// SPDX-License-Identifier: MIT
#include "core/work/declared.h"

#include "base/text/glob.h"

#include <algorithm>

namespace assay::core::work {

bool is_below(std::string_view path, std::string_view folder) {
  while (folder.ends_with('/')) folder.remove_suffix(1);
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

bool is_declared(const std::vector<std::string>& files, std::string_view path) {
  return std::any_of(files.begin(), files.end(), [&](std::string_view declared) {
    while (declared.starts_with("./")) declared.remove_prefix(2);
    if (declared.find_first_of("*?") != std::string_view::npos)
      return matches_path_glob(declared, path);
    return path == declared || is_below(path, declared);
  });
}

bool may_hold_declared(const std::vector<std::string>& files, std::string_view folder) {
  const std::string inside = std::string(folder) + "/";
  return std::any_of(files.begin(), files.end(), [&](std::string_view declared) {
    if (is_declared({std::string(declared)}, inside + "x")) return true;
    if (declared.starts_with("./")) declared.remove_prefix(2);
    const std::size_t open = declared.find_first_of("*?");
    const std::string_view fixed = declared.substr(0, std::min(open, declared.size()));
    if (fixed.starts_with(inside)) return true;
    // Behind its first wildcard a glob may lead anywhere below.
    return open != std::string_view::npos &&
           inside.starts_with(fixed.substr(0, fixed.rfind('/') + 1));
  });
}

bool fits_one(const std::vector<std::string>& globs, std::string_view path) {
  return std::any_of(globs.begin(), globs.end(),
                     [&](std::string_view glob) { return matches_path_glob(glob, path); });
}

}  // namespace assay::core::work
