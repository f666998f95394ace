// SPDX-License-Identifier: MIT
// A working tree by content, on its way to a node: the list of its files, and where the node does
// not see the workspace, their bytes as well. Both are named by the digest of the tree, so that a
// tree is written once, whoever needs it.
#pragma once

#include "adapters/repository/tree/snapshot.h"
#include "base/instant.h"
#include "base/result.h"
#include "core/ask/supplies.h"
#include "core/run/executor.h"

#include <string>
#include <vector>

namespace assay::slurm {

/// A file of the tree, or one that git ignores and copies are given.
struct ListedFile {
  char kind = 'f';  ///< as tree::FileKind
  bool supplied = false;
  std::string digest;  ///< hex; empty for what is supplied
  std::string path;

  friend bool operator==(const ListedFile&, const ListedFile&) = default;
};

struct TreeList {
  std::string id;  ///< what git would call the tree
  std::vector<ListedFile> files;

  friend bool operator==(const TreeList&, const TreeList&) = default;
};

std::string write_list(const TreeList& list);
Result<TreeList> read_list(std::string_view text);

/// Writes list and, for `copied`, bytes of the tree at `root` into `folder`, unless they are there.
/// Returns the name of the list. Fault::conflict: the tree changed meanwhile.
Result<std::string> publish_tree(const std::string& root, const tree::Snapshot& seen,
                                 core::TreeAtNode how, const core::Supplies& supplies,
                                 const std::string& folder);

/// The tree as it was published, in an empty directory.
Result<> unpack_tree(const TreeList& list, const std::string& pack, const std::string& directory);

/// Files of the list that are missing or have other bytes in what was seen.
std::vector<std::string> differing(const TreeList& list, const tree::Snapshot& seen);

/// The same without those that somebody wrote, or took away, after `since`: on a shared file system
/// the coordinator sees that as well, and judges it.
std::vector<std::string> differing_before(const std::vector<std::string>& paths,
                                          const std::string& root, Instant since);

}  // namespace assay::slurm
