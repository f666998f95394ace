// SPDX-License-Identifier: MIT
#include "adapters/os/wait.h"

#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <thread>

namespace assay::os {

void pause(std::chrono::microseconds length) { std::this_thread::sleep_for(length); }

Patience::Patience(std::chrono::milliseconds longest, std::chrono::microseconds longest_pause)
    : end_(std::chrono::steady_clock::now() + longest), longest_pause_(longest_pause) {}

bool Patience::wait() {
  if (std::chrono::steady_clock::now() >= end_) return false;
  pause(pause_);
  pause_ = std::min(pause_ * 2, longest_pause_);
  return true;
}

bool lock_within(int file, Locking how, std::chrono::milliseconds longest,
                 std::chrono::microseconds longest_pause) {
  Patience patience(longest, longest_pause);
  const int wanted = (how == Locking::alone ? LOCK_EX : LOCK_SH) | LOCK_NB;
  while (::flock(file, wanted) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return false;
    const int problem = errno;
    if (!patience.wait()) {
      errno = problem;
      return false;
    }
  }
  return true;
}

}  // namespace assay::os
