// SPDX-License-Identifier: MIT
#include "adapters/repository/trees.h"

#include "adapters/os/error.h"
#include "adapters/repository/git/facts.h"
#include "adapters/repository/tree/ignore_scope.h"
#include "adapters/repository/tree/name.h"
#include "adapters/repository/tree/tracked.h"
#include "adapters/repository/tree/walk.h"
#include "core/work/declared.h"
#include "format/tools/languages.h"
#include "shell/state_dir.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <string_view>

namespace assay::tree {

Trees::Trees(std::string workspace, const std::string& state_dir, Believes believes)
    : workspace_(std::move(workspace)),
      cache_path_(shell::StateDir(state_dir).tree_cache()),
      kept_(state_dir),
      believes_(believes) {}

namespace {

Result<std::string> real_folder(const std::string& path) {
  char real[PATH_MAX];
  if (::realpath(path.c_str(), real) == nullptr) return os::error_of(path, errno);
  return std::string(real);
}

}  // namespace

namespace {

std::string inputs_path(const std::string& cache_path) { return cache_path + "-inputs"; }

}  // namespace

// Once, at the end: a cache that is lost or cannot be written costs time and nothing else.
Trees::~Trees() {
  if (learned_) static_cast<void>(static_cast<bool>(cache_->save(cache_path_, workspace_)));
  if (learned_inputs_)
    static_cast<void>(static_cast<bool>(inputs_->save(inputs_path(cache_path_), workspace_)));
}

Result<shell::TreeSight> Trees::observe(const core::ObserveTree& wanted) {
  Snapshot now = TRY(snapshot());
  if (wanted.named) return look_with_name(std::move(now), wanted);
  if (!wanted.keep) return shell::TreeSight{now.digest, {}, {}, {}};
  TRY(kept_.keep(now));
  return compare(now, wanted);
}

namespace {

/// Paths relative to the workspace that git tracks.
Result<Tracked> tracked_below(const std::string& workspace) {
  Tracked tracked;
  const auto found = TRY(find_repository(workspace));
  if (!found) return tracked;
  std::vector<std::string> below;
  for (std::string& path : TRY(tracked_paths(found->git))) {
    if (path.starts_with(found->prefix)) below.push_back(path.substr(found->prefix.size()));
  }
  tracked.add("", std::move(below));
  return tracked;
}

/// What gates of earlier runs left behind is no part of the tree while it is as they left it, nor
/// is what assay itself writes (a path without a digest). What git tracks always is.
Result<> leave_out(Snapshot& now, const std::vector<core::ByProduct>& left,
                   const std::string& workspace) {
  if (left.empty()) return {};
  std::map<std::string_view, std::string_view> known;
  // Of a path that is told twice the first is the newest.
  for (const core::ByProduct& each : left) known.emplace(each.path, each.digest);
  const Tracked tracked = TRY(tracked_below(workspace));
  const auto gone = std::erase_if(now.files, [&](const FileState& file) {
    const auto found = known.find(file.path);
    const bool can_be = found != known.end() && file.kind == FileKind::plain;
    if (!can_be || tracked.has_file(file.path)) return false;
    return found->second.empty() || found->second == file.content.hex();
  });
  if (gone > 0) now.digest = tree_digest(now);
  return {};
}

/// Files below the folder that this process itself writes to, by paths without a digest.
std::vector<core::ByProduct> own_outputs(const std::string& folder) {
  std::vector<core::ByProduct> own;
  for (const char* link : {"/proc/self/fd/1", "/proc/self/fd/2"}) {
    char path[PATH_MAX];
    const ssize_t size = ::readlink(link, path, sizeof path);
    const std::string_view target(path, size < 0 ? 0 : static_cast<std::size_t>(size));
    const bool inside = target.size() > folder.size() + 1 && target.starts_with(folder + "/");
    if (!inside) continue;
    const std::string_view name = target.substr(folder.size() + 1);
    if (format::tools::language_of(name) == format::tools::Language::none)
      own.push_back({std::string(name), ""});
  }
  return own;
}

/// In order again, with the digest that follows.
void settle(Snapshot& snapshot) {
  std::sort(snapshot.files.begin(), snapshot.files.end(),
            [](const FileState& a, const FileState& b) { return a.path < b.path; });
  snapshot.digest = tree_digest(snapshot);
}

/// Those without a digest.
std::vector<core::ByProduct> own_of(const std::vector<core::ByProduct>& left) {
  std::vector<core::ByProduct> own;
  std::copy_if(left.begin(), left.end(), std::back_inserter(own),
               [](const core::ByProduct& each) { return each.digest.empty(); });
  return own;
}

}  // namespace

/// The tree of that digest, from this process or from one before it.
std::optional<Snapshot> Trees::before_of(const std::string& digest) const {
  if (digest.empty()) return std::nullopt;
  if (named_ && named_->digest.hex() == digest) return named_;
  auto kept = kept_.recall(digest);
  return kept ? std::optional(kept.take()) : std::nullopt;
}

Result<shell::TreeSight> Trees::look_with_name(Snapshot now, const core::ObserveTree& wanted) {
  shell::TreeSight sight;
  const std::string real = TRY(real_folder(workspace_));
  TRY(leave_out(now, own_outputs(real), workspace_));
  const std::optional<Snapshot> before = before_of(wanted.since);
  if (!before) {
    TRY(leave_out(now, wanted.without, workspace_));
  } else {
    TRY(leave_out(now, own_of(wanted.without), workspace_));
    const bool ours = named_.has_value();  // else somebody may have worked here meanwhile
    for (FileState& file : take_new(*before, now)) {
      if (!ours && format::tools::is_code(file.path)) {
        now.files.push_back(std::move(file));
      } else {
        sight.created.push_back({file.path, file.content.hex()});
      }
    }
    if (!ours) settle(now);
    sight.changed = changed(*before, now);
  }
  TreeName name = TRY(name_of(workspace_, now));
  sight.tree = std::move(name.id);
  sight.by_bytes = std::move(name.by_bytes);
  sight.digest = now.digest;
  sight.inputs = TRY(digest_inputs(wanted.inputs));
  const bool is_kept = kept_now_ && *kept_now_ == now.digest;
  if (wanted.keep && !is_kept) {
    TRY(kept_.keep(now));
    kept_now_ = now.digest;
  }
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

const StatCache& Trees::memory(std::optional<StatCache>& cache, const std::string& path) const {
  if (!cache && believes_ == Believes::memory) cache = StatCache::load(path, workspace_);
  if (!cache) cache.emplace();
  return *cache;
}

Result<Snapshot> Trees::snapshot() {
  Walk walk(TRY(real_folder(workspace_)), memory(cache_, cache_path_));
  Snapshot snapshot = TRY(walk.run());
  learned_ = learned_ || walk.learned();
  cache_ = walk.take_cache();
  return snapshot;
}

/// One walk for all of them; each digest is that of the files its own list names.
Result<std::vector<std::string>> Trees::digest_inputs(
    const std::vector<std::vector<std::string>>& wanted) {
  std::vector<std::string> digests;
  if (wanted.empty()) return digests;
  std::vector<std::string> all;
  for (const auto& globs : wanted) all.insert(all.end(), globs.begin(), globs.end());
  Walk walk(TRY(real_folder(workspace_)), memory(inputs_, inputs_path(cache_path_)), all);
  const Snapshot seen = TRY(walk.run());
  learned_inputs_ = learned_inputs_ || walk.learned();
  inputs_ = walk.take_cache();
  for (const auto& globs : wanted) {
    Snapshot part;
    std::copy_if(seen.files.begin(), seen.files.end(), std::back_inserter(part.files),
                 [&](const FileState& file) { return core::work::is_declared(globs, file.path); });
    // A list that names nothing says nothing: no two looks at it are alike.
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    digests.push_back(part.files.empty() ? fmt::format("none {}", now) : tree_digest(part).hex());
  }
  return digests;
}

}  // namespace assay::tree
