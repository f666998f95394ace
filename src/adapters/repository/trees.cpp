// SPDX-License-Identifier: MIT
#include "adapters/repository/trees.h"

#include "adapters/files/files.h"
#include "adapters/os/error.h"
#include "adapters/repository/git/facts.h"
#include "adapters/repository/protected_files.h"
#include "adapters/repository/tree/ignore_scope.h"
#include "adapters/repository/tree/linked.h"
#include "adapters/repository/tree/name.h"
#include "adapters/repository/tree/tracked.h"
#include "adapters/repository/tree/walk.h"
#include "core/work/declared.h"
#include "core/work/test_files.h"
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
#include <set>
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

/// What git tracks below the workspace, read when it is first asked for.
class TrackedHere {
 public:
  explicit TrackedHere(const std::string& workspace) : workspace_(workspace) {}

  Result<bool> has(const std::string& path) {
    if (!tracked_) TRY(read());
    return tracked_->has_file(path);
  }

 private:
  Result<> read() {
    Tracked tracked;
    std::vector<std::string> below;
    if (const auto found = TRY(find_repository(workspace_))) {
      for (std::string& path : TRY(tracked_paths(found->git))) {
        if (path.starts_with(found->prefix)) below.push_back(path.substr(found->prefix.size()));
      }
    }
    tracked.add("", std::move(below));
    tracked_ = std::move(tracked);
    return {};
  }

  const std::string& workspace_;
  std::optional<Tracked> tracked_;
};

/// Takes away what is in the set, which is sorted like the files.
void erase(Snapshot& now, const std::set<std::string>& paths) {
  if (paths.empty()) return;
  std::erase_if(now.files, [&](const FileState& file) { return paths.contains(file.path); });
  now.digest = tree_digest(now);
}

/// What gates of earlier runs left behind is no part of the tree while it is as they left it, nor
/// is what assay itself writes (a path without a digest). What git tracks always is.
Result<> leave_out(Snapshot& now, const std::vector<core::ByProduct>& left, TrackedHere& tracked) {
  if (left.empty()) return {};
  std::map<std::string_view, std::string_view> known;
  // Of a path that is told twice the first is the newest.
  for (const core::ByProduct& each : left) known.emplace(each.path, each.digest);
  std::set<std::string> out;
  for (const FileState& file : now.files) {
    const auto found = known.find(file.path);
    const bool can_be = found != known.end() && file.kind == FileKind::plain &&
                        (found->second.empty() || found->second == file.content.hex());
    if (can_be && !TRY(tracked.has(file.path))) out.insert(file.path);
  }
  erase(now, out);
  return {};
}

/// Files below the folder that this process itself writes to, by paths without a digest: text that
/// is nobody's to load meanwhile.
std::vector<core::ByProduct> own_outputs(const std::string& folder) {
  using format::tools::Language;
  std::vector<core::ByProduct> own;
  for (const char* link : {"/proc/self/fd/1", "/proc/self/fd/2"}) {
    char path[PATH_MAX];
    const ssize_t size = ::readlink(link, path, sizeof path);
    const std::string_view target(path, size < 0 ? 0 : static_cast<std::size_t>(size));
    const bool inside = target.size() > folder.size() + 1 && target.starts_with(folder + "/");
    if (!inside) continue;
    const std::string_view name = target.substr(folder.size() + 1);
    const Language language = format::tools::language_of(name);
    if (language == Language::none || language == Language::markup)
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

namespace {

const FileState* find_in(const Snapshot& snapshot, const std::string& path) {
  const auto at = std::lower_bound(
      snapshot.files.begin(), snapshot.files.end(), path,
      [](const FileState& file, const std::string& wanted) { return file.path < wanted; });
  return at != snapshot.files.end() && at->path == path ? &*at : nullptr;
}

/// What gates write for people to read; what lies with the tests may be read by them.
bool is_report(const std::string& path) {
  return !format::tools::is_code(path) && !core::is_test_file(path);
}

/// Files that were there before and that gates write anew, although git does not track them.
/// Reports are by-products from then on. What something may load stays in the tree as it was: that
/// is what the gates ran on.
Result<> find_rewritten(const Snapshot& before, Snapshot& now, const core::ObserveTree& wanted,
                        TrackedHere& tracked, shell::TreeSight& sight) {
  std::set<std::string> reports;
  bool restored = false;
  for (FileState& file : now.files) {
    const FileState* then = find_in(before, file.path);
    const bool written = then != nullptr && *then != file && file.kind == FileKind::plain &&
                         then->kind == FileKind::plain;
    if (!written) continue;
    const bool report = is_report(file.path);
    const bool remade =
        !wanted.after_change &&
        std::find(wanted.remade.begin(), wanted.remade.end(), file.path) != wanted.remade.end();
    if ((!report && !remade) || TRY(tracked.has(file.path))) continue;
    sight.created.push_back({file.path, file.content.hex()});
    if (report) {
      reports.insert(file.path);
    } else {
      file = *then;
      restored = true;
    }
  }
  erase(now, reports);
  if (restored) now.digest = tree_digest(now);
  return {};
}

/// Reports aside, which git does not track: gates write them, whatever is in them.
Result<std::vector<std::string>> touched_files(const Snapshot& before, const Snapshot& now,
                                               TrackedHere& tracked) {
  std::vector<std::string> paths;
  for (std::string& path : touched(before, now)) {
    if (!is_report(path) || TRY(tracked.has(path))) paths.push_back(std::move(path));
  }
  return paths;
}

using ByProducts = std::vector<core::ByProduct>;

/// What became of the tree since then, with the files that are no part of it taken out. `created`:
/// what was new when this process last looked; null: it has not, and somebody may have worked here.
Result<> hold_against(const Snapshot& before, const ByProducts* created, Snapshot& now,
                      const core::ObserveTree& wanted, TrackedHere& tracked,
                      shell::TreeSight& sight) {
  std::set<std::string_view> early;
  if (created != nullptr) {
    for (const core::ByProduct& each : *created) early.insert(each.path);
  }
  const std::vector<FileState> fresh = take_new(before, now);
  for (const FileState& file : fresh) {
    const bool made = created == nullptr || (wanted.after_change && !early.contains(file.path));
    if (made && format::tools::is_code(file.path)) {
      now.files.push_back(file);
    } else {
      sight.created.push_back({file.path, file.content.hex()});
    }
  }
  if (!fresh.empty()) settle(now);
  const bool other = now.digest != before.digest;
  if (created != nullptr && other) TRY(find_rewritten(before, now, wanted, tracked, sight));
  if (other) sight.changed = changed(before, now);
  if (created != nullptr) sight.touched = TRY(touched_files(before, now, tracked));
  std::sort(sight.created.begin(), sight.created.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  return {};
}

}  // namespace

Result<shell::TreeSight> Trees::look_with_name(Snapshot now, const core::ObserveTree& wanted) {
  shell::TreeSight sight;
  const std::string real = TRY(real_folder(workspace_));
  TrackedHere tracked(workspace_);
  const std::vector<core::ByProduct> own = own_outputs(real);
  for (const core::ByProduct& each : own) sight.own.push_back(each.path);
  TRY(leave_out(now, own, tracked));
  const std::optional<Snapshot> before = before_of(wanted.since);
  TRY(leave_out(now, before ? own_of(wanted.without) : wanted.without, tracked));
  const ByProducts* created = named_ ? &created_ : nullptr;
  if (before) TRY(hold_against(*before, created, now, wanted, tracked, sight));
  TreeName name = TRY(name_of(workspace_, now));
  sight.tree = std::move(name.id);
  sight.by_bytes = std::move(name.by_bytes);
  sight.digest = now.digest;
  sight.inputs = TRY(digest_inputs(wanted.inputs));
  sight.linked = digest_linked(real, now);
  if (!wanted.guarding.commit.empty())
    sight.protected_changed =
        TRY(changed_protected(real, wanted.guarding.commit, wanted.guarding.globs, *cache_));
  files::Files files;
  for (const std::string& path : wanted.programs) sight.stamps.push_back(files.stamp(path));
  const bool is_kept = kept_now_ && *kept_now_ == now.digest;
  if (wanted.keep && !is_kept) {
    TRY(kept_.keep(now));
    kept_now_ = now.digest;
  }
  named_ = std::move(now);
  created_ = sight.created;
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
