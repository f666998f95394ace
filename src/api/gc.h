// SPDX-License-Identifier: MIT
// Clearing up after runs: what nobody refers to goes, what is somebody's work stays.
#pragma once

#include "api/site.h"
#include "shell/ports/clearing.h"

namespace assay::api {

struct GcRequest {
  bool dry_run = false;
};

/// Removes worktrees, copies, results of set-ups, kept contents and logs that nothing refers to.
/// Runs that have ended keep their events, verdicts and logs (`prune_runs` takes those), runs that
/// can be gone on with keep everything they need, and nothing of a run that is at work is touched.
Reply<shell::Cleared> gc(const GcRequest& request, const Site& site);

}  // namespace assay::api
