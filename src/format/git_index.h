// SPDX-License-Identifier: MIT
// What a git index file, versions 2 to 4, names: paths, modes and objects. The rest is skipped.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

struct GitIndex {
  std::vector<std::string> paths;
  std::vector<std::string> ids;      ///< hex, one for each path, if they were asked for
  std::vector<std::uint32_t> modes;  ///< likewise: 0100644, 0160000 for a repository of its own
  std::string shared;  ///< hex name of the shared index this one is split from; empty: none
};

enum class GitHash { sha1, sha256 };

enum class IndexDetail { paths, entries };

Result<GitIndex> parse_git_index(std::string_view bytes, GitHash hash,
                                 IndexDetail detail = IndexDetail::paths);

}  // namespace assay::format
