// SPDX-License-Identifier: MIT
#include "core/work/guarded_paths.h"

#include "core/work/declared.h"

#include <algorithm>
#include <iterator>

namespace assay::core::work {

namespace {

constexpr std::string_view anywhere = "**/";
constexpr std::string_view all_below = "/**";

}  // namespace

std::vector<std::string> spread(const std::vector<std::string>& globs) {
  std::vector<std::string> wide;
  for (std::string_view glob : globs) {
    const bool bound = glob.starts_with("./");
    while (glob.starts_with("./")) glob.remove_prefix(2);
    // As in .gitignore, a slash anywhere but at the end binds it to the top.
    const std::string_view inner = glob.substr(0, glob.size() - (glob.ends_with('/') ? 1 : 0));
    const bool everywhere = !bound && inner.find('/') == std::string_view::npos;
    // The folder itself counts: it may be a link, or no folder at all.
    while (glob.ends_with('/')) glob.remove_suffix(1);
    while (glob.ends_with(all_below)) glob.remove_suffix(all_below.size());
    if (glob.empty() || glob == ".") glob = "**";
    std::string whole = (everywhere ? std::string(anywhere) : "") + std::string(glob);
    wide.push_back(whole);
    wide.push_back(std::move(whole.append(all_below)));
  }
  return wide;
}

namespace {

/// From any folder on: the names are whole ones.
bool holds_below(const std::string& glob, std::string_view path) {
  for (;;) {
    if (is_declared({glob}, path)) return true;
    const std::size_t slash = path.find('/');
    if (slash == std::string_view::npos) return false;
    path.remove_prefix(slash + 1);
  }
}

}  // namespace

bool is_protected(const std::vector<std::string>& spread, std::string_view path) {
  return std::any_of(spread.begin(), spread.end(), [&](const std::string& glob) {
    return glob.starts_with(anywhere) ? holds_below(glob.substr(anywhere.size()), path)
                                      : is_declared({glob}, path);
  });
}

bool leads_to_protected(const std::vector<std::string>& spread, std::string_view folder) {
  return std::any_of(spread.begin(), spread.end(), [&](const std::string& glob) {
    return !glob.starts_with("*") && may_hold_declared({glob}, folder);
  });
}

std::vector<std::string> protected_of(const std::vector<std::string>& spread,
                                      const std::vector<std::string>& paths) {
  std::vector<std::string> found;
  std::copy_if(paths.begin(), paths.end(), std::back_inserter(found),
               [&](const std::string& path) { return is_protected(spread, path); });
  return found;
}

}  // namespace assay::core::work
