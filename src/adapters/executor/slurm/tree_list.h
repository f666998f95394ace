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

#include <cstdint>
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

/// A file that is not as the list says.
struct Difference {
  enum class How : std::uint8_t { other, gone, extra } how{};
  std::string path;
  char kind = 0;            ///< what is there instead; 0: nothing
  std::string digest = {};  ///< likewise
  std::int64_t changed_ns = 0;

  friend bool operator==(const Difference&, const Difference&) = default;
};

/// Files of the list that are missing, are of another kind or mode, or have other bytes in what was
/// seen; and files that the list does not have. What is supplied is left out.
std::vector<Difference> differences(const TreeList& list, const tree::Snapshot& seen);

/// The paths of those that the list has.
std::vector<std::string> differing(const TreeList& list, const tree::Snapshot& seen);

/// Whether it came about after that moment, by the clock of the file system, which no program sets.
bool is_after(const Difference& difference, const std::string& root, Instant moment);

}  // namespace assay::slurm
