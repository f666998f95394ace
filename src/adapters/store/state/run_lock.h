// SPDX-License-Identifier: MIT
// Who coordinates a run. The kernel keeps the lock exactly as long as the coordinator lives; the
// text beside it is for people.
#pragma once

#include "adapters/os/descriptor.h"
#include "adapters/store/state/state_directory.h"
#include "base/result.h"

#include <cstdint>
#include <string>

namespace assay::state {

/// A process, told apart from later ones with the same number.
struct Owner {
  int pid = 0;
  std::uint64_t start = 0;  ///< clock ticks after boot
  std::string boot;

  static Owner self();
  /// Another process than this one, and it is still there.
  bool is_another_alive() const;
};

/// There is a process of that number, if only one that is not buried yet.
bool exists(int process);

class RunLock {
 public:
  /// Fault::conflict names the owner if somebody holds it.
  static Result<RunLock> acquire(const StateDirectory& state, const std::string& run_id);

  /// Looks without touching, so that looking never gets in a coordinator's way.
  static bool is_held(const StateDirectory& state, const std::string& run_id);
  /// The process that holds it; 0 if nobody does, or it did not say.
  static int holder(const StateDirectory& state, const std::string& run_id);

 private:
  explicit RunLock(os::Descriptor fd) : fd_(std::move(fd)) {}

  os::Descriptor fd_;
};

}  // namespace assay::state
