// SPDX-License-Identifier: MIT
// Waiting until files change that others write: a ledger, the logs of a run.
#pragma once

#include "base/instant.h"

namespace assay::shell {

class Watch {
 public:
  virtual ~Watch() = default;

  /// Waits until something in the watched folders has changed since the last call, or `longest` has
  /// passed. True: something has. A change may be missed (a file system that does not tell): who
  /// has to know looks again when the time is over.
  virtual bool wait(Millis longest) = 0;
};

}  // namespace assay::shell
