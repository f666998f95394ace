// SPDX-License-Identifier: MIT
#include "adapters/workshop/claim.h"

#include "shell/state_dir.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace assay::workshop {

namespace {

std::string owner_of(int file) {
  char text[32] = {};
  const ssize_t size = ::pread(file, text, sizeof text - 1, 0);
  std::string pid;
  for (ssize_t i = 0; i < size && text[i] >= '0' && text[i] <= '9'; ++i) pid += text[i];
  return pid.empty() ? "another process" : "process " + pid;
}

}  // namespace

Result<adapters::Descriptor> claim_workspace(const std::string& state_dir) {
  const std::string path = shell::StateDir(state_dir).work_lock();
  adapters::Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file) return Error{Fault::io, fmt::format("{}: {}", path, std::strerror(errno))};
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  if (::fcntl(file.get(), F_OFD_SETLK, &lock) != 0) {
    if (errno != EAGAIN && errno != EACCES)
      return Error{Fault::io, fmt::format("{}: {}", path, std::strerror(errno))};
    return Error{Fault::conflict,
                 fmt::format("{} is already working in this workspace: wait for it (`assay runs`), "
                             "or stop it",
                             owner_of(file.get()))};
  }
  const std::string text = fmt::format("{}\n", ::getpid());
  if (::ftruncate(file.get(), 0) != 0 ||
      ::pwrite(file.get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
    return Error{Fault::exhausted, fmt::format("{}: {}", path, std::strerror(errno))};
  return file;
}

}  // namespace assay::workshop
