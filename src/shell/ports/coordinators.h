// SPDX-License-Identifier: MIT
// The processes that coordinate runs, seen from another one.
#pragma once

#include "base/result.h"

namespace assay::shell {

class Coordinators {
 public:
  virtual ~Coordinators() = default;

  /// Asks it to stop as a supervisor would: it ends what it has started and records that. One that
  /// is gone already needs no asking.
  virtual Result<> ask_to_stop(int process) = 0;
};

}  // namespace assay::shell
