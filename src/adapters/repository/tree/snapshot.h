// SPDX-License-Identifier: MIT
// A workspace at one moment, file by file.
#pragma once

#include "base/digest.h"
#include "format/git_object.h"

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

/// The bytes of a file: how assay names them, how git does, and whether a carriage return is among
/// them, which git may be told to leave out.
struct Content {
  Digest digest;
  format::GitId blob;  ///< empty: not known
  bool has_returns = false;
};

struct FileState {
  std::string path;  ///< relative to the workspace
  FileKind kind{};
  Digest content;
  format::GitId blob = {};  ///< git's name of the same bytes; empty: not known
  bool has_returns = false;
  std::int64_t changed_ns = 0;  ///< when it was last written or replaced; 0: not known

  /// What git calls the bytes follows from them, and times are no part of them.
  friend bool operator==(const FileState& a, const FileState& b) {
    return a.path == b.path && a.kind == b.kind && a.content == b.content;
  }
};

struct Snapshot {
  std::vector<FileState> files;  ///< sorted by path
  Digest digest;                 ///< of all of it
  std::string without = {};      ///< a folder whose files were left out; empty: none
  /// Folders with a repository of their own, each ending with a slash; no part of the digest.
  std::vector<std::string> repositories = {};
  /// Files of rules that git itself would leave out: seen, because of what they hide.
  std::vector<std::string> hidden_rules = {};
};

/// The digest that a snapshot with these files has.
Digest tree_digest(const Snapshot& snapshot);

/// Paths that appeared, vanished or differ, sorted.
std::vector<std::string> changed(const Snapshot& before, const Snapshot& after);

/// Paths that have the bytes they had and were written or replaced in between all the same: a time
/// of change cannot be set by a program.
std::vector<std::string> touched(const Snapshot& before, const Snapshot& after);

/// Takes out of `after` every file that is not in `before`, and returns those files.
std::vector<FileState> take_new(const Snapshot& before, Snapshot& after);

}  // namespace assay::tree
