// SPDX-License-Identifier: MIT
#include "adapters/repository/tree/write_back.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace assay::tree {

namespace {

/// The kernel writes back by itself what waits longer than 30 s (vm.dirty_expire_centisecs).
constexpr std::int64_t written_back_after_ns = 120'000'000'000;
/// Beyond so many files it is cheaper to write back everything at once.
constexpr std::uint32_t one_by_one_max = 64;

/// Pages of such files are never clean, and mappings of them never tell.
bool is_in_memory(int fd) {
  struct statfs system {};
  return ::fstatfs(fd, &system) == 0 &&
         (system.f_type == TMPFS_MAGIC || system.f_type == RAMFS_MAGIC);
}

}  // namespace

bool WriteBack::settle(int fd, std::int64_t changed_ns, std::int64_t now_ns) {
  if (is_in_memory(fd)) return false;
  if (all_ || changed_ns < now_ns - written_back_after_ns) return true;
  if (++files_ > one_by_one_max && ::syncfs(fd) == 0) {
    all_ = true;
    return true;
  }
  constexpr unsigned wait =
      SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
  // Where that is not known, the file is written to its disk.
  return ::sync_file_range(fd, 0, 0, wait) == 0 || ::fdatasync(fd) == 0;
}

}  // namespace assay::tree
