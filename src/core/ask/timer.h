// SPDX-License-Identifier: MIT
// A time that is waited for.
#pragma once

#include "base/instant.h"
#include "core/run/attempt_key.h"

#include <string>

namespace assay::core {

struct Woken;

/// Say when this time has come. Answered by Woken, at once if it has passed.
struct WakeAt {
  using Answer = Woken;

  AttemptKey key;
  std::string name;  ///< what is waited for
  Instant until{};
};

/// Answer to WakeAt.
struct Woken {
  Instant at{};
  AttemptKey key;
};

inline std::string decision_of(const WakeAt& e) {
  return "wake " + attempt_text(e.name, e.key) + " at " + assay::to_text(e.until);
}

}  // namespace assay::core
