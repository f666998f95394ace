// SPDX-License-Identifier: MIT
// Trying the gates a survey has found, one at a time, in the workspace they will run in.
#pragma once

#include "api/site.h"
#include "base/instant.h"
#include "format/project.h"
#include "shell/ports/audience.h"

#include <memory>
#include <string>
#include <vector>

namespace assay::api {

struct TryLimits {
  Millis total{55'000};
  Millis each{55'000};  ///< at most; one try does not take the time of all others
};

struct Tried {
  std::vector<format::Trial> trials;
  std::vector<std::string> leaves;  ///< globs of files that were not there before
  bool stopped = false;             ///< somebody asked to stop
  bool time_up = false;             ///< not everything was tried
};

/// Is told about each try.
class TryAudience {
 public:
  virtual ~TryAudience() = default;
  /// Who watches the run of this candidate.
  virtual shell::Audience& begun(const format::Gate& gate) = 0;
  virtual void tried(const format::Gate& gate, const format::Trial& trial, Millis took) = 0;
  virtual void failed(const format::Gate& gate, const Problems& problems) = 0;
};

/// Runs candidates until each slot is decided or the time is up. What runs is recorded beside the
/// ledger of the workspace, not in it: a try is no evidence.
Tried try_gates(const format::ProjectPlan& plan, const TryLimits& limits, const Site& site,
                TryAudience& audience);

}  // namespace assay::api
