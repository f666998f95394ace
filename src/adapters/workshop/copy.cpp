// SPDX-License-Identifier: MIT
// Copies of the workspace: what is committed, or everything as it is.
#include "adapters/repository/git/copy.h"

#include "adapters/files/files.h"
#include "adapters/os/wait.h"
#include "adapters/repository/git/facts.h"
#include "adapters/repository/git/folders.h"
#include "adapters/repository/protected_files.h"
#include "adapters/repository/tree/tree_files.h"
#include "adapters/scan/beneath.h"
#include "adapters/workshop/snapshots.h"
#include "adapters/workshop/workshop.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace assay::workshop {

using core::work::WorkResult;

namespace {

constexpr int copy_tries = 10;
constexpr unsigned copy_pause_us = 200'000;

Error misplaced(const std::string& directory) {
  return {Fault::bad_input, directory + ": is no place for copies"};
}

/// One pass: makes the copy's files what the workspace has. Files that are the same and are seen
/// only here, because git tracks what it should ignore, are returned.
Result<std::vector<std::string>> even_out(const tree::TreeFiles& workspace,
                                          const tree::TreeFiles& copy, const tree::Snapshot& here,
                                          const tree::Snapshot& there) {
  std::vector<const tree::FileState*> wanted;
  for (const std::string& path : tree::changed(there, here)) {
    const tree::FileState* file = find_file(here, path);
    if (file != nullptr) {
      wanted.push_back(file);
    } else {
      TRY(copy.remove(path));
    }
  }
  std::vector<std::string> unseen;
  for (const tree::FileState* file : wanted) {
    if (TRY(copy.look(file->path)) == *file) {
      unseen.push_back(file->path);
    } else {
      TRY(copy.take(workspace, *file, tree::Durable::no));
    }
  }
  return unseen;
}

}  // namespace

/// The workspace as it is now. More than once, because files that are brought over can be rules
/// about which files are seen.
Result<> Workshop::bring_changes(const core::OpenCopy& wanted) {
  constexpr int passes = 5;
  const tree::TreeFiles workspace = TRY(tree::TreeFiles::open(wanted.workspace));
  const tree::TreeFiles copy = TRY(tree::TreeFiles::open(wanted.directory));
  const tree::Snapshot here = TRY(trees_of(wanted.workspace).snapshot());
  for (int pass = 0; pass < passes; ++pass) {
    const tree::Snapshot there = TRY(trees_of(wanted.directory).snapshot());
    if (here.digest == there.digest) return {};
    const std::vector<std::string> unseen = TRY(even_out(workspace, copy, here, there));
    if (!unseen.empty()) TRY(git::track_ignored(wanted.directory, unseen));
  }
  return Error{Fault::conflict,
               fmt::format("{}: does not become the same as the workspace", wanted.directory)};
}

Result<std::string> Workshop::try_copy(const core::OpenCopy& wanted) {
  if (!git::is_place_for_copies(wanted.directory, state_dir_)) return misplaced(wanted.directory);
  if (auto commit = git::finished_copy(wanted)) return *commit;
  forget(wanted.directory);
  std::string commit = TRY(git::make_copy(wanted));
  if (wanted.with_changes) TRY(bring_changes(wanted));
  TRY(git::finish_copy(wanted, commit));
  return commit;
}

/// What the guarding commit has otherwise becomes what it has, whatever was asked for twice.
Result<std::vector<std::string>> Workshop::guard(const core::OpenCopy& wanted) {
  if (wanted.guarded_by.empty()) return std::vector<std::string>();
  const auto find = [&]() -> Result<std::vector<std::string>> {
    std::vector<std::string> found =
        TRY(tree::changed_protected(wanted.directory, wanted.guarded_by, wanted.guarded, {}));
    std::erase_if(found, [&](const std::string& path) {
      return std::find(wanted.judged.begin(), wanted.judged.end(), path) != wanted.judged.end();
    });
    return found;
  };
  std::vector<std::string> changed = TRY(find());
  if (changed.empty()) return changed;
  const WorkResult done = restore({.key = wanted.key,
                                   .workspace = wanted.directory,
                                   .commit = wanted.guarded_by,
                                   .paths = changed});
  if (done.status != WorkResult::Status::done) return Error{Fault::io, done.detail};
  if (const auto left = TRY(find()); !left.empty())
    return Error{Fault::io, "not to be made what the base has: " + left.front()};
  forget(wanted.directory);
  return changed;
}

/// Nothing of whoever worked in it before.
Result<> Workshop::make_home(const core::OpenCopy& wanted) const {
  if (wanted.home.empty()) return {};
  if (!git::is_place_for_copies(wanted.home, state_dir_)) return misplaced(wanted.home);
  TRY(git::remove_tree(wanted.home));
  return files::Files().make_directories(wanted.home);
}

WorkResult Workshop::copy(const core::OpenCopy& wanted) {
  // Before it is looked at: who clears up may be about to take it away.
  if (git::is_place_for_copies(wanted.directory, state_dir_)) hold(wanted.directory);
  auto commit = try_copy(wanted);
  // A git that a killed coordinator has started may still be at work on the same copy.
  for (int tries = 0; !commit && tries < copy_tries; ++tries) {
    os::pause(std::chrono::microseconds{copy_pause_us});
    commit = try_copy(wanted);
  }
  if (!commit) return {WorkResult::Status::failed, commit.error().what, "", {}};
  auto guarded = guard(wanted);
  if (!guarded) return {WorkResult::Status::failed, guarded.error().what, *commit, {}};
  if (const auto home = make_home(wanted); !home)
    return {WorkResult::Status::failed, home.error().what, *commit, {}};
  return {WorkResult::Status::done, "", *commit, guarded.take()};
}

void Workshop::hold(const std::string& directory) {
  // What cannot be made is told by who makes the copy.
  if (git::make_parents(directory)) holds_.take(directory);
}

/// For people: what cannot be kept is missed by nobody who decides.
void Workshop::keep_files(const core::CloseWork& wanted) const {
  if (wanted.keep.empty() || !wanted.keep_in.starts_with(state_dir_ + "/runs/")) return;
  const auto copy = scan::Beneath::open(wanted.directory);
  if (!copy) return;
  constexpr std::size_t file_bytes_max = std::size_t{4} << 20;
  files::Files files;
  for (const std::string& path : wanted.keep) {
    scan::Sight sight;
    const os::Descriptor file = copy->open_listed(path, sight);
    scan::FileBuffer buffer;
    int problem = 0;
    const auto size = static_cast<std::size_t>(sight.status.st_size);
    if (!file || !buffer.read(file.get(), size, file_bytes_max, problem)) continue;
    const std::string target = wanted.keep_in + "/" + path;
    if (!files.make_directories(target.substr(0, target.rfind('/')))) continue;
    static_cast<void>(static_cast<bool>(files.replace(target, std::string(buffer.text()))));
  }
}

WorkResult Workshop::close_copy(const core::CloseWork& wanted) {
  const bool own = git::is_place_for_copies(wanted.directory, state_dir_);
  if (own) keep_files(wanted);
  Result<> removed = misplaced(wanted.directory);
  for (int tries = 0; own && !removed && tries < copy_tries; ++tries) {
    if (tries > 0) os::pause(std::chrono::microseconds{copy_pause_us});
    removed = git::remove_copy(wanted.workspace, wanted.directory);
  }
  const std::string head = git::head(wanted.workspace);
  if (!removed) return {WorkResult::Status::failed, removed.error().what, head, {}};
  return {WorkResult::Status::done, "", head, {}};
}

}  // namespace assay::workshop
