// SPDX-License-Identifier: MIT
#include "adapters/workshop/transfer.h"

#include "adapters/os/bytes.h"
#include "adapters/os/clone.h"
#include "adapters/os/error.h"
#include "adapters/os/open_beneath.h"
#include "adapters/repository/tree/tree_files.h"
#include "base/text/escape.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>

namespace assay::workshop {

using os::Descriptor;

namespace {

constexpr int transfer_folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr int transfer_read_flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

std::string last_part(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string parent_part(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

Descriptor parent_in(int root, const std::string& path) {
  if (!tree::is_tree_path(path)) {
    errno = EINVAL;
    return {};
  }
  return Descriptor(
      os::open_beneath(root, parent_part(path), transfer_folder_flags, RESOLVE_NO_SYMLINKS));
}

std::optional<struct stat> look_in(int root, const std::string& path) {
  const Descriptor parent = parent_in(root, path);
  struct stat status {};
  if (!parent ||
      ::fstatat(parent.get(), last_part(path).c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
    return std::nullopt;
  return status;
}

}  // namespace

Result<Transfer> Transfer::open(const std::string& from, const std::string& to) {
  Descriptor source(::open(from.c_str(), transfer_folder_flags));
  if (!source) return os::error_of(from, errno);
  Descriptor target(::open(to.c_str(), transfer_folder_flags));
  if (!target) return os::error_of(to, errno);
  return Transfer(std::move(source), std::move(target), to);
}

Error Transfer::complaint(const std::string& path, int problem) const {
  return os::refused(printable(name_ + "/" + path), problem);
}

std::optional<struct stat> Transfer::look(const std::string& path) const {
  return look_in(from_.get(), path);
}

std::optional<struct stat> Transfer::brought(const std::string& path) const {
  return look_in(to_.get(), path);
}

Descriptor Transfer::source(const std::string& path) const {
  const Descriptor parent = parent_in(from_.get(), path);
  if (!parent) return {};
  return Descriptor(::openat(parent.get(), last_part(path).c_str(), transfer_read_flags));
}

Descriptor Transfer::made_parent(const std::string& path) const {
  Descriptor found = parent_in(to_.get(), path);
  if (found || errno != ENOENT) return found;
  Descriptor here(::openat(to_.get(), ".", transfer_folder_flags));
  const std::string folder = parent_part(path);
  for (std::size_t start = 0; here && start < folder.size();) {
    const std::size_t end = std::min(folder.find('/', start), folder.size());
    const std::string name = folder.substr(start, end - start);
    start = end + 1;
    if (::mkdirat(here.get(), name.c_str(), 0777) != 0 && errno != EEXIST) return {};
    here = Descriptor(::openat(here.get(), name.c_str(), transfer_folder_flags));
  }
  return here;
}

Result<std::string> Transfer::link_text(const std::string& path) const {
  const Descriptor parent = parent_in(from_.get(), path);
  std::array<char, PATH_MAX> text{};
  const ssize_t size =
      parent ? ::readlinkat(parent.get(), last_part(path).c_str(), text.data(), text.size()) : -1;
  if (size < 0) return complaint(path, errno);
  return std::string(text.data(), static_cast<std::size_t>(size));
}

Result<std::optional<std::string>> Transfer::text(const std::string& path) const {
  constexpr std::uint64_t text_max = 16U << 20;
  const Descriptor file = source(path);
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0) return complaint(path, errno);
  if (!S_ISREG(status.st_mode)) return complaint(path, EINVAL);
  std::string all;
  const int problem = os::read_rest(file.get(), text_max, all);
  if (problem == EFBIG) return std::optional<std::string>();
  if (problem != 0) return complaint(path, problem);
  return std::optional(std::move(all));
}

Result<bool> Transfer::folder(const std::string& path) const {
  const Descriptor parent = made_parent(path);
  if (parent && ::mkdirat(parent.get(), last_part(path).c_str(), 0700) == 0) return true;
  if (parent && errno == EEXIST) return false;
  return complaint(path, errno);
}

Result<bool> Transfer::file(const std::string& path, const std::string* content) const {
  const Descriptor from = source(path);
  struct stat status {};
  if (!from || ::fstat(from.get(), &status) != 0) return complaint(path, errno);
  // It was a file when it was found.
  if (!S_ISREG(status.st_mode)) return complaint(path, EINVAL);
  const Descriptor parent = made_parent(path);
  if (!parent && errno == ENOTDIR) return false;
  const std::string name = last_part(path);
  constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  const Descriptor to(parent ? ::openat(parent.get(), name.c_str(), flags, 0600) : -1);
  if (!to && errno == EEXIST) return false;
  if (!to) return complaint(path, errno);
  int problem = content != nullptr ? os::write_all(to.get(), *content)
                                   : os::clone_content(from.get(), to.get(),
                                                       static_cast<std::uint64_t>(status.st_size));
  if (problem == 0 && ::fchmod(to.get(), status.st_mode & 0777) != 0) problem = errno;
  const struct timespec times[2] = {status.st_atim, status.st_mtim};
  if (problem == 0 && ::futimens(to.get(), times) != 0) problem = errno;
  if (problem == 0) return true;
  ::unlinkat(parent.get(), name.c_str(), 0);
  return complaint(path, problem);
}

Result<bool> Transfer::link(const std::string& path, const std::string& text) const {
  const Descriptor parent = made_parent(path);
  if (!parent && errno == ENOTDIR) return false;
  if (parent && ::symlinkat(text.c_str(), parent.get(), last_part(path).c_str()) == 0) return true;
  if (parent && errno == EEXIST) return false;
  return complaint(path, errno);
}

void Transfer::set_mode(const std::string& path, mode_t mode) const {
  const Descriptor parent = parent_in(to_.get(), path);
  const Descriptor folder(
      parent ? ::openat(parent.get(), last_part(path).c_str(), transfer_folder_flags) : -1);
  if (folder) ::fchmod(folder.get(), mode & 0777);
}

}  // namespace assay::workshop
