// SPDX-License-Identifier: MIT
// Files of the workspace go back to what they are in a commit. Only the files: what the user has
// staged stays staged.
#include "adapters/repository/git/call.h"
#include "adapters/repository/git/checkout.h"
#include "adapters/repository/git/facts.h"
#include "adapters/repository/git/lock.h"
#include "adapters/repository/git/names.h"
#include "adapters/repository/tree/tree_files.h"
#include "adapters/workshop/workshop.h"

#include <algorithm>
#include <set>

namespace assay::workshop {

using core::work::WorkResult;

namespace {

using Paths = std::set<std::string>;

/// Those of the paths that are files in the commit: "100644 blob <object>\tpath".
Result<Paths> files_in(const core::RestoreFiles& wanted) {
  git::Call list{wanted.workspace, {"ls-tree", "-r", "-z", "--full-tree", wanted.commit}};
  list.answer_max = 512U << 20;
  const Paths asked(wanted.paths.begin(), wanted.paths.end());
  Paths found;
  for (const std::string& line : git::split_zero(TRY(git::tell(list)))) {
    const std::size_t tab = line.find('\t');
    const bool is_file = line.find(" blob ") < tab;
    if (tab != std::string::npos && is_file && asked.contains(line.substr(tab + 1)))
      found.insert(line.substr(tab + 1));
  }
  return found;
}

/// Git would clear away whatever has the name of a file, or of a folder on the way to it.
Result<> check_room(const tree::TreeFiles& files, const Paths& coming, const Paths& going) {
  std::vector<std::string> found;
  for (const std::string& path : coming) {
    const std::string obstacle = files.obstacle(path);
    if (!obstacle.empty()) found.push_back(obstacle);
    for (const std::string& inner : TRY(files.files_below(path))) found.push_back(inner);
  }
  std::erase_if(found, [&](const std::string& path) { return going.contains(path); });
  if (found.empty()) return {};
  return Error{Fault::conflict, "in the way of files to be restored: " + git::names_of(found)};
}

Result<> check_out(const core::RestoreFiles& wanted, const Paths& paths) {
  if (paths.empty()) return {};
  git::Call call{wanted.workspace,
                 {"restore", "--source=" + wanted.commit, "--worktree", "--overlay", "--quiet",
                  "--no-recurse-submodules", "--ignore-skip-worktree-bits",
                  "--pathspec-from-file=-", "--pathspec-file-nul"}};
  for (const std::string& path : paths) call.input.append(path).push_back('\0');
  call.patience = Millis(600'000);
  call.changes = true;
  TRY(git::tell(call));
  return git::unpack(wanted.workspace, wanted.commit, "", {paths.begin(), paths.end()});
}

Result<> bring_back(const core::RestoreFiles& wanted) {
  const git::Place place = git::place_of(wanted.workspace);
  if (!place.is_there() || place.top != git::real_path(wanted.workspace))
    return Error{Fault::bad_input, wanted.workspace + ": is not the top of a git repository"};
  if (!git::is_commit(wanted.commit))
    return Error{Fault::bad_input, "'" + wanted.commit + "' is no commit"};
  for (const std::string& path : wanted.paths) {
    if (!tree::is_tree_path(path))
      return Error{Fault::bad_input, path + ": is no file of the workspace"};
  }
  if (wanted.paths.empty()) return {};
  TRY(git::settle_locks(place));
  const Paths coming = TRY(files_in(wanted));
  Paths going(wanted.paths.begin(), wanted.paths.end());
  std::erase_if(going, [&](const std::string& path) { return coming.contains(path); });
  const tree::TreeFiles files = TRY(tree::TreeFiles::open(wanted.workspace));
  TRY(check_room(files, coming, going));
  for (const std::string& path : going) {
    if (TRY(files.look(path))) TRY(files.remove(path));
  }
  return check_out(wanted, coming);
}

}  // namespace

WorkResult Workshop::restore(const core::RestoreFiles& wanted) {
  const auto restored = bring_back(wanted);
  const std::string head = git::head(wanted.workspace);
  if (!restored) return {WorkResult::Status::failed, restored.error().what, head, {}};
  return {WorkResult::Status::done, "", head, {}};
}

}  // namespace assay::workshop
