// SPDX-License-Identifier: MIT
// What git would store for the files of a working tree, found from their bytes alone: no git, no
// index, no filter. Line ends and $Id$ go by the .gitattributes files that are there; of a file
// that Git LFS keeps the pointer is computed; a file with any other filter goes by its bytes.
#pragma once

#include "adapters/os/descriptor.h"
#include "adapters/repository/tree/snapshot.h"
#include "base/result.h"
#include "format/git_attributes.h"
#include "format/git_object.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::tree {

/// What the user set for the repository, read before anybody else could change it.
struct GitSettings {
  format::GitHash hash = format::GitHash::sha1;
  bool line_ends = false;  ///< core.autocrlf: \r\n becomes \n when a file is stored
  bool modes = true;       ///< core.fileMode: whether a file can be run is stored
};

/// Names of contents that were read before.
class StoredNames {
 public:
  using Names = std::vector<std::string>;

  const Names* find(const Digest& content, unsigned how) const;
  void set(const Digest& content, unsigned how, Names names);

 private:
  std::map<std::pair<Digest, unsigned>, Names> names_;
};

class GitFiles {
 public:
  /// `directory` is the top of a working tree, `snapshot` what is in it; all must outlive this.
  static Result<GitFiles> open(const std::string& directory, const Snapshot& snapshot,
                               GitSettings settings, StoredNames& memory);

  /// Whether any file is told to be stored with more changed than its line ends.
  bool changes_more_than_line_ends() const;

  /// How git is told to store a file.
  format::StoredAs stored_as(const std::string& path) const;

  /// Names under which git may have stored the file: the first is that of its bytes as they are.
  /// Fault::conflict: it is not what the snapshot says any more.
  Result<StoredNames::Names> names_of(const FileState& file);

  /// Whether a tree's entry is this file.
  Result<bool> is(const FileState& file, const format::GitEntry& entry);

  /// What to store for the file, and under which name. Nothing: its bytes as they are.
  struct Stored {
    std::string id;
    std::optional<std::string> bytes;
  };
  /// What of a file with `ident` is no part of it: ids that git wrote, or any text in their place,
  /// which is what git itself leaves out.
  enum class Ids : std::uint8_t { own, any };
  Result<Stored> to_store(const FileState& file, bool keeps_line_ends, Ids ids = Ids::own);

  const GitSettings& settings() const { return settings_; }

 private:
  GitFiles(os::Descriptor root, const Snapshot& snapshot, GitSettings settings, StoredNames& memory)
      : root_(std::move(root)), snapshot_(snapshot), settings_(settings), memory_(memory) {}

  Result<> read_attributes();
  Result<std::string> read_all(const FileState& file) const;
  Result<std::string> link_text(const FileState& file) const;
  Result<StoredNames::Names> compute(const FileState& file, unsigned how) const;

  os::Descriptor root_;
  const Snapshot& snapshot_;
  GitSettings settings_;
  StoredNames& memory_;
  std::map<std::string, format::AttributeRules, std::less<>> attributes_;  ///< by folder
};

/// Whether the text of a file is one that Git LFS stores in place of another.
bool is_lfs_pointer(std::string_view text);

/// "100644", "100755" or "120000"; empty for what git does not store.
std::string mode_of(FileKind kind);

}  // namespace assay::tree
