// SPDX-License-Identifier: MIT
#include "adapters/repository/trees.h"

#include "adapters/os/error.h"
#include "adapters/repository/git/facts.h"
#include "adapters/repository/tree/name.h"
#include "adapters/repository/tree/walk.h"
#include "shell/state_dir.h"

#include <fmt/format.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string_view>

namespace assay::tree {

Trees::Trees(std::string workspace, const std::string& state_dir, Believes believes)
    : workspace_(std::move(workspace)),
      cache_path_(shell::StateDir(state_dir).tree_cache()),
      kept_(state_dir),
      believes_(believes) {}

// Once, at the end: a cache that is lost or cannot be written costs time and nothing else.
Trees::~Trees() {
  if (learned_) static_cast<void>(static_cast<bool>(cache_->save(cache_path_, workspace_)));
}

Result<shell::TreeSight> Trees::observe(const core::ObserveTree& wanted) {
  Snapshot now = TRY(snapshot());
  if (wanted.named) return look_with_name(std::move(now), wanted);
  if (!wanted.keep) return shell::TreeSight{now.digest, {}, {}, {}};
  TRY(kept_.keep(now));
  return compare(now, wanted);
}

namespace {

/// What gates of earlier runs left behind is no part of the tree while it is as they left it.
void leave_out_by_products(Snapshot& now, const std::vector<core::ByProduct>& left) {
  if (left.empty()) return;
  std::map<std::string_view, std::string_view> known;
  // Of a path that is told twice the first is the newest.
  for (const core::ByProduct& each : left) known.emplace(each.path, each.digest);
  const auto gone = std::erase_if(now.files, [&](const FileState& file) {
    const auto found = known.find(file.path);
    return found != known.end() && found->second == file.content.hex();
  });
  if (gone > 0) now.digest = tree_digest(now);
}

}  // namespace

Result<shell::TreeSight> Trees::look_with_name(Snapshot now, const core::ObserveTree& wanted) {
  shell::TreeSight sight;
  const bool compares = named_ && named_->digest.hex() == wanted.since;
  if (wanted.since.empty()) {
    leave_out_by_products(now, wanted.without);
  } else if (compares) {
    for (const FileState& file : take_new(*named_, now))
      sight.created.push_back({file.path, file.content.hex()});
    sight.changed = changed(*named_, now);
  }
  TreeName name = TRY(name_of(workspace_, now));
  sight.tree = std::move(name.id);
  sight.by_bytes = std::move(name.by_bytes);
  sight.digest = now.digest;
  named_ = std::move(now);
  return sight;
}

Result<shell::TreeSight> Trees::compare(const Snapshot& now,
                                        const core::ObserveTree& wanted) const {
  shell::TreeSight sight{now.digest, git::head(workspace_), {}, {}};
  if (!wanted.since_head.empty() && sight.head != wanted.since_head)
    sight.commits = git::commits_since(workspace_, wanted.since_head);
  if (wanted.since.empty() || wanted.since == now.digest.hex()) return sight;
  // That the tree is another one is known by its digest; which files differ only if the other is
  // still there.
  if (const auto before = kept_.recall(wanted.since)) sight.changed = changed(*before, now);
  return sight;
}

Result<Snapshot> Trees::snapshot() {
  char real[PATH_MAX];
  if (::realpath(workspace_.c_str(), real) == nullptr) {
    return os::error_of(workspace_, errno);
  }
  if (!cache_ && believes_ == Believes::memory) cache_ = StatCache::load(cache_path_, workspace_);
  if (!cache_) cache_.emplace();
  Walk walk(real, *cache_);
  Snapshot snapshot = TRY(walk.run());
  learned_ = learned_ || walk.learned();
  cache_ = walk.take_cache();
  return snapshot;
}

}  // namespace assay::tree
