// SPDX-License-Identifier: MIT
// The floor to compare with: starts N shells with a log file each, J at a time, and does nothing
// else.
//   floor N J LOG_DIR COMMAND
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

extern char** environ;

namespace {

void spawn(const std::string& log, char* command) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  char bash[] = "/bin/bash";
  char option[] = "-o";
  char pipefail[] = "pipefail";
  char flag[] = "-c";
  char* argv[] = {bash, option, pipefail, flag, command, nullptr};
  pid_t pid = 0;
  if (posix_spawn(&pid, bash, &actions, nullptr, argv, environ) != 0) std::abort();
  posix_spawn_file_actions_destroy(&actions);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const int total = std::atoi(argv[1]);
  const int at_once = std::atoi(argv[2]);
  const std::string folder = argv[3];
  int started = 0;
  int running = 0;
  while (started < total || running > 0) {
    while (started < total && running < at_once) {
      spawn(folder + "/" + std::to_string(started++) + ".log", argv[4]);
      ++running;
    }
    int status = 0;
    if (wait(&status) > 0) --running;
  }
  return 0;
}
