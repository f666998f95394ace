// SPDX-License-Identifier: MIT
#include "adapters/repository/git/lock.h"

#include "adapters/os/error.h"
#include "adapters/os/process_table.h"
#include "adapters/os/wait.h"
#include "adapters/repository/tree/tracked.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <climits>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <optional>
#include <vector>

namespace assay::git {

namespace {

using Monotonic = std::chrono::steady_clock;

struct Lock {
  std::string path;
  bool is_shared = false;  ///< by all working trees of the repository
};

/// "refs/heads/main" if that is what HEAD says.
std::string ref_of_head(const Place& place) {
  constexpr std::string_view mark = "ref: ";
  const auto text = tree::read_file(AT_FDCWD, place.own + "/HEAD");
  if (!text || !*text || !(*text)->starts_with(mark)) return {};
  const std::string ref = (*text)->substr(mark.size(), (*text)->find('\n') - mark.size());
  return ref.starts_with("refs/heads/") && ref.find("..") == std::string::npos ? ref : "";
}

/// Of the branches and backups that assay makes for work of its own: a git that was killed may have
/// left one.
void add_own_refs(const std::string& folder, std::vector<Lock>& locks) {
  std::error_code problem;
  std::filesystem::recursive_directory_iterator at(folder, problem);
  const std::filesystem::recursive_directory_iterator end;
  constexpr int entries_max = 100'000;
  for (int i = 0; !problem && at != end && i < entries_max; at.increment(problem), ++i) {
    if (at->path().extension() == ".lock") locks.push_back({at->path().string(), true});
  }
}

std::vector<Lock> locks_of(const Place& place) {
  std::vector<Lock> locks = {{place.own + "/index.lock", false},
                             {place.own + "/HEAD.lock", false},
                             {place.common + "/packed-refs.lock", true},
                             {place.common + "/config.lock", true}};
  const std::string ref = ref_of_head(place);
  if (!ref.empty()) locks.push_back({place.common + "/" + ref + ".lock", true});
  add_own_refs(place.common + "/refs/heads/assay", locks);
  add_own_refs(place.common + "/refs/assay", locks);
  return locks;
}

bool is_own(pid_t pid) {
  struct stat status {};
  return ::stat(("/proc/" + std::to_string(pid)).c_str(), &status) == 0 &&
         status.st_uid == ::geteuid();
}

std::string directory_of(pid_t pid) {
  char path[PATH_MAX];
  const std::string link = "/proc/" + std::to_string(pid) + "/cwd";
  const ssize_t size = ::readlink(link.c_str(), path, sizeof path);
  return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : "";
}

bool is_in(const std::string& directory, const std::string& outer) {
  return directory == outer || directory.starts_with(outer + "/");
}

bool works_on(const std::string& directory, const Lock& lock, const Place& place) {
  const std::string& home = lock.is_shared ? place.common : place.own;
  if (is_in(directory, home)) return true;
  const Place there = place_of(directory);
  return there.is_there() && (lock.is_shared ? there.common : there.own) == home;
}

/// A living git of this user that works where the lock is.
std::optional<pid_t> owner_of(const Lock& lock, const Place& place) {
  for (const os::Seen& seen : os::all_processes()) {
    const bool is_git = seen.name == "git" || seen.name.starts_with("git-");
    if (!is_git || seen.is_dead() || seen.pid == ::getpid() || !is_own(seen.pid)) continue;
    const std::string directory = directory_of(seen.pid);
    if (!directory.empty() && works_on(directory, lock, place)) return seen.pid;
  }
  return std::nullopt;
}

bool is_young(const struct stat& status, Millis limit) {
  struct timespec now {};
  ::clock_gettime(CLOCK_REALTIME, &now);
  const std::int64_t age = (now.tv_sec - status.st_mtim.tv_sec) * 1'000 +
                           (now.tv_nsec - status.st_mtim.tv_nsec) / 1'000'000;
  return age >= 0 && age < limit.count();
}

bool is_same(const struct stat& a, const struct stat& b) {
  return a.st_ino == b.st_ino && a.st_mtim.tv_sec == b.st_mtim.tv_sec &&
         a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

Result<> settle(const Lock& lock, const Place& place, const Patience& patience) {
  const auto until = Monotonic::now() + patience.live;
  struct stat before {};
  struct stat after {};
  while (::lstat(lock.path.c_str(), &before) == 0) {
    const std::optional<pid_t> owner = owner_of(lock, place);
    if (owner && Monotonic::now() >= until) {
      return Error{Fault::conflict,
                   fmt::format("{}: git (process {}) is at work", lock.path, *owner)};
    }
    if (owner || is_young(before, patience.young)) {
      os::pause(std::chrono::milliseconds{20});
      continue;
    }
    if (::lstat(lock.path.c_str(), &after) != 0 || !is_same(before, after)) continue;
    if (::unlink(lock.path.c_str()) != 0 && errno != ENOENT) return os::error_of(lock.path, errno);
  }
  return {};
}

}  // namespace

Result<> settle_locks(const Place& place, Patience patience) {
  if (!place.is_there()) return {};
  for (const Lock& lock : locks_of(place)) TRY(settle(lock, place, patience));
  return {};
}

}  // namespace assay::git
