// SPDX-License-Identifier: MIT
// One pass over a workspace. Every name is opened relative to its directory and no symbolic link is
// followed, so that nothing outside can be reached whatever happens to the tree meanwhile.
#pragma once

#include "adapters/os/descriptor.h"
#include "adapters/repository/tree/ignore_scope.h"
#include "adapters/repository/tree/snapshot.h"
#include "adapters/repository/tree/stat_cache.h"
#include "adapters/repository/tree/write_back.h"

#include <sys/stat.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::tree {

class Walk {
 public:
  /// `workspace` is absolute and without symbolic links. `known` saves reading what it already
  /// knows.
  Walk(std::string workspace, const StatCache& known);
  /// The same for the files that these paths, folders and globs name, whatever git ignores.
  Walk(std::string workspace, const StatCache& known, std::vector<std::string> declared);

  /// Before run(): files below `folder` (empty, or ending with a slash) that these globs name from
  /// there (core/work/guarded_paths) are seen even if git ignores them.
  void look_also_at(std::vector<std::string> globs, std::string folder) {
    also_ = std::move(globs);
    also_in_ = std::move(folder);
  }

  Result<Snapshot> run();

  /// What the next walk can know, and whether that is more than this one did.
  StatCache take_cache() { return std::move(next_); }
  bool learned() const { return learned_; }

 private:
  /// A directory to be visited. Held as a path, not as a descriptor: trees are deeper than
  /// descriptors are many.
  struct Pending {
    std::string path;  ///< relative to the workspace; empty or ending with a slash
    ScopePointer scope;
    bool tracked_only = false;  ///< inside an ignored directory
  };
  struct Name {
    std::string name;
    unsigned char type = 0;
  };
  /// The directory that is being visited.
  struct Place {
    int fd = -1;
    const std::string& path;
    const StatCache::Items* known = nullptr;
    StatCache::Items items;
  };

  Result<> enter_repository();
  Result<> visit(Pending pending);
  Result<> read_rules(int fd, Pending& pending, const std::vector<Name>& names);
  Result<std::vector<Name>> list(int fd, const std::string& path);
  Result<bool> is_wanted(const Pending& pending, const std::string& name, format::PathKind kind);
  bool is_seen_also(const std::string& path, format::PathKind kind) const;
  Result<> load_tracked();
  Result<> add_file(Place& place, const std::string& name);
  Result<> add_regular(Place& place, const std::string& name, const struct stat& status);
  Result<> add_link(const Place& place, const std::string& name, const struct stat& status);
  /// What was read of a file.
  struct Seen {
    Content content;
    bool tells = true;  ///< when it changes again, its look will
  };
  Result<std::optional<Seen>> hash(const Place& place, const std::string& name, Look& look);
  void add(std::string path, FileKind kind, const Content& content, std::int64_t changed_ns = 0);
  os::Descriptor open_directory(const std::string& path) const;

  std::string workspace_;
  std::optional<std::vector<std::string>> declared_;  ///< none: what git would see
  std::vector<std::string> also_;                     ///< seen although it is ignored
  std::string also_in_;
  const StatCache& known_;
  StatCache next_;
  WriteBack write_back_;
  bool learned_ = false;
  std::int64_t began_ns_ = 0;
  os::Descriptor root_;
  std::optional<GitDirectory> git_;  ///< none: the rules of .gitignore files hold all the same
  std::string prefix_;               ///< from the top of the repository to the workspace
  format::GitHash hash_ = format::GitHash::sha1;
  std::optional<Tracked> tracked_;  ///< read when the first ignored name is met
  std::vector<Pending> pending_;
  std::vector<std::pair<std::string, GitDirectory>> inner_;  ///< repositories inside, by prefix
  Snapshot snapshot_;
};

}  // namespace assay::tree
