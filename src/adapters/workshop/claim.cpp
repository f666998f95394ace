// SPDX-License-Identifier: MIT
#include "adapters/workshop/claim.h"

#include "adapters/os/bytes.h"
#include "adapters/os/error.h"
#include "shell/state_dir.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

namespace assay::workshop {

namespace {

std::string owner_of(int file) {
  char text[32] = {};
  const ssize_t size = os::read_at(file, text, sizeof text - 1, 0);
  std::string pid;
  for (ssize_t i = 0; i < size && text[i] >= '0' && text[i] <= '9'; ++i) pid += text[i];
  return pid.empty() ? "another process" : "process " + pid;
}

}  // namespace

Result<os::Descriptor> claim_workspace(const std::string& state_dir) {
  const std::string path = shell::StateDir(state_dir).work_lock();
  os::Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file) return os::error_of(path, errno);
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  if (::fcntl(file.get(), F_OFD_SETLK, &lock) != 0) {
    if (errno != EAGAIN && errno != EACCES) return os::error_of(path, errno);
    return Error{Fault::conflict,
                 fmt::format("{} is already working in this workspace: wait for it (`assay runs`), "
                             "or stop it",
                             owner_of(file.get()))};
  }
  const std::string text = fmt::format("{}\n", ::getpid());
  if (::ftruncate(file.get(), 0) != 0) return os::error_of(path, errno);
  if (const int problem = os::write_all_at(file.get(), text, 0)) return os::error_of(path, problem);
  return file;
}

}  // namespace assay::workshop
