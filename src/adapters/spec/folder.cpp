// SPDX-License-Identifier: MIT
#include "adapters/spec/folder.h"

#include "adapters/os/bytes.h"
#include "adapters/os/directory.h"
#include "adapters/os/error.h"
#include "adapters/os/wait.h"
#include "adapters/scan/beneath.h"
#include "base/text/escape.h"

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

using os::Descriptor;

namespace {

constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr int read_flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
constexpr mode_t mode_bits = 07777;

/// The same name each time: what a crash leaves behind is written over by the next try.
std::string staged_name(const std::string& name) { return "." + name + ".assay-new"; }

}  // namespace

Error Folder::refused(const std::string& name, int problem) const {
  const std::string path = name_ + (name.empty() ? "" : "/" + name);
  return os::refused(printable(path), problem);
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
    return Error{Fault::bad_input, fmt::format("{}/{}: is {}", printable(name_), printable(name),
                                               scan::kind_of(seen))};
  }
  return file;
}

Result<std::string> Folder::read_start(const std::string& name, std::size_t bytes_max) const {
  const Descriptor file = TRY(open_file(name));
  std::string text;
  if (const int problem = os::read_up_to(file.get(), bytes_max, text))
    return refused(name, problem);
  return text;
}

Result<std::string> Folder::read(const std::string& name, std::size_t bytes_max) const {
  std::string text = TRY(read_start(name, bytes_max + 1));
  if (text.size() <= bytes_max) return text;
  return Error{Fault::exhausted, fmt::format("{}/{}: larger than {} bytes", printable(name_),
                                             printable(name), bytes_max)};
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
  if (const int problem = os::write_all(file.get(), content.text))
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
  if (os::lock_within(folder_.get(), os::Locking::alone, std::chrono::seconds{10})) return {};
  if (errno != EWOULDBLOCK && errno != EINTR) return refused("", errno);
  return Error{Fault::conflict, printable(name_) + ": somebody has held it for too long"};
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
  const os::Directory directory(::fdopendir(own.get()));
  if (!directory) return refused("", errno);
  own.release();
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(directory.get())) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    if (names.size() == names_max) {
      return Error{Fault::exhausted,
                   fmt::format("{}: has more than {} entries", printable(name_), names_max)};
    }
    names.emplace_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace assay::spec
