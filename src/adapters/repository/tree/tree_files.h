// SPDX-License-Identifier: MIT
// The files of a working tree, seen and changed one by one. Names are opened relative to their
// folder and no symbolic link is followed: nothing outside is reached, whatever happens to the tree
// meanwhile. What is in .git is not among them.
#pragma once

#include "adapters/os/descriptor.h"
#include "adapters/repository/tree/snapshot.h"
#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::tree {

enum class Durable : std::uint8_t { no, yes };

class TreeFiles {
 public:
  /// `directory` is absolute.
  static Result<TreeFiles> open(const std::string& directory);

  /// The file as a snapshot would have it; nothing if there is none of that name, or a folder.
  Result<std::optional<FileState>> look(const std::string& path) const;

  /// The first part of a path that is there and no folder, itself aside: "a" for "a/b/c" if a is a
  /// file or a link. Empty: there is none.
  std::string obstacle(const std::string& path) const;

  /// Whether a link leads out of the directory, to an absolute path or into git's own folder: what
  /// is there no commit has.
  bool leads_out(const std::string& link) const;

  /// Files in the folder of that name, if it is one, also below; Fault::exhausted beyond 10,000.
  Result<std::vector<std::string>> files_below(const std::string& path) const;

  /// Makes a file what it is in `from`, as a whole or not at all, with the folders it needs. Fails
  /// with Fault::conflict if it is not `wanted` there any more, and if a folder with files has its
  /// name here.
  Result<> take(const TreeFiles& from, const FileState& wanted, Durable durable) const;

  /// The file, and folders that are empty without it. What is not there is removed.
  Result<> remove(const std::string& path) const;

 private:
  enum class Missing : std::uint8_t { refuse, make };

  explicit TreeFiles(os::Descriptor root, std::string name)
      : root_(std::move(root)), name_(std::move(name)) {}

  Error refused(const std::string& path, int problem) const;
  os::Descriptor parent_of(const std::string& path, Missing missing) const;
  os::Descriptor made_folder(const std::string& path) const;
  Result<> stage_file(const TreeFiles& from, const FileState& wanted, int folder,
                      const std::string& staged, Durable durable) const;
  Result<> stage_link(const TreeFiles& from, const FileState& wanted, int folder) const;
  Result<> stage_special(const FileState& wanted, int folder) const;

  os::Descriptor root_;
  std::string name_;
};

/// Relative, without empty parts, "." and "..", and not in .git.
bool is_tree_path(const std::string& path);

}  // namespace assay::tree
