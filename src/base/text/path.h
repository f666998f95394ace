// SPDX-License-Identifier: MIT
// Paths as text alone: nobody looks whether there is such a file.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace assay {

/// A path without "." and double slashes, each ".." taken together with the part before it.
struct PathParts {
  std::vector<std::string_view> parts;
  bool leaves = false;  ///< somewhere on its way it is above where it begins
};

/// Calls with each part between slashes, empty ones too.
template <class Visit>
void for_each_part(std::string_view path, const Visit& visit) {
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    visit(path.substr(at, end - at));
    at = end + 1;
  }
}

inline bool has_part(std::string_view path, std::string_view wanted) {
  bool found = false;
  for_each_part(path, [&](std::string_view part) { found = found || part == wanted; });
  return found;
}

inline PathParts path_parts(std::string_view path) {
  PathParts plain;
  for_each_part(path, [&](std::string_view part) {
    if (part.empty() || part == ".") return;
    if (part != "..") return plain.parts.push_back(part);
    plain.leaves = plain.leaves || plain.parts.empty();
    if (!plain.parts.empty()) plain.parts.pop_back();
  });
  return plain;
}

/// Whether a plain path is below a folder; `folder` has no slash at its end.
inline bool is_in_folder(std::string_view path, std::string_view folder) {
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

inline bool is_at_or_in_folder(std::string_view path, std::string_view folder) {
  return path == folder || is_in_folder(path, folder);
}

}  // namespace assay
