// SPDX-License-Identifier: MIT
#include "adapters/scan/beneath.h"

#include "adapters/os/bytes.h"
#include "adapters/os/directory.h"
#include "adapters/os/error.h"
#include "adapters/os/open_beneath.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>

namespace assay::scan {

using os::Descriptor;
using os::open_beneath;

bool Sight::is_missing() const { return problem == ENOENT || problem == ENOTDIR; }
bool Sight::is_outside() const { return problem == EXDEV || problem == ELOOP; }

Result<Beneath> Beneath::open(const std::string& directory) {
  Descriptor root(::open(directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!root) return os::error_of(directory, errno);
  return Beneath(std::move(root));
}

Sight Beneath::look(const std::string& path, LastLink last) const {
  Sight sight;
  const int flags = O_PATH | (last == LastLink::keep ? O_NOFOLLOW : 0);
  const Descriptor seen(open_beneath(root_.get(), path, flags));
  if (!seen || ::fstat(seen.get(), &sight.status) != 0) sight.problem = errno;
  return sight;
}

bool Beneath::is_empty(const std::string& folder) const {
  Descriptor opened(open_beneath(root_.get(), folder, O_RDONLY | O_DIRECTORY));
  if (!opened) return true;
  const os::Directory stream(::fdopendir(opened.release()));
  while (const dirent* entry = stream ? ::readdir(stream.get()) : nullptr) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") return false;
  }
  return true;
}

std::string Beneath::leads_to(const std::string& path) const {
  const Descriptor seen(open_beneath(root_.get(), path, O_PATH));
  if (!seen) return "";
  const auto name_of = [](int descriptor) {
    std::string name(PATH_MAX, '\0');
    const ssize_t length =
        ::readlink(fmt::format("/proc/self/fd/{}", descriptor).c_str(), name.data(), name.size());
    name.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
    return name;
  };
  const std::string root = name_of(root_.get());
  const std::string target = name_of(seen.get());
  if (target == root) return ".";
  return target.starts_with(root + "/") ? target.substr(root.size() + 1) : "";
}

Descriptor Beneath::open_file(const std::string& path, Sight& sight) const {
  const Descriptor seen(open_beneath(root_.get(), path, O_PATH));
  if (!seen || ::fstat(seen.get(), &sight.status) != 0) {
    sight.problem = errno;
    return {};
  }
  if (!S_ISREG(sight.status.st_mode)) return {};
  // The same file that was looked at, not whatever has its name by now.
  const std::string same = fmt::format("/proc/self/fd/{}", seen.get());
  Descriptor file(::open(same.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file) sight.problem = errno;
  return file;
}

Descriptor Beneath::open_listed(const std::string& path, Sight& sight) const {
  constexpr int flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW;
  Descriptor file(open_beneath(root_.get(), path, flags, RESOLVE_NO_SYMLINKS));
  if (!file || ::fstat(file.get(), &sight.status) != 0) {
    sight.problem = errno;
    return {};
  }
  return S_ISREG(sight.status.st_mode) ? std::move(file) : Descriptor();
}

int Beneath::open_folder(const std::string& path) const {
  return open_beneath(root_.get(), path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, RESOLVE_NO_SYMLINKS);
}

bool FileBuffer::read(int file, std::size_t expected, std::size_t bytes_max, int& problem) {
  constexpr std::size_t kept_max = std::size_t{8} << 20;
  if (room_.size() > kept_max && expected < kept_max) room_ = std::vector<char>();
  length_ = 0;
  problem = expected > bytes_max ? EFBIG : 0;
  if (problem != 0) return false;
  for (;;) {
    // One byte more than expected: a read that does not fill the room has seen the end.
    const std::size_t wanted = std::max({room_.size(), expected + 1, length_ + 4096});
    if (room_.size() < wanted) room_.resize(wanted);
    const std::size_t asked = room_.size() - length_;
    const ssize_t got = os::read_some(file, room_.data() + length_, asked);
    if (got < 0) {
      problem = errno;
      return false;
    }
    length_ += static_cast<std::size_t>(got);
    if (length_ > bytes_max) {
      problem = EFBIG;
      return false;
    }
    if (static_cast<std::size_t>(got) < asked) return true;
  }
}

std::string told(const Sight& sight) {
  if (sight.is_missing()) return "missing";
  if (sight.is_outside()) return "leads out of the workspace";
  return std::strerror(sight.problem);
}

std::string kind_of(const struct stat& status) {
  if (S_ISREG(status.st_mode)) return "a file";
  if (S_ISDIR(status.st_mode)) return "a directory";
  if (S_ISFIFO(status.st_mode)) return "a pipe";
  if (S_ISSOCK(status.st_mode)) return "a socket";
  if (S_ISLNK(status.st_mode)) return "a symbolic link";
  return "a device";
}

}  // namespace assay::scan
