// SPDX-License-Identifier: MIT
#include "adapters/workshop/workshop.h"

#include "adapters/os/error.h"
#include "adapters/os/wait.h"
#include "adapters/repository/git/commit.h"
#include "adapters/repository/git/facts.h"
#include "adapters/repository/git/lock.h"
#include "adapters/repository/git/merge.h"
#include "adapters/repository/git/setup.h"
#include "adapters/repository/git/standing.h"
#include "adapters/repository/git/worktree.h"
#include "adapters/repository/tree/bytes.h"
#include "adapters/repository/tree/name.h"
#include "adapters/repository/tree/tree_files.h"
#include "adapters/spec/spec_files.h"
#include "adapters/workshop/hide.h"
#include "adapters/workshop/history.h"
#include "adapters/workshop/snapshots.h"
#include "adapters/workshop/task_list.h"
#include "adapters/workshop/test_texts.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace assay::workshop {

using core::work::WorkResult;
using core::work::WorkSight;

namespace {

constexpr int open_tries = 10;
constexpr unsigned open_pause_us = 200'000;

constexpr std::size_t changed_max = 100'000;

void leave_out_private(std::vector<std::string>& paths, const std::string& spec_dir) {
  std::erase_if(paths, [&](const std::string& path) { return is_private(path, spec_dir); });
}

/// What the commits since are, and whether they continue the one before.
Result<> look_at_history(const core::InspectWork& wanted, WorkSight& sight) {
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

/// From the top of its working tree to a directory: empty, or ending with a slash.
std::string prefix_in(const git::Place& place, const std::string& directory) {
  const std::string real = git::real_path(directory);
  return real.size() > place.top.size() ? real.substr(place.top.size() + 1) + "/" : "";
}

/// The folder beside the spec that lists all specs: "specs/.index" for "specs/x".
std::string index_of(const std::string& spec_dir) {
  const std::size_t slash = spec_dir.rfind('/');
  return slash == std::string::npos ? ".index" : spec_dir.substr(0, slash) + "/.index";
}

Result<> commit_update(const core::loop::SpecUpdate& update, const std::string& scratch) {
  if (::mkdir(scratch.c_str(), 0700) != 0 && errno != EEXIST) return os::error_of(scratch, errno);
  const std::string spec = plain_path(update.spec_dir);
  git::CommitOrder order{update.workspace, update.commit_message, update.commit_files, scratch};
  order.paths.push_back(spec + "/tasks.md");
  order.paths.push_back(spec + "/.progress.md");
  if (spec != ".") order.paths.push_back(index_of(spec));
  return git::commit(order);
}

/// What lies behind a link that leads out was checked, and is in no commit.
Result<> look_at_links(const core::InspectWork& wanted, const tree::Snapshot& now,
                       WorkSight& sight) {
  std::vector<std::string> links;
  for (const std::string& path : sight.changed) {
    const tree::FileState* file = find_file(now, path);
    if (file != nullptr && file->kind == tree::FileKind::link) links.push_back(path);
  }
  if (links.empty()) return {};
  const git::Place place = git::place_of(wanted.directory);
  const std::string prefix = place.is_there() ? prefix_in(place, wanted.directory) : "";
  const tree::TreeFiles files =
      TRY(tree::TreeFiles::open(place.is_there() ? place.top : wanted.directory));
  for (const std::string& path : links) {
    if (files.leads_out(prefix + path)) sight.differs.push_back(path);
  }
  return {};
}

}  // namespace

Workshop::Workshop(std::string workspace, std::string state_dir)
    : workspace_(std::move(workspace)),
      state_dir_(std::move(state_dir)),
      kept_(state_dir_),
      supplier_(state_dir_,
                [this](const std::string& directory) { return trees_of(directory).snapshot(); }) {}

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
    // What an earlier process remembered lies where the agents of that run could write: here every
    // file is read at least once.
    trees = std::make_unique<tree::Trees>(directory, cache, tree::Believes::nothing);
  }
  return *trees;
}

Result<> Workshop::look_at_files(const core::InspectWork& wanted, const tree::Snapshot& whole,
                                 WorkSight& sight) {
  const tree::Snapshot now = leave_out(whole, wanted.without);
  TRY(kept_.keep(now));
  sight.tree = now.digest.hex();
  sight.ignored = ignored_files(wanted, now);
  if (wanted.since.empty() || wanted.since == sight.tree) return {};
  const tree::Snapshot before = leave_out(TRY(kept_.recall(wanted.since)), wanted.without);
  sight.changed = tree::changed(before, now);
  leave_out_private(sight.changed, wanted.spec_dir);
  const Digest nothing = digest_of("");
  for (const std::string& path : sight.changed) {
    const tree::FileState* file = find_file(now, path);
    if (find_file(before, path) == nullptr) sight.added.push_back(path);
    if (file != nullptr && file->content == nothing) sight.empty.push_back(path);
  }
  TRY(look_at_links(wanted, now, sight));
  if (sight.changed.size() <= changed_max) return {};
  return Error{Fault::exhausted,
               fmt::format("{}: {} files changed, which is more than can be judged",
                           wanted.directory, sight.changed.size())};
}

/// The files against HEAD and the index. Paths are as seen from the directory; what is in another
/// part of the working tree starts with "../".
Result<> Workshop::look_at_standing(const core::InspectWork& wanted, const git::Place& place,
                                    const tree::Snapshot& snapshot, WorkSight& sight) {
  const std::string prefix = prefix_in(place, wanted.directory);
  git::Comparison comparison{place, snapshot, sight.head};
  const bool is_first = wanted.since.empty() && wanted.since_head.empty();
  if (!is_first) comparison.since = wanted.since_head;
  comparison.changed = sight.changed;
  for (std::string& path : comparison.changed) path.insert(0, prefix);
  std::optional<tree::Snapshot> whole;
  git::Standing standing;
  if (prefix.empty()) {
    standing = TRY(git::compare(comparison, names_));
  } else {
    whole = TRY(trees_of(place.top).snapshot());
    standing = TRY(git::compare(
        {place, *whole, comparison.head, comparison.since, comparison.changed}, names_));
  }
  if (standing.dirty.size() > changed_max) {
    return Error{Fault::exhausted,
                 fmt::format("{}: {} files are not committed, which is more than can be judged",
                             wanted.directory, standing.dirty.size())};
  }
  for (std::string& path : standing.dirty) sight.dirty.push_back(git::seen_from(prefix, path));
  for (std::string& path : standing.differs) sight.differs.push_back(git::seen_from(prefix, path));
  std::sort(sight.dirty.begin(), sight.dirty.end());
  leave_out_private(sight.dirty, wanted.spec_dir);
  sight.reached.insert(sight.reached.end(), standing.forged.begin(), standing.forged.end());
  return {};
}

/// How the repository is set up now, and what of it was changed since.
Result<> Workshop::look_at_setup(const core::InspectWork& wanted, const git::Place& place,
                                 WorkSight& sight) {
  const git::Setup now = TRY(git::setup_of(place));
  sight.repository = TRY(kept_.keep_text(now.to_text()));
  if (wanted.since_repository.empty() || wanted.since_repository == sight.repository) return {};
  const git::Setup before = git::Setup::parse(TRY(kept_.recall_text(wanted.since_repository)));
  std::vector<std::string> words = git::reached(place, before, now, wanted.since_head);
  sight.reached.insert(sight.reached.end(), words.begin(), words.end());
  return {};
}

/// The list will be put back. Perhaps a person has written into it: that is not to be lost.
void Workshop::keep_list(const core::InspectWork& wanted, WorkSight& sight) const {
  const auto text = spec::read_spec_file(wanted.directory, wanted.spec_dir, "tasks.md");
  if (!text) return;
  constexpr std::size_t digits = 16;
  const std::string folder = state_dir_ + "/lists";
  const std::string path = folder + "/" + digest_of(*text).hex().substr(0, digits) + ".md";
  ::mkdir(folder.c_str(), 0700);
  if (tree::write_file(path, *text)) sight.tampering.push_back("what it said is kept in " + path);
}

Result<> Workshop::look(const core::InspectWork& wanted, WorkSight& sight) {
  const git::Place place = git::place_of(wanted.directory);
  const bool is_workspace = git::real_path(wanted.directory) == git::real_path(workspace_);
  if (!is_workspace && !git::is_linked(wanted.directory, git::place_of(workspace_)))
    return Error{Fault::not_found, wanted.directory + ": is no worktree of the workspace"};
  if (!place.is_there() && !wanted.since_head.empty())
    return Error{Fault::not_found, wanted.directory + ": is no git repository any more"};
  TRY(git::settle_locks(place));
  const tree::Snapshot whole = TRY(trees_of(wanted.directory).snapshot());
  TRY(look_at_files(wanted, whole, sight));
  if (wanted.named) sight.name = TRY(tree::name_of(wanted.directory, whole)).id;
  compare_list(wanted, sight);
  if (!sight.tampering.empty()) keep_list(wanted, sight);
  if (!place.is_there()) return {};
  sight.head = git::head(wanted.directory);
  look_at_tests(wanted, sight);
  sight.branch = git::current_branch(wanted.directory);
  look_at_origin(wanted, sight);
  TRY(look_at_setup(wanted, place, sight));
  if (wanted.files_only) return {};
  TRY(look_at_standing(wanted, place, whole, sight));
  return look_at_history(wanted, sight);
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
    os::pause(std::chrono::microseconds{open_pause_us});
    result = git::open(wanted);
  }
  if (result.status == WorkResult::Status::done) holds_.take(wanted.directory);
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
  if (::access(wanted.directory.c_str(), F_OK) != 0) {
    forget(wanted.directory);
    holds_.drop(wanted.directory);
  }
  return result;
}

/// What assay commits for a task is what its Verify was given.
Result<> Workshop::check_verified(const core::loop::SpecUpdate& update) {
  if (update.verified.empty()) return {};
  const tree::Snapshot before = TRY(kept_.recall(update.verified));
  const tree::TreeFiles files = TRY(tree::TreeFiles::open(update.workspace));
  for (const std::string& path : update.commit_files) {
    const tree::FileState* then = find_file(before, path);
    const auto now = TRY(files.look(path));
    const bool same = then == nullptr ? !now : now == *then;
    if (!same)
      return Error{Fault::conflict,
                   path + ": changed after it was verified: nothing was committed"};
  }
  return {};
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
    const auto known = check_verified(update);
    const auto committed = known ? commit_update(update, state_dir_) : known;
    if (!committed) {
      result.status = WorkResult::Status::failed;
      result.detail = committed.error().what;
    }
  }
  result.head = git::head(update.workspace);
  return result;
}

}  // namespace assay::workshop
