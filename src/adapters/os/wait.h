// SPDX-License-Identifier: MIT
// Sleeping, and locks on files that are waited for.
#pragma once

#include <chrono>
#include <cstdint>

namespace assay::os {

void pause(std::chrono::microseconds length);

/// Waits a little longer each time, so that what is held for a moment is seen to be free soon
/// after.
class Patience {
 public:
  explicit Patience(std::chrono::milliseconds longest,
                    std::chrono::microseconds longest_pause = std::chrono::milliseconds{5});
  /// False: it is over.
  bool wait();

 private:
  std::chrono::steady_clock::time_point end_;
  std::chrono::microseconds longest_pause_;
  std::chrono::microseconds pause_{50};
};

enum class Locking : std::uint8_t { shared, alone };

/// flock(2). False: somebody else keeps it all the time, or errno says why it cannot be locked.
bool lock_within(int file, Locking how, std::chrono::milliseconds longest,
                 std::chrono::microseconds longest_pause = std::chrono::milliseconds{5});

}  // namespace assay::os
