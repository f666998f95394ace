// SPDX-License-Identifier: MIT
// Where a directory's git repository is, and which files it tracks. Reads git's files itself: no
// configuration of the workspace can run anything.
#pragma once

#include "base/result.h"
#include "format/git_index.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::tree {

struct GitDirectory {
  std::string own;     ///< holds the index
  std::string common;  ///< holds info/exclude; the same, except in a linked worktree
};

/// The repository whose top is `directory`; nothing if it is not the top of one.
Result<std::optional<GitDirectory>> git_directory(const std::string& directory);

/// What the repository names its objects with.
Result<format::GitHash> hash_of_repository(const GitDirectory& git);

/// Paths relative to the top of a repository, sorted. At least all that are tracked.
Result<std::vector<std::string>> tracked_paths(const GitDirectory& git);

/// Every entry of the index, sorted by path; a split index is put together.
Result<format::GitIndex> index_of(const GitDirectory& git);

/// Names of tracked files, also those of repositories inside the repository.
class Tracked {
 public:
  /// `prefix` is empty, or ends with a slash.
  void add(const std::string& prefix, std::vector<std::string> paths);

  bool has_file(std::string_view path) const;
  /// `directory` has no slash at its end.
  bool has_files_below(std::string_view directory) const;

 private:
  std::vector<std::string> paths_;  ///< sorted
};

enum class Links { follow, refuse };

/// The content of a regular file of at most 1 GiB, or nothing if there is none.
Result<std::optional<std::string>> read_file(int directory, const std::string& name,
                                             Links links = Links::follow);

}  // namespace assay::tree
