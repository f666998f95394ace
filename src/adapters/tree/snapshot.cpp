// SPDX-License-Identifier: MIT
#include "adapters/tree/snapshot.h"

namespace assay::tree {

std::vector<std::string> changed(const Snapshot& before, const Snapshot& after) {
  std::vector<std::string> paths;
  auto old = before.files.begin();
  auto now = after.files.begin();
  while (old != before.files.end() || now != after.files.end()) {
    const bool gone =
        now == after.files.end() || (old != before.files.end() && old->path < now->path);
    const bool is_new =
        old == before.files.end() || (now != after.files.end() && now->path < old->path);
    if (gone) {
      paths.push_back((old++)->path);
    } else if (is_new) {
      paths.push_back((now++)->path);
    } else {
      if (*old != *now) paths.push_back(now->path);
      ++old;
      ++now;
    }
  }
  return paths;
}

}  // namespace assay::tree
