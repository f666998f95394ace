// SPDX-License-Identifier: MIT
#include "adapters/store/state/run_lock.h"

#include "adapters/os/bytes.h"
#include "adapters/os/error.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <sstream>

namespace assay::state {

using os::Descriptor;

namespace {

struct flock whole_file(short type) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  return lock;
}

/// What the holder wrote, "process 123 (start 456, boot 6f1c...)", as far as it helps: "process
/// 123".
std::string described(int fd) {
  char text[200];
  const ssize_t size = os::read_at(fd, text, sizeof text, 0);
  std::string shown;
  for (ssize_t i = 0; i < size && text[i] != '\n'; ++i) {
    if (text[i] >= ' ' && text[i] <= '~') shown.push_back(text[i]);
  }
  shown.resize(
      std::min(shown.size(), shown.find(" (")));  // when and where it started is for forensics
  return shown.empty() ? "another process" : shown;
}

Result<> write_owner(int fd, const std::string& name) {
  const Owner self = Owner::self();
  const std::string text =
      fmt::format("process {} (start {}, boot {})\n", self.pid, self.start, self.boot);
  if (::ftruncate(fd, 0) != 0) return os::error_of(name, errno);
  if (const int problem = os::write_all_at(fd, text, 0)) return os::error_of(name, problem);
  return {};
}

}  // namespace

namespace {

/// When a process was started; 0 if it is not there, or is dead and only not buried yet.
std::uint64_t start_of(const std::string& process) {
  std::ifstream file("/proc/" + process + "/stat");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  // The second field is a name in parentheses that may itself hold spaces and parentheses.
  std::istringstream fields(text.substr(std::min(text.size(), text.rfind(')') + 1)));
  constexpr int start_field = 22;
  std::string state;
  fields >> state;
  std::string skipped;
  for (int field = 4; field < start_field; ++field) fields >> skipped;
  std::uint64_t start = 0;
  fields >> start;
  return state == "Z" || state == "X" ? 0 : start;
}

std::string this_boot() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string boot;
  std::getline(file, boot);
  return boot;
}

}  // namespace

Owner Owner::self() {
  Owner owner;
  owner.pid = ::getpid();
  owner.boot = this_boot();
  owner.start = start_of("self");
  return owner;
}

bool Owner::is_another_alive() const {
  return pid > 1 && pid != ::getpid() && boot == this_boot() && start != 0 &&
         start_of(std::to_string(pid)) == start;
}

bool exists(int process) { return ::access(fmt::format("/proc/{}", process).c_str(), F_OK) == 0; }

Result<RunLock> RunLock::acquire(const StateDirectory& state, const std::string& run_id) {
  const Descriptor directory = TRY(state.run_directory(run_id));
  const std::string name = "runs/" + run_id + "/lock";
  Descriptor fd(::openat(directory.get(), "lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!fd) return os::error_of(name, errno);
  struct flock lock = whole_file(F_WRLCK);
  if (::fcntl(fd.get(), F_OFD_SETLK, &lock) != 0) {
    if (errno != EAGAIN && errno != EACCES) {
      return os::error_of(name, errno);
    }
    return Error{Fault::conflict,
                 fmt::format("run {} is still coordinated by {}: wait for it, or stop it", run_id,
                             described(fd.get()))};
  }
  TRY(write_owner(fd.get(), name));
  return RunLock(std::move(fd));
}

int RunLock::holder(const StateDirectory& state, const std::string& run_id) {
  if (!is_held(state, run_id)) return 0;
  const std::string name = "runs/" + run_id + "/lock";
  const Descriptor fd(
      ::openat(state.fd(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  std::istringstream words(fd ? described(fd.get()) : "");
  std::string word;
  int pid = 0;
  words >> word >> pid;
  return word == "process" && pid > 1 ? pid : 0;
}

bool RunLock::is_held(const StateDirectory& state, const std::string& run_id) {
  const std::string name = "runs/" + run_id + "/lock";
  const Descriptor fd(
      ::openat(state.fd(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  if (!fd) return false;
  struct flock lock = whole_file(F_WRLCK);
  return ::fcntl(fd.get(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

}  // namespace assay::state
