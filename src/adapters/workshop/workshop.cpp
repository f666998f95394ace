// SPDX-License-Identifier: MIT
#include "adapters/workshop/workshop.h"

#include "adapters/git/commit.h"
#include "adapters/git/facts.h"
#include "adapters/git/lock.h"
#include "adapters/git/merge.h"
#include "adapters/git/worktree.h"
#include "adapters/spec/spec_files.h"
#include "adapters/workshop/hide.h"
#include "adapters/workshop/history.h"
#include "adapters/workshop/snapshots.h"
#include "adapters/workshop/task_list.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace assay::workshop {

using core::loop::WorkResult;
using core::loop::WorkSight;

namespace {

constexpr int open_tries = 10;
constexpr unsigned open_pause_us = 200'000;

constexpr std::size_t changed_max = 100'000;

void leave_out_private(std::vector<std::string>& paths, const std::string& spec_dir) {
  std::erase_if(paths, [&](const std::string& path) { return is_private(path, spec_dir); });
}

/// What git was told not to look at, and what changed all the same, cannot be called committed.
Result<> add_unwatched(const std::string& directory, WorkSight& sight) {
  if (sight.changed.empty()) return {};
  for (const std::string& path : TRY(git::unwatched(directory))) {
    const bool changed = std::binary_search(sight.changed.begin(), sight.changed.end(), path);
    if (changed) sight.dirty.push_back(path);
  }
  std::sort(sight.dirty.begin(), sight.dirty.end());
  sight.dirty.erase(std::unique(sight.dirty.begin(), sight.dirty.end()), sight.dirty.end());
  return {};
}

Result<> look_at_git(const core::InspectWork& wanted, WorkSight& sight) {
  sight.head = git::head(wanted.directory);
  sight.branch = git::current_branch(wanted.directory);
  look_at_origin(wanted, sight);
  sight.dirty = TRY(git::dirty(wanted.directory));
  leave_out_private(sight.dirty, wanted.spec_dir);
  TRY(add_unwatched(wanted.directory, sight));
  const bool is_first = wanted.since.empty() && wanted.since_head.empty();
  if (is_first || sight.head == wanted.since_head) return {};
  sight.continues = wanted.since_head.empty() ||
                    git::is_ancestor(wanted.directory, wanted.since_head, sight.head);
  if (sight.head.empty()) return {};
  // Of a commit that is gone for good nobody can say what came after it.
  auto history = git::history_since(wanted.directory, wanted.since_head);
  if (history) sight.commits = history.take();
  if (!history && sight.continues) return history.error();
  return add_commit_files(wanted.directory, sight.commits);
}

/// The folder beside the spec that lists all specs: "specs/.index" for "specs/x".
std::string index_of(const std::string& spec_dir) {
  const std::size_t slash = spec_dir.rfind('/');
  return slash == std::string::npos ? ".index" : spec_dir.substr(0, slash) + "/.index";
}

Result<> commit_update(const core::loop::SpecUpdate& update, const std::string& scratch) {
  if (::mkdir(scratch.c_str(), 0700) != 0 && errno != EEXIST)
    return Error{Fault::io, fmt::format("{}: {}", scratch, std::strerror(errno))};
  const std::string spec = plain_path(update.spec_dir);
  git::CommitOrder order{update.workspace, update.commit_message, update.commit_files, scratch};
  order.paths.push_back(spec + "/tasks.md");
  order.paths.push_back(spec + "/.progress.md");
  if (spec != ".") order.paths.push_back(index_of(spec));
  return git::commit(order);
}

}  // namespace

Workshop::Workshop(std::string workspace, std::string state_dir)
    : workspace_(std::move(workspace)), state_dir_(std::move(state_dir)), kept_(state_dir_) {}

std::string Workshop::cache_of(const std::string& directory) const {
  if (directory == workspace_) return state_dir_;
  constexpr std::size_t digits = 16;
  return state_dir_ + "/worktree-caches/" + digest_of(directory).hex().substr(0, digits);
}

tree::Trees& Workshop::trees_of(const std::string& directory) {
  std::unique_ptr<tree::Trees>& trees = trees_[directory];
  if (!trees) {
    const std::string cache = cache_of(directory);
    // A cache that cannot be written costs time and nothing else.
    ::mkdir(state_dir_.c_str(), 0700);
    ::mkdir((state_dir_ + "/worktree-caches").c_str(), 0700);
    ::mkdir(cache.c_str(), 0700);
    trees = std::make_unique<tree::Trees>(directory, cache);
  }
  return *trees;
}

Result<> Workshop::look_at_files(const core::InspectWork& wanted, WorkSight& sight) {
  const tree::Snapshot now = leave_out(TRY(trees_of(wanted.directory).snapshot()), wanted.without);
  TRY(kept_.keep(now));
  sight.tree = now.digest.hex();
  sight.ignored = ignored_files(wanted, now);
  if (wanted.since.empty() || wanted.since == sight.tree) return {};
  const tree::Snapshot before = leave_out(TRY(kept_.recall(wanted.since)), wanted.without);
  sight.changed = tree::changed(before, now);
  leave_out_private(sight.changed, wanted.spec_dir);
  for (const std::string& path : sight.changed) {
    if (find_file(before, path) == nullptr) sight.added.push_back(path);
  }
  if (sight.changed.size() <= changed_max) return {};
  return Error{Fault::exhausted,
               fmt::format("{}: {} files changed, which is more than can be judged",
                           wanted.directory, sight.changed.size())};
}

Result<> Workshop::look(const core::InspectWork& wanted, WorkSight& sight) {
  const git::Place place = git::place_of(wanted.directory);
  const bool is_workspace = git::real_path(wanted.directory) == git::real_path(workspace_);
  if (!is_workspace && !git::is_linked(wanted.directory, git::place_of(workspace_)))
    return Error{Fault::not_found, wanted.directory + ": is no worktree of the workspace"};
  if (!place.is_there() && !wanted.since_head.empty())
    return Error{Fault::not_found, wanted.directory + ": is no git repository any more"};
  TRY(git::settle_locks(place));
  TRY(look_at_files(wanted, sight));
  compare_list(wanted, sight);
  if (!place.is_there()) return {};
  if (!wanted.files_only) return look_at_git(wanted, sight);
  sight.head = git::head(wanted.directory);
  return {};
}

WorkSight Workshop::inspect(const core::InspectWork& wanted) {
  WorkSight sight;
  const auto looked = look(wanted, sight);
  if (looked) return sight;
  WorkSight nothing;
  nothing.problem = looked.error().what;
  return nothing;
}

WorkResult Workshop::open(const core::OpenWork& wanted) {
  WorkResult result = git::open(wanted);
  // A git that a killed coordinator has started may still be at work on the same worktree.
  for (int tries = 0; result.status == WorkResult::Status::failed && tries < open_tries; ++tries) {
    ::usleep(open_pause_us);
    result = git::open(wanted);
  }
  return result;
}

WorkResult Workshop::merge(const core::MergeWork& wanted) { return git::merge(wanted); }

void Workshop::forget(const std::string& directory) {
  if (directory == workspace_) return;
  trees_.erase(directory);
  const std::string cache = cache_of(directory);
  ::unlink((cache + "/tree-cache").c_str());
  ::rmdir(cache.c_str());
}

WorkResult Workshop::close(const core::CloseWork& wanted) {
  WorkResult result = wanted.branch.empty() ? close_copy(wanted) : git::close(wanted);
  if (::access(wanted.directory.c_str(), F_OK) != 0) forget(wanted.directory);
  return result;
}

WorkResult Workshop::update(const core::UpdateSpec& wanted) {
  ENSURE(wanted.update != nullptr);
  const core::loop::SpecUpdate& update = *wanted.update;
  WorkResult result;
  if (const auto hidden = hide_private_files(update.workspace, plain_path(update.spec_dir));
      !hidden) {
    result.status = WorkResult::Status::failed;
    result.detail = hidden.error().what;
    return result;
  }
  result = spec::update(update);
  if (result.status == WorkResult::Status::done && !update.commit_message.empty()) {
    const auto committed = commit_update(update, state_dir_);
    if (!committed) {
      result.status = WorkResult::Status::failed;
      result.detail = committed.error().what;
    }
  }
  result.head = git::head(update.workspace);
  return result;
}

}  // namespace assay::workshop
