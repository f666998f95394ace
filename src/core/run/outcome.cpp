// SPDX-License-Identifier: MIT
#include "core/run/outcome.h"

namespace assay::core {

int exit_status(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed: return 0;
    case Outcome::failed: return 1;
    case Outcome::error: return 3;
    case Outcome::exhausted: return 3;
    case Outcome::cancelled: return 130;
    case Outcome::out_of_budget: return 5;
  }
  return 3;
}

}  // namespace assay::core
