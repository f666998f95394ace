// SPDX-License-Identifier: MIT
#include "adapters/repository/tree/tracked.h"

#include "adapters/os/bytes.h"
#include "adapters/os/descriptor.h"
#include "adapters/os/error.h"
#include "format/git_index.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <numeric>

namespace assay::tree {

using os::Descriptor;

namespace {

constexpr off_t file_bytes_max = 1 << 30;

std::string_view first_line(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
  return text;
}

std::string beside(const std::string& directory, std::string_view path) {
  return path.starts_with("/") ? std::string(path) : directory + "/" + std::string(path);
}

/// Where the ".git" file of a linked worktree or submodule points: "gitdir: ../.git/worktrees/x".
Result<std::optional<std::string>> linked_directory(const std::string& directory) {
  const auto text = TRY(read_file(AT_FDCWD, directory + "/.git"));
  constexpr std::string_view mark = "gitdir: ";
  if (!text || !text->starts_with(mark)) return std::optional<std::string>();
  return std::optional(beside(directory, first_line(*text).substr(mark.size())));
}

Result<> add_index(const std::string& path, format::GitHash hash, format::IndexDetail detail,
                   format::GitIndex& all) {
  const auto bytes = TRY(read_file(AT_FDCWD, path));
  if (!bytes) return {};
  auto parsed = format::parse_git_index(*bytes, hash, detail);
  if (!parsed) return Error{parsed.error().fault, path + ": " + parsed.error().what};
  std::move(parsed->paths.begin(), parsed->paths.end(), std::back_inserter(all.paths));
  std::move(parsed->ids.begin(), parsed->ids.end(), std::back_inserter(all.ids));
  std::move(parsed->modes.begin(), parsed->modes.end(), std::back_inserter(all.modes));
  all.shared = parsed->shared;
  return {};
}

/// What a split index deletes from its shared part is counted nevertheless: at worst a file that is
/// no longer tracked is digested.
Result<format::GitIndex> whole_index(const GitDirectory& git, format::IndexDetail detail) {
  const format::GitHash hash = TRY(hash_of_repository(git));
  format::GitIndex all;
  TRY(add_index(git.own + "/index", hash, detail, all));
  if (!all.shared.empty())
    TRY(add_index(git.own + "/sharedindex." + all.shared, hash, detail, all));
  return all;
}

}  // namespace

Result<std::optional<std::string>> read_file(int directory, const std::string& name, Links links) {
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  const int no_links = links == Links::refuse ? O_NOFOLLOW : 0;
  const Descriptor fd(::openat(directory, name.c_str(), flags | no_links));
  if (!fd && (errno == ENOENT || errno == ENOTDIR || errno == ELOOP)) {
    return std::optional<std::string>();
  }
  struct stat status {};
  if (!fd || ::fstat(fd.get(), &status) != 0) return os::error_of(name, errno);
  if (!S_ISREG(status.st_mode)) return std::optional<std::string>();
  if (status.st_size > file_bytes_max) return os::error_of(name, EFBIG);
  std::string text;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (const int problem = os::read_up_to(fd.get(), size, text)) return os::error_of(name, problem);
  return std::optional(std::move(text));
}

Result<std::optional<GitDirectory>> git_directory(const std::string& directory) {
  GitDirectory git;
  struct stat status {};
  if (::lstat((directory + "/.git").c_str(), &status) != 0) return std::optional<GitDirectory>();
  if (S_ISDIR(status.st_mode)) {
    git.own = directory + "/.git";
  } else if (S_ISREG(status.st_mode)) {
    const auto linked = TRY(linked_directory(directory));
    if (!linked) return std::optional<GitDirectory>();
    git.own = *linked;
  } else {
    return std::optional<GitDirectory>();
  }
  // An empty directory of that name makes no repository.
  if (::stat((git.own + "/HEAD").c_str(), &status) != 0) return std::optional<GitDirectory>();
  const auto common = TRY(read_file(AT_FDCWD, git.own + "/commondir"));
  git.common = common ? beside(git.own, first_line(*common)) : git.own;
  return std::optional(git);
}

Result<format::GitHash> hash_of_repository(const GitDirectory& git) {
  const auto config = TRY(read_file(AT_FDCWD, git.common + "/config"));
  if (!config) return format::GitHash::sha1;
  std::string text = *config;
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  const std::size_t key = text.find("objectformat");
  if (key == std::string::npos) return format::GitHash::sha1;
  const std::string_view line = first_line(std::string_view(text).substr(key));
  return line.ends_with("sha256") ? format::GitHash::sha256 : format::GitHash::sha1;
}

Result<std::vector<std::string>> tracked_paths(const GitDirectory& git) {
  format::GitIndex all = TRY(whole_index(git, format::IndexDetail::paths));
  std::sort(all.paths.begin(), all.paths.end());
  return std::move(all.paths);
}

Result<format::GitIndex> index_of(const GitDirectory& git) {
  format::GitIndex all = TRY(whole_index(git, format::IndexDetail::entries));
  std::vector<std::size_t> order(all.paths.size());
  std::iota(order.begin(), order.end(), 0U);
  // Of a path that both parts of a split index have, the first is the newer one.
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return all.paths[a] < all.paths[b]; });
  format::GitIndex sorted;
  for (const std::size_t i : order) {
    if (!sorted.paths.empty() && sorted.paths.back() == all.paths[i]) continue;
    sorted.paths.push_back(std::move(all.paths[i]));
    sorted.ids.push_back(std::move(all.ids[i]));
    sorted.modes.push_back(all.modes[i]);
  }
  return sorted;
}

void Tracked::add(const std::string& prefix, std::vector<std::string> paths) {
  for (std::string& path : paths) path.insert(0, prefix);
  const auto middle = static_cast<std::ptrdiff_t>(paths_.size());
  std::move(paths.begin(), paths.end(), std::back_inserter(paths_));
  std::inplace_merge(paths_.begin(), paths_.begin() + middle, paths_.end());
}

bool Tracked::has_file(std::string_view path) const {
  return std::binary_search(paths_.begin(), paths_.end(), path, std::less<std::string_view>());
}

bool Tracked::has_files_below(std::string_view directory) const {
  const std::string prefix = std::string(directory) + "/";
  const auto first = std::lower_bound(paths_.begin(), paths_.end(), prefix);
  return first != paths_.end() && first->starts_with(prefix);
}

}  // namespace assay::tree
