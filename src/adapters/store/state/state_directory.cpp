// SPDX-License-Identifier: MIT
#include "adapters/store/state/state_directory.h"

#include "adapters/os/error.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

namespace assay::state {

using os::Descriptor;

namespace {

constexpr long fuse_magic = 0x65735546;

/// The name of a new directory is durable only when its parent is synced.
Result<> sync_parent(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string parent = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const Descriptor fd(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd || ::fsync(fd.get()) != 0) return os::error_of(parent, errno);
  return {};
}

Result<> make_directories(const std::string& path) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string prefix = path.substr(0, end);
    if (::mkdir(prefix.c_str(), 0700) == 0) {
      TRY(sync_parent(prefix));
    } else if (errno != EEXIST) {
      const Error error = os::error_of(prefix, errno);
      return Error{error.fault,
                   fmt::format("the state directory {} cannot be made: {}: name another one with "
                               "--state-dir or ASSAY_STATE_DIR",
                               path, error.what)};
    }
    if (end == std::string::npos) return {};
  }
}

/// The type column of /proc/self/mountinfo for a device: "36 35 0:42 / /mnt rw - fuse.sshfs host:
/// rw".
std::string mounted_type(dev_t device) {
  const std::string wanted = fmt::format("{}:{}", major(device), minor(device));
  std::ifstream table("/proc/self/mountinfo");
  for (std::string line; std::getline(table, line);) {
    std::istringstream fields(line);
    std::string id, parent, numbers, type;
    fields >> id >> parent >> numbers;
    const std::size_t dash = line.find(" - ");
    if (numbers != wanted || dash == std::string::npos) continue;
    std::istringstream(line.substr(dash + 3)) >> type;
    return type;
  }
  return {};
}

Result<> refuse_remote(const std::string& path, int fd, dev_t device) {
  struct statfs file_system {};
  if (::fstatfs(fd, &file_system) != 0) return os::error_of(path, errno);
  const long magic = static_cast<long>(file_system.f_type);
  const std::string type = magic == fuse_magic ? mounted_type(device) : "";
  if (!is_remote_filesystem(magic, type)) return {};
  return Error{Fault::bad_input,
               fmt::format("{}: on a network file system, which cannot keep a ledger; set "
                           "XDG_STATE_HOME to a local directory",
                           path)};
}

Result<> check_private(const std::string& path, int fd) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) return os::error_of(path, errno);
  if (status.st_uid != ::geteuid()) {
    return Error{Fault::bad_input, fmt::format("{}: belongs to user {}", path, status.st_uid)};
  }
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    return Error{Fault::bad_input, fmt::format("{}: others may write to it; run chmod 700", path)};
  }
  return refuse_remote(path, fd, status.st_dev);
}

bool same(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

}  // namespace

bool is_remote_filesystem(long magic, const std::string& type) {
  constexpr std::array<unsigned long, 8> remote = {
      0x6969 /* nfs */,      0x517B /* smb */,     0xFF534D42 /* cifs */, 0xFE534D42 /* smb2 */,
      0x73757245 /* coda */, 0x5346414F /* afs */, 0x00c36400 /* ceph */, 0x6B414653 /* kafs */};
  constexpr std::array<std::string_view, 8> remote_fuse = {
      "fuse.sshfs",    "fuse.rclone",    "fuse.s3fs",      "fuse.gcsfuse",
      "fuse.mount-s3", "fuse.glusterfs", "fuse.curlftpfs", "fuse.davfs"};
  // f_type is signed on some machines: only its low 32 bits are the magic.
  const unsigned long low = static_cast<unsigned long>(magic) & 0xffffffffUL;
  if (std::find(remote.begin(), remote.end(), low) != remote.end()) return true;
  return std::find(remote_fuse.begin(), remote_fuse.end(), type) != remote_fuse.end();
}

Result<StateDirectory> StateDirectory::create(const std::string& path) {
  if (path.empty()) return Error{Fault::bad_input, "the state directory has no name"};
  TRY(make_directories(path.substr(0, path.find_last_not_of('/') + 1)));
  return open(path);
}

Result<StateDirectory> StateDirectory::open(const std::string& path) {
  // A trailing slash would make the kernel follow a symbolic link in spite of O_NOFOLLOW.
  const std::string name = path.substr(0, path.find_last_not_of('/') + 1);
  Descriptor fd(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!fd) return os::error_of(path, errno);
  TRY(check_private(name, fd.get()));
  char real[PATH_MAX];
  if (::realpath(name.c_str(), real) == nullptr) return os::error_of(path, errno);
  return StateDirectory(real, std::move(fd));
}

Result<> StateDirectory::refuse_inside(const std::string& workspace) const {
  struct stat wanted {};
  // A workspace that cannot be seen cannot contain a directory that can.
  if (::stat(workspace.c_str(), &wanted) != 0) return {};
  Descriptor here(::openat(fd_.get(), ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  struct stat status {};
  struct stat below {};
  for (bool first = true;; first = false) {
    if (!here || ::fstat(here.get(), &status) != 0) return os::error_of(path_, errno);
    if (same(status, wanted)) {
      return Error{
          Fault::bad_input,
          fmt::format("{}: the state directory is inside the workspace {}", path_, workspace)};
    }
    if (!first && same(status, below)) return {};
    below = status;
    here = Descriptor(::openat(here.get(), "..", O_PATH | O_DIRECTORY | O_CLOEXEC));
  }
}

Result<Descriptor> StateDirectory::directory(const std::string& name) const {
  if (::mkdirat(fd_.get(), name.c_str(), 0700) != 0 && errno != EEXIST)
    return os::error_of(path_ + "/" + name, errno);
  Descriptor fd(::openat(fd_.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!fd) return os::error_of(path_ + "/" + name, errno);
  return fd;
}

Result<Descriptor> StateDirectory::run_directory(const std::string& run_id) const {
  TRY(directory("runs"));
  return directory("runs/" + run_id);
}

}  // namespace assay::state
