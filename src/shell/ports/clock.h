// SPDX-License-Identifier: MIT
// What time it is.
#pragma once

#include "base/instant.h"

namespace assay::shell {

class Clock {
 public:
  virtual ~Clock() = default;
  virtual Instant now() = 0;
};

}  // namespace assay::shell
