// SPDX-License-Identifier: MIT
#include "adapters/os/leave_behind.h"

#include "adapters/os/error.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

extern char** environ;

namespace assay::os {

namespace {

struct Actions {
  posix_spawn_file_actions_t files{};
  posix_spawnattr_t how{};

  Actions() {
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&how);
  }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;
  ~Actions() {
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&how);
  }
};

}  // namespace

Result<> leave_behind(const std::vector<std::string>& argv, const std::string& cwd) {
  Actions actions;
  ::posix_spawn_file_actions_addchdir_np(&actions.files, cwd.c_str());
  ::posix_spawn_file_actions_addopen(&actions.files, 0, "/dev/null", O_RDONLY, 0);
  for (const int out : {1, 2})
    ::posix_spawn_file_actions_addopen(&actions.files, out, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addclosefrom_np(&actions.files, 3);
  sigset_t all;
  sigset_t none;
  ::sigfillset(&all);
  ::sigemptyset(&none);
  ::posix_spawnattr_setsigdefault(&actions.how, &all);
  ::posix_spawnattr_setsigmask(&actions.how, &none);
  ::posix_spawnattr_setpgroup(&actions.how, 0);
  ::posix_spawnattr_setflags(
      &actions.how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t pid = -1;
  const int problem =
      ::posix_spawnp(&pid, words[0], &actions.files, &actions.how, words.data(), environ);
  if (problem != 0) return error_of(argv.front(), problem);
  return {};
}

}  // namespace assay::os
