// SPDX-License-Identifier: MIT
// The names in a git index file, versions 2 to 4. Everything else in it is skipped.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

struct GitIndex {
  std::vector<std::string> paths;
  std::string shared;  ///< hex name of the shared index this one is split from; empty: none
};

enum class GitHash { sha1, sha256 };

Result<GitIndex> parse_git_index(std::string_view bytes, GitHash hash);

}  // namespace assay::format
