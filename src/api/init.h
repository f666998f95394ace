// SPDX-License-Identifier: MIT
// A configuration for a workspace that has none: find the gates it has, try them, write them down.
#pragma once

#include "api/trial.h"

#include <optional>
#include <string>

namespace assay::api {

struct InitRequest {
  bool write = true;  ///< false: it is only shown, also where there is a configuration already
  std::optional<TryLimits> limits = TryLimits{};  ///< none: nothing is run, the files are believed
  std::string too_short = {};  ///< noted if not everything could be tried in that time
};

/// Is told what is found on the way.
class InitAudience : public TryAudience {
 public:
  /// What the files say; gates are candidates.
  virtual void surveyed(const format::ProjectPlan& plan) = 0;
  /// What is left of it, before anything is written; may be no gate at all.
  virtual void settled(const format::ProjectPlan& plan) = 0;
};

struct Initiated {
  format::ProjectPlan plan;
  std::string path;  ///< of the configuration
};

Reply<Initiated> init(const InitRequest& request, const Site& site, InitAudience& audience);

}  // namespace assay::api
