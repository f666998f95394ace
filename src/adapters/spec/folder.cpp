// SPDX-License-Identifier: MIT
#include "adapters/spec/folder.h"

#include "adapters/directory.h"
#include "adapters/scan/beneath.h"
#include "format/text/escape.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace assay::spec {

using adapters::Descriptor;

namespace {

constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr int read_flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
constexpr mode_t mode_bits = 07777;

Fault fault_of(int problem) {
  switch (problem) {
    case ENOENT: return Fault::not_found;
    case ELOOP:
    case ENOTDIR:
    case EISDIR:
    case EXDEV: return Fault::bad_input;
    case ENOSPC:
    case EDQUOT:
    case EFBIG: return Fault::exhausted;
    default: return Fault::io;
  }
}

std::string words_of(int problem) {
  switch (problem) {
    case ELOOP: return "is a symbolic link";
    case ENOTDIR: return "is a symbolic link or no folder";
    case EXDEV: return "leads out of the workspace";
    default: return std::strerror(problem);
  }
}

/// The same name each time: what a crash leaves behind is written over by the next try.
std::string staged_name(const std::string& name) { return "." + name + ".assay-new"; }

int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

}  // namespace

Error Folder::refused(const std::string& name, int problem) const {
  const std::string path = name_ + (name.empty() ? "" : "/" + name);
  return {fault_of(problem), fmt::format("{}: {}", format::printable(path), words_of(problem))};
}

Result<Folder> Folder::open(const std::string& workspace, const std::string& path) {
  const scan::Beneath beneath = TRY(scan::Beneath::open(workspace));
  const std::string name = path.empty() ? "." : path;
  Descriptor folder(beneath.open_folder(name));
  if (!folder) return Folder({}, name).refused("", errno);
  return Folder(std::move(folder), name);
}

Result<Folder> Folder::enter(const std::string& name) const {
  Descriptor inner(::openat(folder_.get(), name.c_str(), folder_flags));
  if (!inner) return refused(name, errno);
  return Folder(std::move(inner), name_ + "/" + name);
}

Result<Folder> Folder::make(const std::string& name) const {
  if (::mkdirat(folder_.get(), name.c_str(), 0755) != 0 && errno != EEXIST) {
    return refused(name, errno);
  }
  return enter(name);
}

/// Regular, or an error: a pipe in its place must not hold anybody up.
Result<Descriptor> Folder::open_file(const std::string& name) const {
  Descriptor file(::openat(folder_.get(), name.c_str(), read_flags));
  if (!file) return refused(name, errno);
  struct stat seen {};
  if (::fstat(file.get(), &seen) != 0) return refused(name, errno);
  if (!S_ISREG(seen.st_mode)) {
    return Error{Fault::bad_input, fmt::format("{}/{}: is {}", format::printable(name_),
                                               format::printable(name), scan::kind_of(seen))};
  }
  return file;
}

Result<std::string> Folder::read_start(const std::string& name, std::size_t bytes_max) const {
  const Descriptor file = TRY(open_file(name));
  std::string text;
  constexpr std::size_t step = 64 * 1024;
  while (text.size() < bytes_max) {
    const std::size_t filled = text.size();
    const std::size_t asked = std::min(step, bytes_max - filled);
    text.resize(filled + asked);
    const ssize_t count = ::read(file.get(), text.data() + filled, asked);
    text.resize(filled + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count < 0 && errno != EINTR) return refused(name, errno);
    if (count == 0) break;
  }
  return text;
}

Result<std::string> Folder::read(const std::string& name, std::size_t bytes_max) const {
  std::string text = TRY(read_start(name, bytes_max + 1));
  if (text.size() <= bytes_max) return text;
  return Error{Fault::exhausted,
               fmt::format("{}/{}: larger than {} bytes", format::printable(name_),
                           format::printable(name), bytes_max)};
}

Result<bool> Folder::has(const Content& content) const {
  const auto there = read(content.name, content.text.size());
  if (there) return *there == content.text;
  const Fault fault = there.error().fault;
  if (fault == Fault::not_found || fault == Fault::exhausted) return false;
  return there.error();
}

Result<> Folder::replace(const std::vector<Content>& contents) const {
  std::vector<const Content*> wrong;
  for (const Content& content : contents) {
    // Of an earlier try that was interrupted.
    ::unlinkat(folder_.get(), staged_name(content.name).c_str(), 0);
    if (!TRY(has(content))) wrong.push_back(&content);
  }
  Result<> done;
  for (std::size_t i = 0; done && i < wrong.size(); ++i) done = stage(*wrong[i]);
  for (std::size_t i = 0; done && i < wrong.size(); ++i) done = publish(*wrong[i]);
  for (const Content* content : wrong) {
    if (!done) ::unlinkat(folder_.get(), staged_name(content->name).c_str(), 0);
  }
  // Some file systems cannot do this for folders; the files themselves are safe.
  if (done && !wrong.empty()) ::fsync(folder_.get());
  return done;
}

Result<> Folder::stage(const Content& content) const {
  const std::string name = staged_name(content.name);
  constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  const Descriptor file(::openat(folder_.get(), name.c_str(), flags, 0644));
  if (!file) return refused(errno == EEXIST ? name : content.name, errno);
  struct stat old {};
  const bool is_there =
      ::fstatat(folder_.get(), content.name.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0;
  if (is_there && ::fchmod(file.get(), old.st_mode & mode_bits) != 0) {
    return refused(content.name, errno);
  }
  if (const int problem = write_all(file.get(), content.text))
    return refused(content.name, problem);
  if (::fsync(file.get()) != 0) return refused(content.name, errno);
  return {};
}

Result<> Folder::publish(const Content& content) const {
  const std::string staged = staged_name(content.name);
  if (::renameat(folder_.get(), staged.c_str(), folder_.get(), content.name.c_str()) != 0) {
    return refused(content.name, errno);
  }
  return {};
}

Result<> Folder::remove(const std::string& name, Links links) const {
  ::unlinkat(folder_.get(), staged_name(name).c_str(), 0);
  const auto seen = look(name);
  if (!seen && seen.error().fault == Fault::not_found) return {};
  if (!seen) return seen.error();
  if (links == Links::refuse && S_ISLNK(seen->st_mode)) return refused(name, ELOOP);
  if (::unlinkat(folder_.get(), name.c_str(), 0) != 0 && errno != ENOENT) {
    return refused(name, errno);
  }
  return {};
}

Result<> Folder::lock() const {
  constexpr timespec pause{0, 5'000'000};
  for (int tries = 0; tries < 2'000; ++tries) {
    if (::flock(folder_.get(), LOCK_EX | LOCK_NB) == 0) return {};
    if (errno != EWOULDBLOCK && errno != EINTR) return refused("", errno);
    ::nanosleep(&pause, nullptr);
  }
  return Error{Fault::conflict, format::printable(name_) + ": somebody has held it for too long"};
}

Result<struct stat> Folder::look(const std::string& name) const {
  struct stat seen {};
  if (::fstatat(folder_.get(), name.c_str(), &seen, AT_SYMLINK_NOFOLLOW) != 0) {
    return refused(name, errno);
  }
  return seen;
}

Result<std::vector<std::string>> Folder::list(std::size_t names_max) const {
  // A descriptor of its own: reading moves its place in the folder.
  Descriptor own(::openat(folder_.get(), ".", folder_flags));
  if (!own) return refused("", errno);
  const adapters::Directory directory(::fdopendir(own.get()));
  if (!directory) return refused("", errno);
  own.release();
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(directory.get())) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    if (names.size() == names_max) {
      return Error{Fault::exhausted, fmt::format("{}: has more than {} entries",
                                                 format::printable(name_), names_max)};
    }
    names.emplace_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace assay::spec
