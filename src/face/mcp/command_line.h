// SPDX-License-Identifier: MIT
// What tools start is the command line of this program: its words, here and nowhere else of this
// face.
#pragma once

#include "api/background.h"
#include "api/goals.h"
#include "api/prove.h"

namespace assay::mcp {

/// `assay verify`, for the gates of the request.
api::Words verify_words(const api::VerifyRequest& request, const std::string& run_id,
                        const api::Site& site);
/// `assay goals check`; the report is not put into the workspace: a tool leaves it as it is.
api::Words goals_words(const api::GoalsRequest& request, const api::Site& site);
api::Words prove_words(const api::ProveRequest& request, const api::Site& site);

}  // namespace assay::mcp
