// SPDX-License-Identifier: MIT
// A workspace at one moment, file by file.
#pragma once

#include "base/digest.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::tree {

enum class FileKind : char {
  plain = 'f',
  executable = 'x',
  link = 'l',  ///< digested as the text it points to
  pipe = 'p',
  socket = 's',
  device = 'd',
};

struct FileState {
  std::string path;  ///< relative to the workspace
  FileKind kind{};
  Digest content;

  friend bool operator==(const FileState&, const FileState&) = default;
};

struct Snapshot {
  std::vector<FileState> files;  ///< sorted by path
  Digest digest;                 ///< of all of it
  std::string without = {};      ///< a folder whose files were left out; empty: none
  /// Folders with a repository of their own, each ending with a slash; no part of the digest.
  std::vector<std::string> repositories = {};
};

/// The digest that a snapshot with these files has.
Digest tree_digest(const Snapshot& snapshot);

/// Paths that appeared, vanished or differ, sorted.
std::vector<std::string> changed(const Snapshot& before, const Snapshot& after);

}  // namespace assay::tree
