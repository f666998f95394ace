// SPDX-License-Identifier: MIT
// Trying the gates `assay init` has found, one at a time, in the workspace they will run in.
#pragma once

#include "api/place.h"
#include "base/instant.h"
#include "face/cli/session.h"
#include "format/project.h"

#include <vector>

namespace assay::cli {

struct TryLimits {
  Millis total{55'000};
  Millis each{55'000};
};

struct Tried {
  std::vector<format::Trial> trials;
  bool stopped = false;  ///< somebody asked to stop
  bool time_up = false;  ///< not everything was tried
};

/// Runs candidates until each slot is decided or the time is up. What runs is recorded beside the
/// ledger of the workspace, not in it: a try is no evidence.
Tried try_gates(Session& session, const api::Place& place, const format::ProjectPlan& plan,
                const TryLimits& limits);

}  // namespace assay::cli
