// SPDX-License-Identifier: MIT
#include "core/work/declared.h"

#include <algorithm>

namespace assay::core::work {

namespace {

/// `*` and `?` do not cross a slash, `**` does. Linear for what people write: one way back per kind
/// of star.
bool fits(std::string_view glob, std::string_view path) {
  std::size_t g = 0;
  std::size_t p = 0;
  std::size_t star = std::string_view::npos, star_at = 0;
  std::size_t deep = std::string_view::npos, deep_at = 0;
  while (p < path.size()) {
    if (glob.substr(g).starts_with("**")) {
      deep = g;
      deep_at = p;
      star = std::string_view::npos;
      g += glob.substr(g).starts_with("**/") ? 3U : 2U;
    } else if (g < glob.size() && glob[g] == '*') {
      star = g++;
      star_at = p;
    } else if (g < glob.size() && (glob[g] == path[p] || (glob[g] == '?' && path[p] != '/'))) {
      ++g;
      ++p;
    } else if (star != std::string_view::npos && path[star_at] != '/') {
      g = star + 1;
      p = ++star_at;
    } else if (deep != std::string_view::npos) {
      star = std::string_view::npos;
      g = deep + (glob.substr(deep).starts_with("**/") ? 3U : 2U);
      p = ++deep_at;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

}  // namespace

bool is_below(std::string_view path, std::string_view folder) {
  while (folder.ends_with('/')) folder.remove_suffix(1);
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

bool is_declared(const std::vector<std::string>& files, std::string_view path) {
  return std::any_of(files.begin(), files.end(), [&](std::string_view declared) {
    while (declared.starts_with("./")) declared.remove_prefix(2);
    if (declared.find_first_of("*?") != std::string_view::npos) return fits(declared, path);
    return path == declared || is_below(path, declared);
  });
}

bool may_hold_declared(const std::vector<std::string>& files, std::string_view folder) {
  const std::string inside = std::string(folder) + "/";
  return std::any_of(files.begin(), files.end(), [&](std::string_view declared) {
    if (is_declared({std::string(declared)}, inside + "x")) return true;
    const std::size_t open = declared.find_first_of("*?");
    const std::string_view fixed = declared.substr(0, std::min(open, declared.size()));
    if (fixed.starts_with(inside)) return true;
    // Behind its first wildcard a glob may lead anywhere below.
    return open != std::string_view::npos && inside.starts_with(fixed.substr(0, fixed.rfind('/') + 1));
  });
}

bool fits_one(const std::vector<std::string>& globs, std::string_view path) {
  return std::any_of(globs.begin(), globs.end(),
                     [&](std::string_view glob) { return fits(glob, path); });
}

}  // namespace assay::core::work
