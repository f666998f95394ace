// SPDX-License-Identifier: MIT
#include "adapters/repository/git/copy.h"

#include "adapters/os/error.h"
#include "adapters/repository/git/call.h"
#include "adapters/repository/git/checkout.h"
#include "adapters/repository/git/facts.h"
#include "adapters/repository/git/folders.h"
#include "adapters/repository/git/lock.h"
#include "adapters/repository/git/registered.h"
#include "adapters/repository/tree/bytes.h"
#include "adapters/repository/tree/tracked.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace assay::git {

namespace {

Result<> change(const std::string& directory, std::vector<std::string> words,
                std::string input = {}) {
  Call call{directory, std::move(words), std::move(input)};
  call.patience = long_patience;
  call.changes = true;
  TRY(tell(call));
  return {};
}

/// "<commit>\nwith changes\n", beside git's own files for the working tree: it is in nobody's way,
/// and goes when they go.
std::string mark_path(const std::string& directory) {
  return place_of(directory).own + "/assay-copy";
}

std::string kind_of(const core::OpenCopy& wanted) {
  return wanted.with_changes ? "with changes" : "as committed";
}

Result<std::string> commit_of(const core::OpenCopy& wanted) {
  std::string commit = wanted.commit.empty() ? head(wanted.workspace) : wanted.commit;
  if (!is_commit(commit)) return Error{Fault::bad_input, "'" + commit + "' is no commit"};
  return commit;
}

bool is_plain_path(const std::string& path) {
  return path.starts_with("/") && (path + "/").find("/../") == std::string::npos &&
         (path + "/").find("/./") == std::string::npos && path.find('\0') == std::string::npos;
}

}  // namespace

bool is_place_for_copies(const std::string& directory, const std::string& state_dir) {
  if (!is_plain_path(directory)) return false;
  const std::size_t slash = directory.rfind('/');
  if (slash == 0 || slash + 1 == directory.size()) return false;
  // Folders that are not made yet are no links.
  std::string parent = directory.substr(0, slash);
  std::string rest;
  while (!parent.empty() && !is_there(parent)) {
    rest.insert(0, parent.substr(parent.rfind('/')));
    parent.resize(parent.rfind('/'));
  }
  const std::string real = real_path(parent.empty() ? "/" : parent) + rest + "/";
  const std::string outer = real_path(state_dir);
  return real.starts_with(outer + "/") && real.find("/work/", outer.size()) != std::string::npos;
}

std::optional<std::string> finished_copy(const core::OpenCopy& wanted) {
  const Place workspace = place_of(wanted.workspace);
  if (!is_linked(wanted.directory, workspace) || is_half_made(wanted.directory)) return {};
  const auto mark = tree::read_file(AT_FDCWD, mark_path(wanted.directory), tree::Links::refuse);
  if (!mark || !*mark) return {};
  const std::string commit = (*mark)->substr(0, (*mark)->find('\n'));
  if (**mark != commit + "\n" + kind_of(wanted) + "\n" || !is_commit(commit)) return {};
  if (!wanted.commit.empty() && wanted.commit != commit) return {};
  return commit;
}

Result<std::string> make_copy(const core::OpenCopy& wanted) {
  const Place workspace = place_of(wanted.workspace);
  if (!workspace.is_there())
    return Error{Fault::bad_input, wanted.workspace + ": no git repository"};
  if (workspace.top != real_path(wanted.workspace)) {
    return Error{Fault::bad_input, fmt::format("{}: is not the top of its repository, {}",
                                               wanted.workspace, workspace.top)};
  }
  const std::string commit = TRY(commit_of(wanted));
  TRY(remove_copy(wanted.workspace, wanted.directory));
  TRY(make_parents(wanted.directory));
  TRY(change(wanted.workspace, {"worktree", "add", "-q", "--no-checkout", "--detach", "--",
                                wanted.directory, commit}));
  TRY(check_out(wanted.directory, commit, wanted.workspace));
  if (!is_linked(wanted.directory, workspace) || head(wanted.directory) != commit)
    return Error{Fault::io, wanted.directory + ": could not be made"};
  return commit;
}

Result<> finish_copy(const core::OpenCopy& wanted, const std::string& commit) {
  return tree::write_file(mark_path(wanted.directory), commit + "\n" + kind_of(wanted) + "\n");
}

Result<> remove_copy(const std::string& workspace, const std::string& directory) {
  const Place place = place_of(workspace);
  if (!place.is_there()) return Error{Fault::bad_input, workspace + ": no git repository"};
  // A link to it would be renamed and removed, and nothing behind it.
  if ((place.top + "/").starts_with(settled_path(directory) + "/"))
    return Error{Fault::bad_input, directory + ": has the workspace in it"};
  TRY(settle_locks(place));
  // Renamed first: a removal that is interrupted leaves nothing that looks like a working tree.
  const std::string remains = directory + ".removing";
  if (is_there(directory)) {
    TRY(remove_tree(remains));
    if (::rename(directory.c_str(), remains.c_str()) != 0) return os::error_of(directory, errno);
  }
  // Only this one: pruning would also forget worktrees of the user's that are merely away.
  if (const auto known = TRY(registered(workspace, directory))) TRY(forget(*known));
  return remove_tree(remains);
}

Result<> track_ignored(const std::string& directory, const std::vector<std::string>& paths) {
  std::string list;
  for (const std::string& path : paths) list.append(path).push_back('\0');
  return change(directory,
                {"add", "-f", "--intent-to-add", "--pathspec-from-file=-", "--pathspec-file-nul"},
                std::move(list));
}

}  // namespace assay::git
