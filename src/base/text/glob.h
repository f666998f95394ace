// SPDX-License-Identifier: MIT
// Patterns with stars. What git writes into .gitignore is a language of its own (format/gitignore).
#pragma once

#include <string_view>

namespace assay {

/// Whether a path is a pattern: has `*`, `?` or `[`.
inline bool is_glob(std::string_view path) {
  return path.find_first_of("*?[") != std::string_view::npos;
}

/// `*` is any text, `?` any one byte.
bool matches_glob(std::string_view glob, std::string_view text);

/// `*` and `?` do not cross a slash, `**` does; `**/` may also be nothing.
bool matches_path_glob(std::string_view glob, std::string_view path);

}  // namespace assay
