// SPDX-License-Identifier: MIT
#include "adapters/repository/tree/tree_files.h"

#include "adapters/os/bytes.h"
#include "adapters/os/directory.h"
#include "adapters/os/error.h"
#include "adapters/os/open_beneath.h"
#include "base/text/escape.h"
#include "base/text/path.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>

namespace assay::tree {

using os::Descriptor;

namespace {

constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr int read_flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
std::string last_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// The same each time: what a crash leaves behind is written over by the next try.
std::string staged_name(const std::string& path) {
  constexpr std::size_t digits = 16;
  return ".assay-new-" + digest_of(last_of(path)).hex().substr(0, digits);
}

/// Reads to the end, at most as far as the file was long when it was opened; 0 or an errno.
int read_pieces(int file, const os::OnPiece& take) {
  struct stat status {};
  if (::fstat(file, &status) != 0) return errno;
  return os::read_pieces(file, static_cast<std::uint64_t>(status.st_size), take);
}

std::optional<std::string> link_text(int folder, const std::string& name) {
  std::array<char, PATH_MAX> text{};
  const ssize_t size = ::readlinkat(folder, name.c_str(), text.data(), text.size());
  if (size < 0) return std::nullopt;
  return std::string(text.data(), static_cast<std::size_t>(size));
}

std::vector<std::string> names_in(int folder) {
  std::vector<std::string> names;
  const int own = ::openat(folder, ".", folder_flags);
  const os::Directory directory(own < 0 ? nullptr : ::fdopendir(own));
  if (!directory) {
    if (own >= 0) ::close(own);
    return names;
  }
  while (const dirent* entry = ::readdir(directory.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  return names;
}

bool is_folder(int parent, const std::string& name) {
  struct stat status {};
  return ::fstatat(parent, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISDIR(status.st_mode);
}

bool has_name(int parent, const std::string& name) {
  struct stat status {};
  return ::fstatat(parent, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 || errno != ENOENT;
}

/// A folder with nothing in it but such folders; git does not know of them.
void remove_hollow(int parent, const std::string& name, int depth = 0) {
  constexpr int depth_max = 200;
  if (depth > depth_max || !is_folder(parent, name)) return;
  if (::unlinkat(parent, name.c_str(), AT_REMOVEDIR) == 0) return;
  const Descriptor folder(::openat(parent, name.c_str(), folder_flags));
  if (!folder) return;
  for (const std::string& inner : names_in(folder.get()))
    remove_hollow(folder.get(), inner, depth + 1);
  ::unlinkat(parent, name.c_str(), AT_REMOVEDIR);
}

/// As the old file had it, or the other one; whether it runs is part of its content.
mode_t mode_for(const struct stat* old, const struct stat& source, FileKind kind) {
  mode_t mode = ((old != nullptr ? old->st_mode : source.st_mode) & 0777) | 0600;
  mode &= ~static_cast<mode_t>(0111);
  if (kind == FileKind::executable) mode |= (mode & 0444) >> 2;
  return mode;
}

}  // namespace

bool is_tree_path(const std::string& path) {
  if (path.empty() || path.find('\0') != std::string::npos) return false;
  bool plain = true;
  for_each_part(path, [&](std::string_view part) {
    plain = plain && !part.empty() && part != "." && part != ".." && part != ".git";
  });
  return plain;
}

Result<TreeFiles> TreeFiles::open(const std::string& directory) {
  Descriptor root(::open(directory.c_str(), folder_flags));
  if (!root) return os::error_of(directory, errno);
  return TreeFiles(std::move(root), directory);
}

Error TreeFiles::refused(const std::string& path, int problem) const {
  Error error = os::error_of(printable(name_ + "/" + path), problem);
  // Whether something is there, or in the way, is asked for elsewhere.
  if (error.fault != Fault::exhausted) error.fault = Fault::io;
  return error;
}

Descriptor TreeFiles::parent_of(const std::string& path, Missing missing) const {
  if (!is_tree_path(path)) {
    errno = EINVAL;
    return {};
  }
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash);
  Descriptor found(os::open_beneath(root_.get(), folder, folder_flags, RESOLVE_NO_SYMLINKS));
  if (found || errno != ENOENT || missing == Missing::refuse) return found;
  return made_folder(folder);
}

Descriptor TreeFiles::made_folder(const std::string& path) const {
  Descriptor here(::openat(root_.get(), ".", folder_flags));
  for (std::size_t start = 0; here && start < path.size();) {
    const std::size_t end = std::min(path.find('/', start), path.size());
    const std::string name = path.substr(start, end - start);
    start = end + 1;
    if (::mkdirat(here.get(), name.c_str(), 0777) != 0 && errno != EEXIST) return {};
    here = Descriptor(::openat(here.get(), name.c_str(), folder_flags));
  }
  return here;
}

std::string TreeFiles::obstacle(const std::string& path) const {
  for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1)) {
    const std::string part = path.substr(0, end);
    const Descriptor folder = parent_of(part, Missing::refuse);
    struct stat status {};
    if (!folder ||
        ::fstatat(folder.get(), last_of(part).c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
      return {};
    if (!S_ISDIR(status.st_mode)) return part;
  }
  return {};
}

bool TreeFiles::leads_out(const std::string& link) const {
  const Descriptor there(os::open_beneath(root_.get(), link, O_PATH));
  if (!there) return errno == EXDEV;
  std::array<char, PATH_MAX> text{};
  const std::string own = "/proc/self/fd/" + std::to_string(there.get());
  const ssize_t size = ::readlink(own.c_str(), text.data(), text.size());
  const std::string_view real(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  return real.find("/.git/") != std::string_view::npos || real.ends_with("/.git");
}

Result<std::optional<FileState>> TreeFiles::look(const std::string& path) const {
  const Descriptor folder = parent_of(path, Missing::refuse);
  const std::string name = last_of(path);
  struct stat status {};
  if (!folder || ::fstatat(folder.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    if (os::is_gone(errno)) return std::optional<FileState>();
    return refused(path, errno);
  }
  if (S_ISDIR(status.st_mode)) return std::optional<FileState>();
  FileState state{path, FileKind::device, {}};
  if (S_ISFIFO(status.st_mode)) state.kind = FileKind::pipe;
  if (S_ISSOCK(status.st_mode)) state.kind = FileKind::socket;
  if (S_ISLNK(status.st_mode)) {
    const auto text = link_text(folder.get(), name);
    if (!text) return refused(path, errno);
    return std::optional(FileState{path, FileKind::link, digest_of(*text)});
  }
  if (!S_ISREG(status.st_mode)) return std::optional(state);
  const Descriptor file(::openat(folder.get(), name.c_str(), read_flags));
  if (!file) return refused(path, errno);
  Hasher hasher;
  const int problem = read_pieces(file.get(), [&](std::string_view bytes) {
    hasher.update(bytes);
    return 0;
  });
  if (problem != 0) return refused(path, problem);
  state.kind = (status.st_mode & S_IXUSR) != 0 ? FileKind::executable : FileKind::plain;
  state.content = hasher.finish();
  return std::optional(state);
}

Result<std::vector<std::string>> TreeFiles::files_below(const std::string& path) const {
  constexpr std::size_t entries_max = 10'000;
  std::vector<std::string> files;
  std::vector<std::string> folders = {path};
  for (std::size_t seen = 0; !folders.empty();) {
    const std::string at = std::move(folders.back());
    folders.pop_back();
    const Descriptor parent = parent_of(at, Missing::refuse);
    if (!parent || !is_folder(parent.get(), last_of(at))) continue;
    const Descriptor folder(::openat(parent.get(), last_of(at).c_str(), folder_flags));
    if (!folder) return refused(at, errno);
    for (const std::string& name : names_in(folder.get())) {
      if (++seen > entries_max)
        return Error{Fault::exhausted, printable(path) + ": has too many files"};
      const bool inner = is_folder(folder.get(), name) && name != ".git";
      (inner ? folders : files).push_back(at + "/" + name);
    }
  }
  return files;
}

Result<> TreeFiles::stage_file(const TreeFiles& from, const FileState& wanted, int folder,
                               const std::string& staged, Durable durable) const {
  const Descriptor source_folder = from.parent_of(wanted.path, Missing::refuse);
  const std::string name = last_of(wanted.path);
  const Descriptor source(source_folder ? ::openat(source_folder.get(), name.c_str(), read_flags)
                                        : -1);
  struct stat seen {};
  if (!source || ::fstat(source.get(), &seen) != 0) return from.refused(wanted.path, errno);
  struct stat old {};
  const bool has_old =
      ::fstatat(folder, name.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(old.st_mode);
  constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  const Descriptor target(::openat(folder, staged.c_str(), flags, 0600));
  if (!target) return refused(wanted.path, errno);
  Hasher hasher;
  int problem = S_ISREG(seen.st_mode) ? 0 : EINVAL;
  if (problem == 0) {
    problem = read_pieces(source.get(), [&](std::string_view bytes) {
      hasher.update(bytes);
      return os::write_all(target.get(), bytes);
    });
  }
  const mode_t mode = mode_for(has_old ? &old : nullptr, seen, wanted.kind);
  if (problem == 0 && ::fchmod(target.get(), mode) != 0) problem = errno;
  if (problem == 0 && durable == Durable::yes && ::fsync(target.get()) != 0) problem = errno;
  if (problem != 0) return refused(wanted.path, problem);
  const bool runs = (seen.st_mode & S_IXUSR) != 0;
  if (hasher.finish() != wanted.content || runs != (wanted.kind == FileKind::executable)) {
    return Error{Fault::conflict, printable(wanted.path) + ": changed while it was taken over"};
  }
  return {};
}

Result<> TreeFiles::stage_link(const TreeFiles& from, const FileState& wanted, int folder) const {
  const Descriptor source = from.parent_of(wanted.path, Missing::refuse);
  const auto text = source ? link_text(source.get(), last_of(wanted.path)) : std::nullopt;
  if (!text || digest_of(*text) != wanted.content) {
    return Error{Fault::conflict, printable(wanted.path) + ": changed while it was taken over"};
  }
  if (::symlinkat(text->c_str(), folder, staged_name(wanted.path).c_str()) != 0)
    return refused(wanted.path, errno);
  return {};
}

Result<> TreeFiles::stage_special(const FileState& wanted, int folder) const {
  if (wanted.kind == FileKind::device)
    return Error{Fault::bad_input, printable(wanted.path) + ": is a device"};
  const mode_t kind = wanted.kind == FileKind::pipe ? S_IFIFO : S_IFSOCK;
  if (::mknodat(folder, staged_name(wanted.path).c_str(), kind | 0600, 0) != 0)
    return refused(wanted.path, errno);
  return {};
}

Result<> TreeFiles::take(const TreeFiles& from, const FileState& wanted, Durable durable) const {
  const Descriptor folder = parent_of(wanted.path, Missing::make);
  if (!folder) return refused(wanted.path, errno);
  const std::string name = last_of(wanted.path);
  const bool is_file = wanted.kind == FileKind::plain || wanted.kind == FileKind::executable;
  // Nobody looks at a copy before it is finished: what is not there can be written in place.
  if (durable == Durable::no && is_file && !has_name(folder.get(), name)) {
    Result<> done = stage_file(from, wanted, folder.get(), name, durable);
    if (!done) ::unlinkat(folder.get(), name.c_str(), 0);
    return done;
  }
  const std::string staged = staged_name(wanted.path);
  ::unlinkat(folder.get(), staged.c_str(), 0);  // of an earlier try that was interrupted
  Result<> done = is_file ? stage_file(from, wanted, folder.get(), staged, durable)
                  : wanted.kind == FileKind::link ? stage_link(from, wanted, folder.get())
                                                  : stage_special(wanted, folder.get());
  if (done) remove_hollow(folder.get(), name);
  if (done && is_folder(folder.get(), name)) {
    done = Error{Fault::conflict, printable(wanted.path) + ": a folder with files has its name"};
  }
  if (done && ::renameat(folder.get(), staged.c_str(), folder.get(), name.c_str()) != 0)
    done = refused(wanted.path, errno);
  if (!done) ::unlinkat(folder.get(), staged.c_str(), 0);
  // Some file systems cannot do this for folders; the files themselves are safe.
  if (done && durable == Durable::yes) ::fsync(folder.get());
  return done;
}

Result<> TreeFiles::remove(const std::string& path) const {
  const Descriptor folder = parent_of(path, Missing::refuse);
  if (!folder && os::is_gone(errno)) return {};
  if (!folder) return refused(path, errno);
  if (::unlinkat(folder.get(), last_of(path).c_str(), 0) != 0 && !os::is_gone(errno))
    return refused(path, errno);
  std::string above = path;
  for (std::size_t end = above.rfind('/'); end != std::string::npos; end = above.rfind('/')) {
    above.resize(end);
    const Descriptor outer = parent_of(above, Missing::refuse);
    if (!outer || ::unlinkat(outer.get(), last_of(above).c_str(), AT_REMOVEDIR) != 0) break;
  }
  return {};
}

}  // namespace assay::tree
