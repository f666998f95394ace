// SPDX-License-Identifier: MIT
#include "adapters/files/files.h"

#include "adapters/os/bytes.h"
#include "adapters/os/descriptor.h"
#include "adapters/os/directory.h"
#include "adapters/os/error.h"
#include "base/digest.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace assay::files {

namespace {

using os::Descriptor;

Result<std::string> read_all(int descriptor, const std::string& name, std::uint64_t bytes_max) {
  std::string content;
  const int problem = os::read_rest(descriptor, bytes_max, content);
  if (problem == EFBIG)
    return Error{Fault::bad_input, name + ": larger than " + std::to_string(bytes_max) + " bytes"};
  if (problem != 0) return os::error_of(name, problem);
  return content;
}

Result<> write_all(int descriptor, const std::string& name, std::string_view content) {
  if (const int problem = os::write_all(descriptor, content)) return os::error_of(name, problem);
  return {};
}

std::string parent_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

bool same(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

Result<> write_into(const std::string& path, const std::string& content) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) return os::error_of(path, errno);
  return write_all(file.get(), path, content);
}

}  // namespace

Result<std::string> Files::read(const std::string& path, std::uint64_t bytes_max) {
  if (path == "-") return read_all(STDIN_FILENO, "<stdin>", bytes_max);
  // O_NONBLOCK: a FIFO somebody put there must not hold us up.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) return os::error_of(path, errno);
  struct stat seen {};
  if (::fstat(file.get(), &seen) != 0) return os::error_of(path, errno);
  if (S_ISDIR(seen.st_mode)) return os::error_of(path, EISDIR);
  return read_all(file.get(), path, bytes_max);
}

Result<> Files::replace(const std::string& path, const std::string& content) {
  struct stat before {};
  const bool is_there = ::stat(path.c_str(), &before) == 0;
  // A device or a pipe is written to, and stays what it is.
  if (is_there && !S_ISREG(before.st_mode)) return write_into(path, content);
  const mode_t mode = is_there ? before.st_mode & 0777U : 0644U;
  std::string temporary = path + ".XXXXXX";
  const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!file) return os::error_of(path, errno);
  Result<> written = write_all(file.get(), path, content);
  if (written && ::fchmod(file.get(), mode) != 0) written = os::error_of(path, errno);
  if (written && ::fsync(file.get()) != 0) written = os::error_of(path, errno);
  if (written && ::rename(temporary.c_str(), path.c_str()) != 0)
    written = os::error_of(path, errno);
  if (!written) {
    ::unlink(temporary.c_str());
    return written;
  }
  const Descriptor directory(::open(parent_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory) ::fsync(directory.get());
  return {};
}

Result<> Files::make_directories(const std::string& path) {
  for (std::size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
    const std::string part = path.substr(0, slash);
    if (::mkdir(part.c_str(), 0755) != 0 && errno != EEXIST) return os::error_of(part, errno);
    if (slash == std::string::npos) break;
  }
  return is_directory(path) ? Result<>{} : Result<>(os::error_of(path, ENOTDIR));
}

Result<> Files::create(const std::string& path, const std::string& content) {
  const Descriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!file) return os::error_of(path, errno);
  return write_all(file.get(), path, content);
}

Result<> Files::remove(const std::string& path) {
  if (::unlink(path.c_str()) == 0 || errno == ENOENT) return {};
  const int problem = errno;
  if ((problem == EISDIR || problem == EPERM) && ::rmdir(path.c_str()) == 0) return {};
  return os::error_of(path, problem);
}

Result<> Files::make_executable(const std::string& path) {
  struct stat seen {};
  if (::stat(path.c_str(), &seen) != 0) return os::error_of(path, errno);
  const mode_t readers = seen.st_mode & 0444U;
  const mode_t mode = (seen.st_mode & 0777U) | (readers >> 2U);
  if (::chmod(path.c_str(), mode) != 0) return os::error_of(path, errno);
  return {};
}

Result<> Files::append(const std::string& path, const std::string& content) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  if (!file) return os::error_of(path, errno);
  return write_all(file.get(), path, content);
}

Result<std::string> Files::real_path(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> found(::realpath(path.c_str(), nullptr),
                                                          &std::free);
  if (!found) return os::error_of(path, errno);
  return std::string(found.get());
}

bool Files::is_directory(const std::string& path) {
  struct stat seen {};
  return ::stat(path.c_str(), &seen) == 0 && S_ISDIR(seen.st_mode);
}

bool Files::is_regular(const std::string& path) {
  struct stat seen {};
  return ::stat(path.c_str(), &seen) == 0 && S_ISREG(seen.st_mode);
}

bool Files::is_executable(const std::string& path) {
  return is_regular(path) && ::access(path.c_str(), X_OK) == 0;
}

std::string Files::stamp(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return "";
  return fmt::format("{} {} {}.{} {}.{}", status.st_size, status.st_ino, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
}

namespace {

constexpr std::uint64_t program_bytes_max = 1U << 30;

std::string fingerprint_of_file(const std::string& path) {
  const os::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return "";
  const auto size = static_cast<std::uint64_t>(status.st_size);
  Hasher hasher;
  const int problem =
      os::read_pieces(file.get(), std::min(size, program_bytes_max), [&](std::string_view bytes) {
        hasher.update(bytes);
        return 0;
      });
  return problem == 0 ? hasher.finish().hex() : "";
}

bool is_loaded_unasked(std::string_view name) {
  return name.ends_with(".pth") || name.starts_with("sitecustomize") ||
         name.starts_with("usercustomize");
}

}  // namespace

std::string Files::fingerprint(const std::string& path) {
  if (!path.ends_with('/')) return fingerprint_of_file(path);
  if (!is_directory(path)) return "";
  Hasher hasher;
  for (const std::string& name : list(path)) {
    if (!is_loaded_unasked(name)) continue;
    const std::string digest = fingerprint_of_file(path + name);
    hasher.update(std::to_string(name.size()) + ":" + name + ":" + digest + "\n");
  }
  return hasher.finish().hex();
}

std::vector<std::string> Files::list(const std::string& path) {
  std::vector<std::string> names;
  const os::Directory directory(::opendir(path.c_str()));
  if (!directory) return names;
  while (const dirent* entry = ::readdir(directory.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Follows `inner` upwards and compares what is really there, so that links and bind mounts cannot
/// hide it.
bool Files::is_within(const std::string& inner, const std::string& outer) {
  struct stat wanted {};
  if (::stat(outer.c_str(), &wanted) != 0) return false;
  std::string at = inner;
  struct stat seen {};
  while (::stat(at.c_str(), &seen) !=
         0) {  // what does not exist yet lies where its first existing ancestor does
    if (at == "/" || at == ".") return false;
    at = parent_of(at);
  }
  const auto real = real_path(at);
  if (!real) return false;
  for (at = *real;; at = parent_of(at)) {
    if (::stat(at.c_str(), &seen) == 0 && same(seen, wanted)) return true;
    if (at == "/") return false;
  }
}

}  // namespace assay::files
