// SPDX-License-Identifier: MIT
#include "adapters/store/state/stop_file.h"

#include "adapters/os/bytes.h"
#include "adapters/os/error.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace assay::state {

using os::Descriptor;

namespace {

std::string stop_name(const std::string& run_id) { return "runs/" + run_id + "/stop"; }

}  // namespace

// The first request holds; a second one says the same.
Result<> ask_to_stop(const StateDirectory& state, const std::string& run_id,
                     const shell::StopRequest& request) {
  const Descriptor directory = TRY(state.run_directory(run_id));
  const Descriptor fd(::openat(directory.get(), "stop",
                               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!fd && errno == EEXIST) return {};
  if (!fd) return os::error_of(stop_name(run_id), errno);
  if (const int problem = os::write_all(fd.get(), request.by))
    return os::error_of(stop_name(run_id), problem);
  if (::fsync(fd.get()) != 0 || ::fsync(directory.get()) != 0)
    return os::error_of(stop_name(run_id), errno);
  return {};
}

// Looked for several times a second: one system call as long as there is none.
std::optional<shell::StopRequest> stop_request(const StateDirectory& state,
                                               const std::string& run_id) {
  const Descriptor fd(::openat(state.fd(), stop_name(run_id).c_str(),
                               O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!fd) return std::nullopt;
  char text[200];
  const ssize_t size = os::read_at(fd.get(), text, sizeof text, 0);
  shell::StopRequest request;
  for (ssize_t i = 0; i < size && text[i] != '\n'; ++i) {
    if (text[i] >= ' ' && text[i] <= '~') request.by.push_back(text[i]);
  }
  if (request.by.empty()) request.by = "another process";
  return request;
}

void forget_stop(const StateDirectory& state, const std::string& run_id) {
  ::unlinkat(state.fd(), stop_name(run_id).c_str(), 0);
}

}  // namespace assay::state
