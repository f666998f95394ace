// SPDX-License-Identifier: MIT
// The plan of a loop run: what was asked, what is configured, and who will do the work.
#pragma once

#include "api/agents.h"
#include "api/loop.h"

namespace assay::api {

struct LoopDraft {
  core::loop::Plan plan;
  std::vector<core::agent::Agent> agents;
};

/// Checked and complete but for what only a begun run knows. `last`: the newest run of the spec.
Reply<LoopDraft> draft_loop(const LoopRequest& request, const Spec& spec,
                            const std::optional<Run>& last, const format::Config& config,
                            const Site& site);

}  // namespace assay::api
