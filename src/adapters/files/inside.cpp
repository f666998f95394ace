// SPDX-License-Identifier: MIT
#include "adapters/files/inside.h"

#include "adapters/os/bytes.h"
#include "adapters/os/error.h"
#include "adapters/os/open_beneath.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>

namespace assay::files {

namespace {

constexpr std::uint64_t content_max = 64U << 20U;

std::optional<std::string> real(const std::string& path) {
  char found[PATH_MAX];
  return ::realpath(path.c_str(), found) == nullptr ? std::nullopt
                                                    : std::optional<std::string>(found);
}

bool is_there(const std::string& path) {
  struct stat seen {};
  return ::lstat(path.c_str(), &seen) == 0;
}

}  // namespace

Result<std::unique_ptr<Inside>> Inside::open(const std::string& directory) {
  const auto there = real(directory);
  if (!there) return os::error_of(directory, errno);
  os::Descriptor root(::open(there->c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!root) return os::error_of(directory, errno);
  return std::unique_ptr<Inside>(new Inside(*there, std::move(root)));
}

/// The deepest part that exists is followed to where it really is; what is to be made below it has
/// no links. A link that leads nowhere is none of ours to fill.
Result<std::string> Inside::resolve(const std::string& path) {
  const Error astray{Fault::bad_input, path + " leads out of the agent's directory"};
  if (path.empty() || path.find('\0') != std::string::npos) return astray;
  std::string at = path.starts_with('/') ? path : directory_ + "/" + path;
  std::string below;
  std::optional<std::string> there = real(at);
  while (!there) {
    if (errno != ENOENT || is_there(at)) return astray;
    const std::size_t slash = at.rfind('/');
    const std::string name = at.substr(slash + 1);
    if (slash == std::string::npos || slash == 0 || name == ".." || name == ".") return astray;
    if (!name.empty()) below = "/" + name + below;
    at.resize(slash);
    there = real(at);
  }
  const std::string whole = *there + below;
  const std::string prefix = directory_ == "/" ? "/" : directory_ + "/";
  if (!whole.starts_with(prefix) || whole.size() == prefix.size()) return astray;
  return whole.substr(prefix.size());
}

Result<std::string> Inside::read(const std::string& path) {
  const os::Descriptor file(
      os::open_beneath(root_.get(), path, O_RDONLY | O_NONBLOCK | O_NOCTTY, RESOLVE_NO_SYMLINKS));
  if (!file) return os::error_of(path, errno);
  struct stat seen {};
  if (::fstat(file.get(), &seen) != 0) return os::error_of(path, errno);
  if (!S_ISREG(seen.st_mode)) return Error{Fault::bad_input, path + " is no file"};
  std::string content;
  if (const int problem = os::read_rest(file.get(), content_max, content))
    return os::error_of(path, problem);
  return content;
}

/// Made as far as it is not there; never through a link.
Result<os::Descriptor> Inside::open_folder(const std::string& path, const std::string& folder) {
  for (std::size_t slash = folder.find('/'); !folder.empty(); slash = folder.find('/', slash + 1)) {
    const std::string part = folder.substr(0, slash);
    const std::size_t last = part.rfind('/');
    const std::string above = last == std::string::npos ? "." : part.substr(0, last);
    const os::Descriptor parent(
        os::open_beneath(root_.get(), above, O_PATH | O_DIRECTORY, RESOLVE_NO_SYMLINKS));
    if (!parent) return os::error_of(path, errno);
    const std::string name = part.substr(last == std::string::npos ? 0 : last + 1);
    if (::mkdirat(parent.get(), name.c_str(), 0777) != 0 && errno != EEXIST)
      return os::error_of(path, errno);
    if (slash == std::string::npos) break;
  }
  os::Descriptor opened(os::open_beneath(root_.get(), folder.empty() ? "." : folder,
                                         O_RDONLY | O_DIRECTORY, RESOLVE_NO_SYMLINKS));
  if (!opened) return os::error_of(path, errno);
  return opened;
}

Result<> Inside::write(const std::string& path, const std::string& content) {
  const std::size_t slash = path.rfind('/');
  const std::string name = path.substr(slash == std::string::npos ? 0 : slash + 1);
  const os::Descriptor folder =
      TRY(open_folder(path, slash == std::string::npos ? "" : path.substr(0, slash)));
  struct stat seen {};
  const bool there = ::fstatat(folder.get(), name.c_str(), &seen, AT_SYMLINK_NOFOLLOW) == 0;
  if (there && !S_ISREG(seen.st_mode)) return Error{Fault::bad_input, path + " is no file"};
  const std::string temporary = fmt::format(".{}.{}.assay", name.substr(0, 100), ::getpid());
  const os::Descriptor file(::openat(folder.get(), temporary.c_str(),
                                     O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!file) return os::error_of(path, errno);
  int problem = os::write_all(file.get(), content);
  if (problem == 0 && there && ::fchmod(file.get(), seen.st_mode & 07777U) != 0) problem = errno;
  if (problem == 0 && ::renameat(folder.get(), temporary.c_str(), folder.get(), name.c_str()) != 0)
    problem = errno;
  if (problem == 0) return {};
  ::unlinkat(folder.get(), temporary.c_str(), 0);
  return os::error_of(path, problem);
}

}  // namespace assay::files
