// SPDX-License-Identifier: MIT
// Short questions to other programs (git facts, versions), bounded in time and output.
#include "adapters/ask.h"

#include "adapters/descriptor.h"
#include "base/instant.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

extern char** environ;

namespace assay::adapters {

namespace {

using Monotonic = std::chrono::steady_clock;

constexpr auto patience = std::chrono::seconds(10);
constexpr std::size_t answer_max = 1U << 20;

struct Asked {
  pid_t pid = -1;
  Descriptor answer;
};

Result<Asked> spawn(const std::vector<std::string>& argv, const std::string& cwd) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return Error{Fault::exhausted, std::string("pipe: ") + std::strerror(errno)};
  Asked asked{-1, Descriptor(ends[0])};
  const Descriptor writing(ends[1]);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addchdir_np(&actions, cwd.c_str());
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, writing.get(), 1);
  ::posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  std::vector<char*> arguments;
  for (const std::string& word : argv) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const int problem =
      ::posix_spawnp(&asked.pid, arguments[0], &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (problem != 0) return Error{Fault::not_found, argv.front() + ": " + std::strerror(problem)};
  return asked;
}

/// What it prints until it closes its output, is silent for too long or says too much.
std::string listen(const Asked& asked) {
  std::string answer;
  const auto until = Monotonic::now() + patience;
  while (answer.size() < answer_max) {
    const auto left = std::chrono::duration_cast<Millis>(until - Monotonic::now());
    pollfd ready{asked.answer.get(), POLLIN, 0};
    if (left.count() <= 0 || ::poll(&ready, 1, static_cast<int>(left.count())) <= 0) break;
    char piece[4096];
    const ssize_t count = ::read(asked.answer.get(), piece, sizeof piece);
    if (count <= 0) break;
    answer.append(piece, static_cast<std::size_t>(count));
  }
  return answer;
}

/// Its exit status; -1 if it had to be killed.
int reap(pid_t pid) {
  int status = 0;
  for (int tries = 0; tries < 100; ++tries) {
    if (::waitpid(pid, &status, WNOHANG) == pid)
      return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    ::poll(nullptr, 0, 2);
  }
  ::kill(pid, SIGKILL);
  ::waitpid(pid, &status, 0);
  return -1;
}

}  // namespace

Result<std::string> ask(const std::vector<std::string>& argv, const std::string& cwd) {
  const Asked asked = TRY(spawn(argv, cwd));
  std::string answer = listen(asked);
  const int status = reap(asked.pid);
  if (status != 0) {
    return Error{Fault::io,
                 argv.front() + ": " +
                     (status < 0 ? "did not end" : "exit status " + std::to_string(status))};
  }
  return answer;
}

}  // namespace assay::adapters
