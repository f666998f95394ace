// SPDX-License-Identifier: MIT
#include "adapters/repository/git/place.h"

#include "adapters/os/descriptor.h"
#include "adapters/repository/tree/tracked.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace assay::git {

namespace {

bool has_repository(const std::string& directory) {
  struct stat status {};
  const std::string dot = directory + "/.git";
  if (::stat(dot.c_str(), &status) != 0) return false;
  if (S_ISREG(status.st_mode)) return true;
  return S_ISDIR(status.st_mode) && ::access((dot + "/HEAD").c_str(), F_OK) == 0;
}

std::string first_line_of(const std::string& path) {
  const auto text = tree::read_file(AT_FDCWD, path);
  if (!text || !*text) return {};
  std::string line = (*text)->substr(0, (*text)->find('\n'));
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
  return line;
}

std::string from(const std::string& directory, const std::string& path) {
  return path.starts_with("/") ? path : directory + "/" + path;
}

/// What ".git" is: a directory, or a file that says "gitdir: /where/it/is".
std::string own_directory(const std::string& top) {
  const std::string dot = top + "/.git";
  struct stat status {};
  if (::stat(dot.c_str(), &status) != 0) return {};
  if (S_ISDIR(status.st_mode)) return real_path(dot);
  constexpr std::string_view mark = "gitdir: ";
  const std::string line = first_line_of(dot);
  if (!line.starts_with(mark)) return {};
  const std::string target = from(top, line.substr(mark.size()));
  return ::access((target + "/HEAD").c_str(), F_OK) == 0 ? real_path(target) : "";
}

}  // namespace

/// The kernel knows where a descriptor leads; realpath would ask about each part of the path.
std::string real_path(const std::string& path) {
  char real[PATH_MAX];
  const os::Descriptor there(::open(path.c_str(), O_PATH | O_CLOEXEC));
  if (!there) return path;
  const std::string link = "/proc/self/fd/" + std::to_string(there.get());
  const ssize_t size = ::readlink(link.c_str(), real, sizeof real);
  if (size > 0 && real[0] == '/' && static_cast<std::size_t>(size) < sizeof real) {
    std::string found(real, static_cast<std::size_t>(size));
    if (!found.ends_with(" (deleted)")) return found;
  }
  return ::realpath(path.c_str(), real) == nullptr ? path : std::string(real);
}

std::string top_of(const std::string& directory) {
  for (std::string top = real_path(directory); !top.empty();) {
    if (has_repository(top)) return top;
    top.resize(top.rfind('/') == std::string::npos ? 0 : top.rfind('/'));
  }
  return {};
}

Place place_of(const std::string& directory) {
  Place place;
  place.top = top_of(directory);
  if (place.top.empty()) return {};
  place.own = own_directory(place.top);
  if (place.own.empty()) return {};
  const std::string common = first_line_of(place.own + "/commondir");
  place.common = common.empty() ? place.own : real_path(from(place.own, common));
  return place;
}

bool is_linked(const std::string& directory, const Place& workspace) {
  const Place place = place_of(directory);
  if (!place.is_there() || place.top != real_path(directory)) return false;
  if (place.own == place.common || place.common != workspace.common) return false;
  return real_path(first_line_of(place.own + "/gitdir")) == place.top + "/.git";
}

std::string in_progress(const Place& place) {
  constexpr std::array<std::pair<const char*, const char*>, 6> marks = {
      {{"MERGE_HEAD", "a merge"},
       {"rebase-merge", "a rebase"},
       {"rebase-apply", "a rebase"},
       {"CHERRY_PICK_HEAD", "a cherry-pick"},
       {"REVERT_HEAD", "a revert"},
       {"sequencer", "a sequence of picks"}}};
  for (const auto& [name, meaning] : marks) {
    if (::access((place.own + "/" + name).c_str(), F_OK) == 0) return meaning;
  }
  return {};
}

}  // namespace assay::git
