// SPDX-License-Identifier: MIT
#include "adapters/repository/git/registered.h"

#include "adapters/os/directory.h"
#include "adapters/os/error.h"
#include "adapters/repository/git/call.h"
#include "adapters/repository/git/folders.h"
#include "adapters/repository/git/place.h"
#include "adapters/repository/tree/tracked.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

namespace assay::git {

namespace {

/// The rest of a line after its keyword; nothing if it has another.
std::optional<std::string> after(const std::string& line, std::string_view word) {
  if (line == word) return "";
  if (!line.starts_with(word) || line[word.size()] != ' ') return std::nullopt;
  return line.substr(word.size() + 1);
}

std::string text_of(const std::string& path) {
  const auto text = tree::read_file(AT_FDCWD, path);
  if (!text || !*text) return {};
  return (*text)->substr(0, (*text)->find_last_not_of(" \r\n") + 1);
}

/// "gitdir" has the path of its .git file, "locked" why it is locked.
std::optional<Registered> read_registered(const std::string& metadata) {
  constexpr std::string_view file = "/.git";
  constexpr std::string_view on_branch = "ref: refs/heads/";
  std::string path = text_of(metadata + "/gitdir");
  if (!path.ends_with(file)) return std::nullopt;
  path.resize(path.size() - file.size());
  Registered one{path.starts_with("/") ? path : metadata + "/" + path, ""};
  one.metadata = metadata;
  const std::string head = text_of(metadata + "/HEAD");
  if (head.starts_with(on_branch)) one.branch = head.substr(on_branch.size());
  one.is_locked = is_there(metadata + "/locked");
  if (one.is_locked) one.locked = text_of(metadata + "/locked");
  return one;
}

}  // namespace

std::string settled_path(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos || slash == 0) return path;
  return real_path(path.substr(0, slash)) + path.substr(slash);
}

Result<std::vector<Registered>> all_registered(const std::string& workspace) {
  constexpr std::string_view heads = "refs/heads/";
  std::vector<Registered> all;
  Call list{workspace, {"worktree", "list", "--porcelain", "-z"}};
  for (const std::string& line : split_zero(TRY(tell(list)))) {
    if (const auto path = after(line, "worktree")) all.push_back({*path, ""});
    if (all.empty()) continue;
    const auto branch = after(line, "branch");
    if (branch && branch->starts_with(heads)) all.back().branch = branch->substr(heads.size());
    if (const auto why = after(line, "locked")) {
      all.back().is_locked = true;
      all.back().locked = *why;
    }
  }
  return all;
}

/// Read from git's own files: copies come and go all the time, and git would be asked twice for
/// each.
Result<std::optional<Registered>> registered(const std::string& workspace,
                                             const std::string& directory) {
  const std::string folder = place_of(workspace).common + "/worktrees";
  const std::string wanted = settled_path(directory);
  const os::Directory all(::opendir(folder.c_str()));
  if (!all && errno != ENOENT) return os::error_of(folder, errno);
  while (const dirent* entry = all ? ::readdir(all.get()) : nullptr) {
    if (entry->d_name[0] == '.') continue;
    const auto one = read_registered(folder + "/" + entry->d_name);
    if (one && settled_path(one->path) == wanted) return one;
  }
  return std::optional<Registered>();
}

Result<> forget(const Registered& worktree) {
  ENSURE(!worktree.metadata.empty());
  TRY(remove_tree(worktree.metadata));
  // As git does it: the folder goes with the last one.
  ::rmdir(worktree.metadata.substr(0, worktree.metadata.rfind('/')).c_str());
  return {};
}

bool is_half_made(const std::string& directory) {
  const Place place = place_of(directory);
  if (!place.is_there() || place.own == place.common) return false;
  const auto reason = tree::read_file(AT_FDCWD, place.own + "/locked");
  return reason && *reason && (*reason)->starts_with("initializing");
}

}  // namespace assay::git
