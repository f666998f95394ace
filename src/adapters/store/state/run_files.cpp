// SPDX-License-Identifier: MIT
#include "adapters/store/state/run_files.h"

#include "adapters/os/bytes.h"
#include "adapters/os/error.h"
#include "adapters/store/state/run_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <vector>

namespace assay::state {

using os::Descriptor;

namespace {

namespace fs = std::filesystem;

constexpr const char* mark_name = "pruned";

/// A regular file that is no link, or an error without a name.
Result<> read_all(const Descriptor& fd, const os::OnPiece& take) {
  struct stat status {};
  if (!fd || ::fstat(fd.get(), &status) != 0) return Error{Fault::io, std::strerror(errno)};
  if (!S_ISREG(status.st_mode)) return Error{Fault::io, "not a regular file"};
  if (const int problem = os::read_pieces(fd.get(), UINT64_MAX, take))
    return Error{Fault::io, std::strerror(problem)};
  return {};
}

constexpr int read_flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

Result<Digest> digest_of_file(const std::string& path) {
  const Descriptor fd(::open(path.c_str(), read_flags));
  Hasher hasher;
  TRY(read_all(fd, [&](std::string_view bytes) {
    hasher.update(bytes);
    return 0;
  }));
  return hasher.finish();
}

Result<std::string> read_content(const Descriptor& fd, const std::string& name,
                                 const Digest& digest) {
  std::string content;
  TRY(read_all(fd, [&](std::string_view bytes) {
    content += bytes;
    return 0;
  }));
  if (digest_of(content) != digest) return Error{Fault::io, name + ": was changed"};
  return content;
}

/// A mark is durable before the first file goes, so that a missing log is never taken for a lost
/// one, nor the other way round.
Result<> write_new(int directory, const char* name, std::string_view text) {
  const Descriptor fd(
      ::openat(directory, name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!fd) return os::error_of(name, errno);
  if (const int problem = os::write_all(fd.get(), text)) return os::error_of(name, problem);
  if (::fsync(fd.get()) != 0 || ::fsync(directory) != 0) return os::error_of(name, errno);
  return {};
}

bool is_pruned(const std::string& run_directory) {
  std::error_code failure;
  return fs::is_regular_file(fs::symlink_status(run_directory + "/" + mark_name, failure));
}

void count(const fs::path& path, shell::Pruned& pruned) {
  std::error_code failure;
  const auto status = fs::symlink_status(path, failure);
  if (failure || !fs::is_regular_file(status)) return;
  ++pruned.files;
  const auto size = fs::file_size(path, failure);
  if (!failure) pruned.bytes += size;
}

/// Links are counted as what they are, and never followed.
Result<> remove_tree(const fs::path& path, shell::Pruned& pruned) {
  std::error_code failure;
  count(path, pruned);
  for (fs::recursive_directory_iterator at(path, failure), end; !failure && at != end;
       at.increment(failure)) {
    count(at->path(), pruned);
  }
  failure.clear();
  fs::remove_all(path, failure);
  if (failure) return Error{Fault::io, fmt::format("{}: {}", path.string(), failure.message())};
  return {};
}

constexpr const char* adopted_name = "adopted";

/// The content that stands for a file of another machine; none: nothing does.
std::optional<Digest> adopted_for(const std::string& run_directory, const std::string& path) {
  std::ifstream list(run_directory + "/" + adopted_name);
  for (std::string line; std::getline(list, line);) {
    const std::size_t space = line.find(' ');
    if (space == std::string::npos || line.substr(space + 1) != path) continue;
    const auto digest = Digest::parse(line.substr(0, space));
    if (digest) return *digest;
  }
  return std::nullopt;
}

}  // namespace

shell::LogSight RunFiles::look_at(const std::string& run_id, const std::string& log_path) {
  const Result<Digest> found = digest_of_file(log_path);
  if (found) return {.digest = *found};
  const std::size_t logs = log_path.rfind("/runs/" + run_id + "/logs/");
  if (const auto adopted = adopted_for(state_->path() + "/runs/" + run_id, log_path)) {
    const auto content = fetch(*adopted);
    if (content) return {.digest = digest_of(*content)};
  }
  const bool gone = logs != std::string::npos && ::access(log_path.c_str(), F_OK) != 0;
  const bool pruned = gone && is_pruned(log_path.substr(0, logs) + "/runs/" + run_id);
  return {.digest = std::nullopt, .pruned = pruned, .problem = found.error().what};
}

Result<> RunFiles::adopt(const std::string& run_id, const std::string& path,
                         std::string_view content) {
  const Digest digest = TRY(keep(content));
  const Descriptor directory = TRY(state_->run_directory(run_id));
  const Descriptor fd(::openat(directory.get(), adopted_name,
                               O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!fd) return os::error_of(adopted_name, errno);
  const std::string line = fmt::format("{} {}\n", digest.hex(), path);
  if (const int problem = os::write_all(fd.get(), line)) return os::error_of(adopted_name, problem);
  if (::fsync(fd.get()) != 0) return os::error_of(adopted_name, errno);
  return {};
}

Result<shell::Pruned> RunFiles::prune(const std::string& run_id, const std::string& mark) {
  const RunLock lock = TRY(RunLock::acquire(*state_, run_id));
  const Descriptor directory = TRY(state_->run_directory(run_id));
  TRY(write_new(directory.get(), mark_name, mark));
  std::error_code failure;
  const fs::path root = state_->path() + "/runs/" + run_id;
  std::vector<fs::path> goes;
  for (fs::directory_iterator at(root, failure), end; !failure && at != end;
       at.increment(failure)) {
    const std::string name = at->path().filename();
    // Copies may hold work that is nowhere else: who clears up looks before it takes them.
    if (name != mark_name && name != "lock" && name != "work") goes.push_back(at->path());
  }
  shell::Pruned pruned;
  for (const fs::path& path : goes) TRY(remove_tree(path, pruned));
  return pruned;
}

Result<Digest> RunFiles::keep(std::string_view content) {
  const Digest digest = digest_of(std::string(content));
  const Descriptor directory = TRY(state_->directory("contents"));
  const std::string name = digest.hex();
  if (::faccessat(directory.get(), name.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0) return digest;
  const std::string draft = fmt::format("{}.{}", name, ::getpid());
  TRY(write_new(directory.get(), draft.c_str(), content));
  if (::renameat(directory.get(), draft.c_str(), directory.get(), name.c_str()) != 0 ||
      ::fsync(directory.get()) != 0)
    return os::error_of(name, errno);
  return digest;
}

Result<std::string> RunFiles::fetch(const Digest& digest) {
  const std::string name = "contents/" + digest.hex();
  const Descriptor fd(::openat(state_->fd(), name.c_str(), read_flags));
  if (!fd) return os::error_of(name, errno);
  return read_content(fd, name, digest);
}

Result<std::string> RunFiles::read(const std::string& path, const Digest& written) {
  const Descriptor fd(::open(path.c_str(), read_flags));
  if (!fd) {
    const int problem = errno;
    auto adopted = problem == ENOENT ? fetch(written) : Result<std::string>(Error{});
    return adopted ? std::move(adopted) : Result<std::string>(os::error_of(path, problem));
  }
  return read_content(fd, path, written);
}

}  // namespace assay::state
