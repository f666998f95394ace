// SPDX-License-Identifier: MIT
// Removes what a run that has ended left on the disk beside its events. A mark is durable before
// the first file goes, so that a missing log is never taken for a lost one, nor the other way
// round.
#include "adapters/sqlite/prune.h"

#include "adapters/sqlite/connection.h"
#include "adapters/sqlite/ledger.h"
#include "adapters/sqlite/run_lock.h"
#include "adapters/sqlite/state_directory.h"
#include "base/id.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace assay::sqlite {

namespace {

constexpr const char* mark_name = "pruned";

Result<> leave_mark(int directory, Instant now) {
  const adapters::Descriptor fd(
      ::openat(directory, mark_name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600));
  const std::string text = fmt::format("logs, prompts and copies removed {}\n", to_text(now));
  const bool written =
      fd && ::write(fd.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (!written || ::fsync(fd.get()) != 0 || ::fsync(directory) != 0)
    return Error{Fault::io, fmt::format("{}: {}", mark_name, std::strerror(errno))};
  return {};
}

void count(const std::filesystem::path& path, shell::Pruned& pruned) {
  std::error_code failure;
  const auto status = std::filesystem::symlink_status(path, failure);
  if (failure || !std::filesystem::is_regular_file(status)) return;
  ++pruned.files;
  const auto size = std::filesystem::file_size(path, failure);
  if (!failure) pruned.bytes += size;
}

}  // namespace

bool is_pruned(const std::string& run_directory) {
  std::error_code failure;
  return std::filesystem::is_regular_file(
      std::filesystem::symlink_status(run_directory + "/" + mark_name, failure));
}

Result<shell::Pruned> Ledger::prune(const std::string& run_id, Instant now) {
  if (!is_valid_id(run_id))
    return Error{Fault::bad_input, fmt::format("'{}' cannot be the name of a run", run_id)};
  const RunLock lock = TRY(RunLock::acquire(*state_, run_id));
  const shell::RunRow run = TRY(find_run(run_id));
  if (run.run_id != run_id || !run.outcome)
    return Error{Fault::bad_input, fmt::format("run {} has not ended", run_id)};
  const adapters::Descriptor directory = TRY(state_->run_directory(run_id));
  TRY(leave_mark(directory.get(), now));
  shell::Pruned pruned;
  std::error_code failure;
  const std::filesystem::path root = state_->path() + "/runs/" + run_id;
  std::vector<std::filesystem::path> goes;
  for (std::filesystem::directory_iterator at(root, failure), end; !failure && at != end;
       at.increment(failure)) {
    const std::string name = at->path().filename();
    if (name != mark_name && name != "lock") goes.push_back(at->path());
  }
  for (const std::filesystem::path& path : goes) {
    count(path, pruned);
    // Links are counted as what they are, and never followed.
    for (std::filesystem::recursive_directory_iterator at(path, failure), end;
         !failure && at != end; at.increment(failure)) {
      count(at->path(), pruned);
    }
    failure.clear();
    std::filesystem::remove_all(path, failure);
    if (failure) return Error{Fault::io, fmt::format("{}: {}", path.string(), failure.message())};
  }
  return pruned;
}

}  // namespace assay::sqlite
