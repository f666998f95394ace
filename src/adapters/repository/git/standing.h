// SPDX-License-Identifier: MIT
// How the files of a working tree stand to what is committed: by their bytes, entry by entry. What
// git's index, its idea of "clean" or a configuration say has no part in it.
#pragma once

#include "adapters/repository/git/place.h"
#include "adapters/repository/tree/git_files.h"
#include "base/result.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace assay::git {

struct Standing {
  /// Files that are not as HEAD has them, or that the index has otherwise; relative to the top,
  /// sorted. What an ignore file of the repository or of the user hides is not among them.
  std::vector<std::string> dirty;
  /// Those of them that commits since have touched: they were committed with another content.
  std::vector<std::string> differs;
  /// Objects of those commits that are not what their names say.
  std::vector<std::string> forged;
};

struct Comparison {
  const Place& place;
  const tree::Snapshot& snapshot;         ///< of the whole working tree
  std::string head;                       ///< empty: no commit yet
  std::optional<std::string> since = {};  ///< the commit before; empty: there was none
  std::vector<std::string> changed = {};  ///< files that differ from that time, sorted
};

Result<Standing> compare(const Comparison& wanted, tree::StoredNames& memory);

/// How the repository's owner wants files to be stored.
Result<tree::GitSettings> settings_of(const Place& place);

/// Every file of a commit; an empty commit has none.
Result<std::vector<format::GitEntry>> entries_of(const Place& place, const std::string& commit);

/// The file with ignore rules of the user's own, as configured; empty: none.
std::string user_excludes(const std::string& directory);

/// Those of the paths, relative to the top, that these rules hide.
Result<std::set<std::string>> hidden_by_user(const std::string& top,
                                             const std::vector<std::string>& paths);

}  // namespace assay::git
