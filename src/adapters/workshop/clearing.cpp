// SPDX-License-Identifier: MIT
#include "adapters/workshop/clearing.h"

#include "adapters/repository/git/call.h"
#include "adapters/repository/git/copy.h"
#include "adapters/repository/git/facts.h"
#include "adapters/repository/git/folders.h"
#include "adapters/repository/git/neutral.h"
#include "adapters/repository/git/place.h"
#include "adapters/repository/git/registered.h"
#include "adapters/repository/git/worktree.h"
#include "adapters/repository/tree/tree_files.h"
#include "adapters/store/state/run_lock.h"
#include "adapters/workshop/holds.h"
#include "adapters/workshop/workshop.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>

namespace assay::workshop {

using shell::Cleared;
using shell::ClearOrder;

namespace {

namespace fs = std::filesystem;

/// What is younger may be about to be used by somebody who has not told yet.
constexpr std::time_t settled_after_s = 3600;
constexpr std::size_t digest_digits = 64;

void measure(const std::string& path, Cleared::Item& item) {
  const auto add = [&](const std::string& file) {
    struct stat status {};
    if (::lstat(file.c_str(), &status) != 0 || S_ISDIR(status.st_mode)) return;
    ++item.files;
    item.bytes += static_cast<std::uint64_t>(status.st_size);
  };
  add(path);
  std::error_code problem;
  if (!fs::is_directory(fs::symlink_status(path, problem))) return;
  for (fs::recursive_directory_iterator
           at(path, fs::directory_options::skip_permission_denied, problem),
       end;
       !problem && at != end; at.increment(problem))
    add(at->path());
}

std::vector<std::string> names_below(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem))
    names.push_back(at->path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

/// The youngest of a folder and what is in it, one level deep.
bool is_young(const std::string& path) {
  const std::time_t now = std::time(nullptr);
  const auto young = [&](const std::string& each) {
    struct stat status {};
    return ::lstat(each.c_str(), &status) == 0 && now - status.st_mtim.tv_sec < settled_after_s;
  };
  if (young(path)) return true;
  const auto names = names_below(path);
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return young(path + "/" + name); });
}

class Clearing {
 public:
  explicit Clearing(const ClearOrder& order)
      : order_(order), state_(order.state_dir), place_(git::place_of(order.workspace)) {}

  Result<Cleared> run() {
    for (const std::string& run_id : names_below(state_.path() + "/runs")) clear_run(run_id);
    if (place_.is_there()) {
      forget_vanished();
      clear_branches();
    }
    clear_setups();
    clear_neutral();
    if (!order_.anybody_alive) clear_shared();
    return std::move(cleared_);
  }

 private:
  void clear_run(const std::string& run_id);
  bool clear_work(const std::string& run_id, bool known);
  void clear_tree(const std::string& directory);
  void clear_sealed(const std::string& place);
  bool clear_unused(const std::string& directory);
  static void remove_empty(const std::string& work);
  Result<std::string> what_is_lost(const std::string& directory, const std::string& branch) const;
  void forget_vanished();
  void clear_branches();
  void clear_setups();
  void clear_neutral();
  void clear_shared();
  void clear_digests(const std::string& folder, std::size_t prefix);
  void clear_caches();

  void keep(std::string kind, std::string path, std::string why) {
    cleared_.kept.push_back({std::move(kind), std::move(path), std::move(why)});
  }
  /// `take` does it, unless it is only asked what would be.
  template <class Take>
  bool remove(std::string kind, const std::string& path, Take take) {
    Cleared::Item item{std::move(kind), path};
    measure(path, item);
    if (!order_.dry_run) {
      const Result<> taken = take();
      if (!taken) {
        keep(item.kind, path, taken.error().what);
        return false;
      }
    }
    cleared_.removed.push_back(std::move(item));
    return true;
  }
  bool remove_plain(std::string kind, const std::string& path) {
    return remove(std::move(kind), path, [&] { return git::remove_tree(path); });
  }

  const ClearOrder& order_;
  const shell::StateDir state_;
  const git::Place place_;
  Cleared cleared_;
};

bool is_lock_held(const std::string& state_dir, const std::string& run_id) {
  const auto state = state::StateDirectory::open(state_dir);
  return !state || state::RunLock::is_held(*state, run_id);
}

void Clearing::clear_run(const std::string& run_id) {
  const auto known = order_.runs.find(run_id);
  if (known != order_.runs.end() && known->second.alive) return;
  const std::string folder = state_.run(run_id);
  if (known == order_.runs.end() && is_lock_held(state_.path(), run_id)) return;
  if (known != order_.runs.end() && !known->second.ended && known->second.works) {
    if (git::is_there(state_.work(run_id)))
      keep("worktree", state_.work(run_id), "run " + run_id + " can be gone on with");
    return;
  }
  const bool is_known = known != order_.runs.end();
  // A run that is about to begin makes its copies first.
  if (!is_known && is_young(folder)) return;
  const bool bare = clear_work(run_id, is_known);
  if (!is_known && bare) remove_plain("log", folder);
}

/// True: nothing is left there.
bool Clearing::clear_work(const std::string& run_id, bool known) {
  const std::string work = state_.work(run_id);
  const auto names = names_below(work);
  const std::size_t kept = cleared_.kept.size();
  for (const std::string& name : names) {
    const std::string directory = work + "/" + name;
    struct stat status {};
    if (name.ends_with(".lock") || ::lstat(directory.c_str(), &status) != 0) continue;
    if (!S_ISDIR(status.st_mode) || name.ends_with(".removing")) {
      remove_plain("copy", directory);
    } else if (name == "sealed" || name.starts_with("sealed-")) {
      clear_sealed(directory);
    } else if (!clear_unused(directory) && !known) {
      return false;
    }
  }
  const bool bare = cleared_.kept.size() == kept;
  if (bare && known && !names.empty() && !order_.dry_run) remove_empty(work);
  return bare;
}

/// A copy that gates ran in, and their home: nobody has worked there.
void Clearing::clear_sealed(const std::string& place) {
  if (Holds::is_held(place + "/tree")) return;
  remove("copy", place, [&]() -> Result<> {
    if (place_.is_there()) TRY(git::remove_copy(order_.workspace, place + "/tree"));
    return git::remove_tree(place);
  });
}

/// False: somebody uses it. Nobody begins to while it is taken away.
bool Clearing::clear_unused(const std::string& directory) {
  if (Holds::is_held(directory)) return false;
  const auto alone = order_.dry_run ? std::nullopt : Holds::take_alone(directory);
  if (!alone && !order_.dry_run) return false;
  clear_tree(directory);
  return true;
}

/// Locks of what is gone, and the folder if nothing is in it: who goes on with a run meanwhile may
/// have begun to make its copy.
void Clearing::remove_empty(const std::string& work) {
  for (const std::string& name : names_below(work)) {
    constexpr std::string_view ending = ".lock";
    const std::string path = work + "/" + name;
    if (!name.ends_with(ending)) continue;
    const std::string directory = path.substr(0, path.size() - ending.size());
    const auto alone = Holds::take_alone(directory);
    if (alone && !git::is_there(directory)) ::unlink(path.c_str());
  }
  ::rmdir(work.c_str());
}

/// What is in it that is neither committed on a branch nor the same in the workspace. Empty:
/// nothing.
Result<std::string> Clearing::what_is_lost(const std::string& directory,
                                           const std::string& branch) const {
  const core::CloseWork close{
      .key = {}, .workspace = order_.workspace, .directory = directory, .branch = branch};
  std::string lost = TRY(git::loss_of(close));
  if (lost.empty() || !branch.empty() || !git::is_linked(directory, place_)) return lost;
  // A copy has what was not committed in the workspace when it was made: that is no work of its
  // own.
  const tree::TreeFiles copy = TRY(tree::TreeFiles::open(directory));
  const tree::TreeFiles workspace = TRY(tree::TreeFiles::open(order_.workspace));
  std::vector<std::string> own;
  for (const std::string& path : TRY(git::dirty(directory))) {
    const auto file = TRY(copy.look(path));
    if (file && TRY(workspace.look(path)) != file) own.push_back(path);
  }
  if (!own.empty())
    return fmt::format("{} has {} file{} that {} nowhere else: {}", directory, own.size(),
                       own.size() == 1 ? "" : "s", own.size() == 1 ? "is" : "are", own.front());
  const std::string tip = git::head(directory);
  if (tip.empty()) return std::string();
  const std::string count = TRY(git::tell_line(
      {order_.workspace, {"rev-list", "--count", "--max-count=1", tip, "--not", "--all"}}));
  return count == "0" ? std::string() : directory + " has commits that are on no branch";
}

void Clearing::clear_tree(const std::string& directory) {
  const bool linked = place_.is_there() && git::is_linked(directory, place_);
  const std::string branch = linked ? git::current_branch(directory) : "";
  const std::string kind = branch.empty() ? "copy" : "worktree";
  if (!linked && git::is_there(directory + "/.git"))
    return keep(kind, directory, "belongs to another repository");
  // Without git's link there is nothing to compare with: an empty one is all that can go.
  if (!linked && !names_below(directory).empty())
    return keep(kind, directory, "is no working tree of this repository any more");
  const auto lost = linked ? what_is_lost(directory, branch) : Result<std::string>(std::string());
  if (!lost) return keep(kind, directory, lost.error().what);
  if (!lost->empty()) return keep(kind, directory, *lost);
  remove(kind, directory, [&]() -> Result<> {
    if (branch.empty()) TRY(git::remove_copy(order_.workspace, directory));
    if (!branch.empty()) {
      const auto closed = git::close({{}, order_.workspace, directory, branch});
      if (closed.status != core::work::WorkResult::Status::done || !closed.detail.empty())
        return Error{Fault::conflict, closed.detail};
    }
    ::unlink(Holds::path_of(directory).c_str());
    return {};
  });
}

/// Worktrees of assay's that the repository still knows and that are gone.
void Clearing::forget_vanished() {
  const auto all = git::all_registered(order_.workspace);
  if (!all) return;
  const std::string below = git::real_path(state_.path()) + "/";
  for (const git::Registered& each : *all) {
    if (!git::settled_path(each.path).starts_with(below) || git::is_there(each.path)) continue;
    const auto known = git::registered(order_.workspace, each.path);
    if (!known || !*known || (*known)->metadata.empty() || Holds::is_held(each.path)) continue;
    remove("worktree", (*known)->metadata, [&] { return git::forget(**known); });
  }
}

/// "assay/<run>/<task>" of runs that have ended or never were.
void Clearing::clear_branches() {
  git::Call list{order_.workspace,
                 {"for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads/assay/"}};
  const auto text = git::tell(list);
  if (!text) return;
  for (std::size_t start = 0; start < text->size();) {
    const std::size_t end = std::min(text->find('\n', start), text->size());
    const std::string branch = text->substr(start, end - start);
    start = end + 1;
    constexpr std::size_t prefix = 6;
    const std::size_t slash = branch.find('/', prefix);
    if (slash == std::string::npos) continue;
    const auto run = order_.runs.find(branch.substr(prefix, slash - prefix));
    if (run == order_.runs.end() || run->second.alive || !run->second.ended) continue;
    const core::CloseWork close{.key = {},
                                .workspace = order_.workspace,
                                .directory = state_.work(run->first) + branch.substr(slash),
                                .branch = branch};
    // One that is checked out is told of with its worktree.
    if (git::is_there(close.directory)) continue;
    const auto lost = git::loss_of(close);
    if (!lost || !lost->empty()) {
      keep("branch", branch, lost ? *lost : lost.error().what);
      continue;
    }
    Cleared::Item item{"branch", branch};
    if (!order_.dry_run) {
      const auto closed = git::close(close);
      if (!closed.detail.empty()) {
        keep("branch", branch, closed.detail);
        continue;
      }
    }
    cleared_.removed.push_back(std::move(item));
  }
}

/// All but the one that copies would be given now.
void Clearing::clear_setups() {
  const std::string folder = state_.setups();
  const auto names = names_below(folder);
  if (names.empty() || !order_.supplies_known) return;
  std::string wanted;
  if (order_.supplies && !order_.supplies->setup.empty()) {
    Workshop shop(order_.workspace, order_.state_dir);
    const auto digest = shop.supplier().digest_for(*order_.supplies, order_.workspace);
    if (!digest) return keep("setup", folder, digest.error().what);
    wanted = *digest;
  }
  const Setups setups(order_.state_dir);
  for (const std::string& name : names) {
    const std::string digest = name.substr(0, name.find('.'));
    if (digest == wanted && !name.ends_with(".new")) continue;
    const auto lock = setups.lock(digest);
    if (!lock || !*lock) continue;
    if (!name.ends_with(".lock")) {
      remove_plain("setup", folder + "/" + name);
    } else if (!order_.dry_run && digest != wanted && !git::is_there(folder + "/" + digest)) {
      ::unlink((folder + "/" + name).c_str());
    }
  }
}

/// Folders that a git of ours was led to and that a kill has left behind; no call takes so long.
void Clearing::clear_neutral() {
  const char* temporary = ::getenv("TMPDIR");
  for (const std::string& folder : {git::neutral_home(), std::string("/tmp"),
                                    std::string(temporary == nullptr ? "" : temporary)}) {
    for (const std::string& name :
         folder.empty() ? std::vector<std::string>() : names_below(folder)) {
      const std::string path = folder + "/" + name;
      struct stat status {};
      const bool ours = name.starts_with(git::neutral_prefix) &&
                        ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
                        status.st_uid == ::geteuid();
      if (ours && !is_young(path)) remove_plain("cache", path);
    }
  }
}

/// "tree-<digest>" with a prefix of so many characters.
void Clearing::clear_digests(const std::string& folder, std::size_t prefix) {
  for (const std::string& name : names_below(folder)) {
    const std::string digest = name.substr(std::min(prefix, name.size()), digest_digits);
    if (order_.referred.contains(digest) || is_young(folder + "/" + name)) continue;
    remove_plain("blob", folder + "/" + name);
  }
}

void Clearing::clear_caches() {
  constexpr std::size_t digits = 16;
  std::set<std::string> used;
  if (const auto all = git::all_registered(order_.workspace)) {
    for (const git::Registered& each : *all)
      used.insert(digest_of(each.path).hex().substr(0, digits));
  }
  const std::string folder = state_.path() + "/worktree-caches";
  for (const std::string& name : names_below(folder)) {
    if (!used.contains(name) && !is_young(folder + "/" + name))
      remove_plain("cache", folder + "/" + name);
  }
}

void Clearing::clear_shared() {
  constexpr std::size_t kind_digits = 5;  // "tree-", "text-"
  clear_digests(state_.blobs(), kind_digits);
  clear_digests(state_.path() + "/contents", 0);
  if (place_.is_there()) clear_caches();
  const std::string tries = state_.aside("init");
  if (git::is_there(tries) && !is_young(tries)) remove_plain("log", tries);
}

}  // namespace

Result<Cleared> clear(const ClearOrder& order) { return Clearing(order).run(); }

}  // namespace assay::workshop
