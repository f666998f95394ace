// SPDX-License-Identifier: MIT
#include "core/evidence/attempt.h"

namespace assay::core {

Evidence lost_evidence(std::string why) {
  Evidence evidence;
  evidence.exit = {ExitKind::lost, -1, 0, std::move(why)};
  return evidence;
}

}  // namespace assay::core
