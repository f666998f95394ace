// SPDX-License-Identifier: MIT
#include "adapters/workshop/holds.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assay::workshop {

namespace {

os::Descriptor open_lock(const std::string& path) {
  return os::Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
}

/// The lock is the one that others will find: not of a file that was taken away meanwhile.
bool is_at(const os::Descriptor& lock, const std::string& path) {
  struct stat ours {};
  struct stat there {};
  return ::fstat(lock.get(), &ours) == 0 && ::lstat(path.c_str(), &there) == 0 &&
         ours.st_ino == there.st_ino && ours.st_dev == there.st_dev;
}

}  // namespace

void Holds::take(const std::string& directory) {
  os::Descriptor& held = held_[directory];
  const std::string path = path_of(directory);
  while (!held || !is_at(held, path)) {
    held = open_lock(path);
    if (!held || ::flock(held.get(), LOCK_SH) != 0) return;
  }
}

std::optional<os::Descriptor> Holds::take_alone(const std::string& directory) {
  const std::string path = path_of(directory);
  os::Descriptor lock = open_lock(path);
  const bool alone = lock && ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0 && is_at(lock, path);
  if (!alone) return std::nullopt;
  return lock;
}

void Holds::drop(const std::string& directory) {
  ::unlink(path_of(directory).c_str());
  held_.erase(directory);
}

bool Holds::is_held(const std::string& directory) {
  const os::Descriptor file(::open(path_of(directory).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  return file && ::flock(file.get(), LOCK_EX | LOCK_NB) != 0;
}

}  // namespace assay::workshop
