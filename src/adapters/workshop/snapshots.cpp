// SPDX-License-Identifier: MIT
#include "adapters/workshop/snapshots.h"

#include "adapters/workshop/task_list.h"

#include <algorithm>

namespace assay::workshop {

const tree::FileState* find_file(const tree::Snapshot& snapshot, const std::string& path) {
  const auto found = std::lower_bound(
      snapshot.files.begin(), snapshot.files.end(), path,
      [](const tree::FileState& file, const std::string& name) { return file.path < name; });
  return found != snapshot.files.end() && found->path == path ? &*found : nullptr;
}

bool is_below(const std::string& path, const std::string& folder) {
  if (folder == ".") return true;
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

tree::Snapshot leave_out(tree::Snapshot snapshot, const std::string& folder) {
  if (folder.empty()) return snapshot;
  const std::string outer = plain_path(folder);
  std::erase_if(snapshot.files,
                [&](const tree::FileState& file) { return is_below(file.path, outer); });
  snapshot.without = outer;
  snapshot.digest = tree::tree_digest(snapshot);
  return snapshot;
}

}  // namespace assay::workshop
