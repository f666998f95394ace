// SPDX-License-Identifier: MIT
// What was done in a copy comes into the workspace, if nobody has changed the same files there.
#include "adapters/repository/git/facts.h"
#include "adapters/repository/git/names.h"
#include "adapters/repository/git/place.h"
#include "adapters/repository/tree/tree_files.h"
#include "adapters/workshop/snapshots.h"
#include "adapters/workshop/task_list.h"
#include "adapters/workshop/workshop.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace assay::workshop {

using core::work::WorkResult;
using tree::FileKind;
using tree::FileState;

namespace {

constexpr std::size_t moves_max = 100'000;

/// One file on its way; null where there is none.
struct Move {
  std::string path;
  const FileState* before = nullptr;
  const FileState* after = nullptr;
};

bool is_special(const FileState* file) {
  return file != nullptr && (file->kind == FileKind::pipe || file->kind == FileKind::socket ||
                             file->kind == FileKind::device);
}

bool is_same(const FileState* a, const std::optional<FileState>& b) {
  return a == nullptr ? !b : b == *a;
}

/// The difference between two trees on its way into a third.
class Adoption {
 public:
  Adoption(const core::AdoptWork& wanted, const tree::Snapshot& before, const tree::Snapshot& after)
      : wanted_(wanted), before_(before), after_(after) {
    for (const std::string& path : wanted.paths) {
      if (!path.empty() && !path.starts_with('/')) places_.push_back(plain_path(path));
    }
  }

  /// Paths in conflict; if there are none, everything was brought over.
  Result<std::vector<std::string>> run(const tree::TreeFiles& copy,
                                       const tree::TreeFiles& workspace);

  std::vector<std::string> paths() const;
  std::string detail() const;

 private:
  bool is_wanted(const std::string& path) const;
  Result<> choose();
  Result<> note_ignored(const tree::TreeFiles& copy);
  Result<std::set<std::string>> conflicts(const tree::TreeFiles& workspace) const;
  Result<std::set<std::string>> in_the_way(const tree::TreeFiles& workspace,
                                           const Move& move) const;

  const core::AdoptWork& wanted_;
  const tree::Snapshot& before_;
  const tree::Snapshot& after_;
  std::vector<std::string> places_;  ///< what was asked for
  std::vector<Move> moves_;
  std::set<std::string> gone_;
  std::vector<std::string> left_out_;
};

bool Adoption::is_wanted(const std::string& path) const {
  if (!tree::is_tree_path(path)) return false;
  return wanted_.paths.empty() ||
         std::any_of(places_.begin(), places_.end(),
                     [&](const std::string& place) { return is_below(path, place); });
}

Result<> Adoption::choose() {
  for (const std::string& path : tree::changed(before_, after_)) {
    if (!is_wanted(path)) continue;
    const Move move{path, find_file(before_, path), find_file(after_, path)};
    if (is_special(move.after) && move.before == nullptr) {
      left_out_.push_back(path + " is no regular file");
      continue;
    }
    if (is_special(move.after))
      return Error{Fault::bad_input, path + ": is no regular file any more"};
    if (move.after == nullptr) gone_.insert(path);
    moves_.push_back(move);
  }
  if (moves_.size() <= moves_max) return {};
  return Error{Fault::exhausted,
               fmt::format("{}: {} files changed, which is more than can be taken over",
                           wanted_.directory, moves_.size())};
}

/// Files that were named and that no tree knows of would be missed by nobody.
Result<> Adoption::note_ignored(const tree::TreeFiles& copy) {
  for (const std::string& path : wanted_.paths) {
    if (!tree::is_tree_path(path) || find_file(after_, path) != nullptr) continue;
    if (TRY(copy.look(path))) left_out_.push_back(path + " is ignored by git");
  }
  return {};
}

/// What has the name of the file, or of a folder above it, and does not go with this very change.
Result<std::set<std::string>> Adoption::in_the_way(const tree::TreeFiles& workspace,
                                                   const Move& move) const {
  std::set<std::string> found;
  const std::string obstacle = workspace.obstacle(move.path);
  if (!obstacle.empty()) found.insert(obstacle);
  for (std::string& path : TRY(workspace.files_below(move.path))) found.insert(std::move(path));
  std::erase_if(found, [&](const std::string& path) { return gone_.contains(path); });
  return found;
}

Result<std::set<std::string>> Adoption::conflicts(const tree::TreeFiles& workspace) const {
  std::set<std::string> found;
  for (const Move& move : moves_) {
    const auto now = TRY(workspace.look(move.path));
    if (!is_same(move.before, now) && !is_same(move.after, now)) found.insert(move.path);
    if (move.after != nullptr) found.merge(TRY(in_the_way(workspace, move)));
  }
  return found;
}

Result<std::vector<std::string>> Adoption::run(const tree::TreeFiles& copy,
                                               const tree::TreeFiles& workspace) {
  TRY(choose());
  TRY(note_ignored(copy));
  const std::set<std::string> found = TRY(conflicts(workspace));
  if (!found.empty()) return std::vector<std::string>(found.begin(), found.end());
  // A file may take the place of a folder, and the other way round.
  for (const std::string& path : gone_) {
    if (TRY(workspace.look(path))) TRY(workspace.remove(path));
  }
  for (const Move& move : moves_) {
    if (move.after == nullptr || is_same(move.after, TRY(workspace.look(move.path)))) continue;
    TRY(workspace.take(copy, *move.after, tree::Durable::yes));
  }
  return std::vector<std::string>();
}

std::vector<std::string> Adoption::paths() const {
  std::vector<std::string> paths;
  for (const Move& move : moves_) paths.push_back(move.path);
  return paths;
}

std::string Adoption::detail() const {
  return left_out_.empty() ? "" : "left out: " + git::names_of(left_out_);
}

}  // namespace

Result<WorkResult> Workshop::try_adopt(const core::AdoptWork& wanted) {
  if (!git::is_linked(wanted.directory, git::place_of(wanted.workspace)))
    return Error{Fault::not_found, wanted.directory + ": is no worktree of the workspace"};
  const tree::Snapshot before = TRY(kept_.recall(wanted.since));
  const tree::Snapshot after = TRY(trees_of(wanted.directory).snapshot());
  const tree::TreeFiles copy = TRY(tree::TreeFiles::open(wanted.directory));
  const tree::TreeFiles workspace = TRY(tree::TreeFiles::open(wanted.workspace));
  Adoption adoption(wanted, before, after);
  std::vector<std::string> conflicts = TRY(adoption.run(copy, workspace));
  if (conflicts.empty())
    return WorkResult{WorkResult::Status::done, adoption.detail(), "", adoption.paths()};
  return WorkResult{WorkResult::Status::conflict, "conflict in " + git::names_of(conflicts), "",
                    std::move(conflicts)};
}

WorkResult Workshop::adopt(const core::AdoptWork& wanted) {
  auto tried = try_adopt(wanted);
  WorkResult result =
      tried ? tried.take() : WorkResult{WorkResult::Status::failed, tried.error().what, "", {}};
  result.head = git::head(wanted.workspace);
  return result;
}

}  // namespace assay::workshop
