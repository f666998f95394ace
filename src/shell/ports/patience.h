// SPDX-License-Identifier: MIT
// How long is waited for something to happen, and what else ends the wait.
#pragma once

#include "base/instant.h"

namespace assay::shell {

/// A descriptor that can be read when there is something to hear; this one rings for nobody.
inline constexpr int no_bell = -1;

struct Patience {
  Patience(Millis most) : longest(most) {}  // NOLINT: a time is all there is to most of them

  Millis longest;
  bool anyway = false;  ///< also if nothing is in flight: a time or an answer is waited for
  int bell = no_bell;   ///< ends the wait when it can be read
};

}  // namespace assay::shell
