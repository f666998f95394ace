// SPDX-License-Identifier: MIT
// The times a run waits for.
#pragma once

#include "core/ask/timer.h"

#include <optional>
#include <vector>

namespace assay::shell {

class Timers {
 public:
  void set(const core::WakeAt& wanted, Instant now);
  void clear() { waiting_.clear(); }
  bool is_empty() const { return waiting_.empty(); }

  /// How long nothing is due yet; none: nothing is waited for.
  std::optional<Millis> patience(Instant now);
  /// Takes those whose time has come, in the order of their times.
  std::vector<core::AttemptKey> take_due(Instant now);

 private:
  struct Timer {
    core::AttemptKey key;
    Instant until{};
  };

  void notice(Instant now);

  std::vector<Timer> waiting_;   ///< the next one first
  std::optional<Instant> seen_;  ///< when the clock was last looked at
};

}  // namespace assay::shell
