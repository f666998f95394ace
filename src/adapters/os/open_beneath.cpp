// SPDX-License-Identifier: MIT
#include "adapters/os/open_beneath.h"

#include "adapters/os/descriptor.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace assay::os {

namespace {

constexpr int no_such_call = ENOSYS;

int openat2(int root, const std::string& path, int flags, std::uint64_t resolve) {
  struct open_how how {};
  how.flags = static_cast<__u64>(flags | O_CLOEXEC);
  how.resolve = resolve | RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  for (int tries = 0; tries < 8; ++tries) {
    const long fd = ::syscall(SYS_openat2, root, path.c_str(), &how, sizeof how);
    if (fd >= 0) return static_cast<int>(fd);
    // A rename somewhere on the way; the kernel asks to try again.
    if (errno != EAGAIN && errno != EINTR) return -1;
  }
  return -1;
}

/// For kernels and sandboxes without openat2: name by name, and no link at all is followed.
int open_by_steps(int root, const std::string& path, int flags) {
  Descriptor here(::fcntl(root, F_DUPFD_CLOEXEC, 0));
  std::size_t start = 0;
  while (here) {
    const std::size_t end = path.find('/', start);
    const std::string name = path.substr(start, end - start);
    if (name == "..") {
      errno = EXDEV;
      return -1;
    }
    if (end == std::string::npos) {
      return ::openat(here.get(), name.empty() ? "." : name.c_str(),
                      flags | O_NOFOLLOW | O_CLOEXEC);
    }
    if (!name.empty()) {
      constexpr int on_the_way = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
      here = Descriptor(::openat(here.get(), name.c_str(), on_the_way));
    }
    start = end + 1;
  }
  return -1;
}

}  // namespace

int open_beneath(int root, const std::string& path, int flags, std::uint64_t resolve) {
  if (path.empty() || path.front() == '/' || path.find('\0') != std::string::npos) {
    errno = path.empty() ? ENOENT : EXDEV;
    return -1;
  }
  const int fd = openat2(root, path, flags, resolve);
  if (fd >= 0 || errno != no_such_call) return fd;
  return open_by_steps(root, path, flags);
}

}  // namespace assay::os
