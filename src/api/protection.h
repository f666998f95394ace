// SPDX-License-Identifier: MIT
// Protected files in plans of machines that let agents work.
#pragma once

#include "api/verify.h"
#include "core/verify/manifest.h"

namespace assay::api {

/// What is protected, and what of it is not as the base has it before any agent starts.
template <class Plan>
Reply<> add_protected(Plan& plan, const format::Config& config, const Site& site) {
  const core::verify::Policy& policy = config.verify.policy;
  plan.protected_globs = core::verify::protected_globs(policy);
  const std::string base = TRY(guarding_commit(policy, config.trusted, site));
  if (base.empty()) return {};
  plan.protected_changed =
      TRY(site.outside.protected_changes(site.place.workspace, base, plan.protected_globs));
  return {};
}

}  // namespace assay::api
