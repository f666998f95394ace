// SPDX-License-Identifier: MIT
// Remembers the digest of each file together with the look of its inode, so that an unchanged tree
// is digested without reading it. A cache that is absent, damaged or of another version is an empty
// cache.
#pragma once

#include "adapters/repository/tree/snapshot.h"
#include "base/result.h"

#include <sys/stat.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::tree {

/// What changes when a file's content does. The change time is the one a program cannot set.
struct Look {
  std::uint64_t size = 0;
  std::int64_t modified_ns = 0;
  std::int64_t changed_ns = 0;
  std::uint64_t inode = 0;
  std::uint64_t mode = 0;

  static Look of(const struct stat& status);
  friend bool operator==(const Look&, const Look&) = default;
};

/// False if the file could change once more without its look telling: it was touched at, or a
/// moment before, `now`. Git calls such entries racily clean.
bool is_settled(const Look& look, std::int64_t now_ns);

class StatCache {
 public:
  struct Item {
    std::string name;
    Look look;
    Content content;
  };
  using Items = std::vector<Item>;  ///< of one directory, sorted by name

  /// `root` is the workspace; a cache made for another one is not used.
  static StatCache load(const std::string& path, const std::string& root);
  Result<> save(const std::string& path, const std::string& root) const;

  /// Null if nothing is known of the directory.
  const Items* find(std::string_view directory) const;
  void set(const std::string& directory, Items items);

 private:
  std::map<std::string, Items, std::less<>> directories_;
};

}  // namespace assay::tree
