// SPDX-License-Identifier: MIT
#include "adapters/os/clone.h"

#include "adapters/os/bytes.h"

#include <linux/fs.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>

namespace assay::os {

int clone_content(int from, int to, std::uint64_t size) {
  if (size == 0 || ::ioctl(to, FICLONE, from) == 0) return 0;
  std::uint64_t left = size;
  while (left > 0) {
    const ssize_t moved = ::copy_file_range(from, nullptr, to, nullptr, left, 0);
    if (moved < 0 && errno == EINTR) continue;
    if (moved <= 0) break;  // the end, or a file system that cannot: the rest is read and written
    left -= static_cast<std::uint64_t>(moved);
  }
  return read_pieces(from, left, [&](std::string_view bytes) { return write_all(to, bytes); });
}

}  // namespace assay::os
