// SPDX-License-Identifier: MIT
#include "adapters/executor/slurm/orders.h"

#include "adapters/os/bytes.h"
#include "adapters/os/descriptor.h"
#include "adapters/os/error.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <filesystem>

namespace assay::slurm {

namespace {

constexpr mode_t others_may_write = S_IWGRP | S_IWOTH;

/// A folder that somebody else can write would let him say how attempts ended.
Result<> make_private(const std::string& path) {
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) return os::error_of(path, errno);
  struct stat seen {};
  if (::lstat(path.c_str(), &seen) != 0) return os::error_of(path, errno);
  const bool ours = S_ISDIR(seen.st_mode) && seen.st_uid == ::geteuid();
  if (ours && (seen.st_mode & others_may_write) == 0) return {};
  return Error{Fault::bad_input, path +
                                     ": must be a folder of this user that nobody else can write "
                                     "(chmod 700, or name another executor.shared_dir)"};
}

bool read_number(std::string_view text, std::uint32_t& out) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
  return problem == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string name_of(core::AttemptKey key) {
  return std::to_string(key.unit) + "-" + std::to_string(key.attempt);
}

std::optional<core::AttemptKey> key_named(std::string_view name) {
  core::AttemptKey key;
  const std::size_t dash = name.find('-');
  if (dash == name.npos) return std::nullopt;
  const bool read = read_number(name.substr(0, dash), key.unit) &&
                    read_number(name.substr(dash + 1), key.attempt);
  return read ? std::optional(key) : std::nullopt;
}

std::string folder_name(const std::string& run_id, Instant begun) {
  return run_id + "-" + std::to_string(begun.time_since_epoch().count());
}

RunFolder RunFolder::at(const std::string& run_folder) {
  const std::filesystem::path path(run_folder);
  return {path.parent_path().parent_path().string(), path.filename().string()};
}

Result<> RunFolder::make() const {
  std::error_code failure;
  std::filesystem::create_directories(shared_, failure);
  if (!std::filesystem::is_directory(shared_, failure))
    return Error{Fault::bad_input, shared_ + ": executor.shared_dir cannot be made here"};
  for (const std::string& path : {shared_ + "/runs", trees(), programs(), run_, orders(), claims(),
                                  stops(), done(), attempts(), batches()})
    TRY(make_private(path));
  return {};
}

Result<> put_whole(const std::string& path, std::string_view text) {
  const std::string staged = path + ".new-" + std::to_string(::getpid());
  {
    const os::Descriptor file(
        ::open(staged.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file) return os::error_of(staged, errno);
    if (const int problem = os::write_all(file.get(), text)) return os::error_of(staged, problem);
    if (::fsync(file.get()) != 0) return os::error_of(staged, errno);
  }
  if (::rename(staged.c_str(), path.c_str()) != 0) return os::error_of(path, errno);
  return {};
}

Result<std::string> read_whole(const std::string& path, std::uint64_t bytes_max) {
  // Whoever can put a pipe there must not keep the reader waiting.
  const os::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file) return os::refused(path, errno);
  struct stat seen {};
  if (::fstat(file.get(), &seen) != 0) return os::error_of(path, errno);
  if (!S_ISREG(seen.st_mode)) return Error{Fault::bad_input, path + ": is no file"};
  std::string text;
  const int problem = os::read_rest(file.get(), bytes_max, text);
  if (problem == EFBIG)
    return Error{Fault::bad_input,
                 path + ": is larger than " + std::to_string(bytes_max) + " bytes"};
  if (problem != 0) return os::error_of(path, problem);
  return text;
}

std::optional<Instant> time_of(const std::string& path) {
  struct stat seen {};
  if (::lstat(path.c_str(), &seen) != 0) return std::nullopt;
  const auto since =
      std::chrono::seconds{seen.st_mtim.tv_sec} + std::chrono::nanoseconds{seen.st_mtim.tv_nsec};
  return Instant{std::chrono::floor<Millis>(since)};
}

void keep_young(const std::string& path) { ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0); }

bool is_there(const std::string& path) {
  struct stat seen {};
  return ::lstat(path.c_str(), &seen) == 0;
}

}  // namespace assay::slurm
