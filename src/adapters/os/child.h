// SPDX-License-Identifier: MIT
// What a child does first, while its memory is still its parent's: nothing here may allocate or
// lock.
#pragma once

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace assay::os {

/// It dies when its parent does, however that happens, and has signals as a program expects them.
inline void begin_as_child_of(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Had the parent died before that line, no signal would ever come.
  if (::getppid() != parent) ::_exit(127);
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &usual, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

}  // namespace assay::os
