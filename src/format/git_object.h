// SPDX-License-Identifier: MIT
// Names of git's objects, computed from bytes alone, and trees as lists of entries. Nothing here
// knows a repository, an index or a configuration.
#pragma once

#include "format/git_index.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

/// The name of an object as bytes: trees of 100,000 files hold one for each.
struct GitId {
  std::array<unsigned char, 32> bytes{};
  std::uint8_t size = 0;  ///< 20 or 32; 0: there is none

  static GitId of(std::string_view hex);
  std::string hex() const;
  bool empty() const { return size == 0; }
  std::string_view view() const { return {reinterpret_cast<const char*>(bytes.data()), size}; }

  friend bool operator==(const GitId&, const GitId&) = default;
};

/// The name of an object whose bytes arrive in pieces. `size` is that of all pieces together.
class GitHasher {
 public:
  GitHasher(GitHash hash, std::string_view type, std::uint64_t size);
  ~GitHasher();
  GitHasher(const GitHasher&) = delete;
  GitHasher& operator=(const GitHasher&) = delete;

  void update(std::string_view bytes);
  /// Lower-case hex digits; once.
  std::string finish() { return finish_id().hex(); }
  GitId finish_id();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// `type` is blob, tree, commit or tag.
std::string git_object_id(GitHash hash, std::string_view type, std::string_view bytes);

/// One file of a tree: "100644", "100755", "120000" (a link) or "160000" (a repository of its own).
struct GitEntry {
  std::string path;
  std::string mode;
  std::string id;

  friend bool operator==(const GitEntry&, const GitEntry&) = default;
};

/// A whole tree as a value: what git would call it, and every file in it.
struct GitTree {
  std::string id;
  std::vector<GitEntry> entries;  ///< sorted by path, byte by byte

  friend bool operator==(const GitTree&, const GitTree&) = default;
};

/// Sorts the entries and names the tree they make.
GitTree git_tree(GitHash hash, std::vector<GitEntry> entries);

/// One file of a tree that is only to be named.
struct NamedFile {
  std::string_view path;
  std::string_view mode;  ///< as in GitEntry
  GitId id;
};

/// What git would call the tree of these files, which are sorted by path, byte by byte. No files:
/// the empty tree.
GitId tree_id(GitHash hash, std::span<const NamedFile> files);

/// Whether git, left to decide by content, takes these bytes for text.
bool is_text_for_git(std::string_view bytes);

/// Paths that one has and the other has not, or has differently; sorted.
std::vector<std::string> differing(const GitTree& a, const GitTree& b);

/// "100644 blob <id>\tpath", each with a zero byte after it: what `git ls-tree -r -z` prints.
Result<std::vector<GitEntry>> parse_tree_list(std::string_view text);

/// The text that Git LFS stores in the place of a file with that SHA-256 and size.
std::string lfs_pointer(std::string_view sha256, std::uint64_t size);

/// With \n for each \r\n.
std::string without_carriage_returns(std::string_view text);

/// What git stores of a file with `ident`: whatever stands between "$Id:" and the next dollar sign
/// on the line is left out.
std::string without_any_id(std::string_view text);

/// "$Id: <hex digits> $" as git writes it becomes "$Id$"; any other text between the dollar signs
/// stays, for it may be more than a name.
std::string without_own_id(std::string_view text);

}  // namespace assay::format
