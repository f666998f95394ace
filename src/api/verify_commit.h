// SPDX-License-Identifier: MIT
// Verify runs on a commit: in a clean copy of it, which goes when the run is over.
#pragma once

#include "api/verify.h"

#include <string>

namespace assay::api {

/// The commit that a request names.
Reply<shell::CommitFacts> named_commit(const std::string& revision, const std::string& field,
                                       const Site& site);

/// Runs the gates in a copy of the commit that the order names. The gates are those of the
/// workspace: whoever made the commit does not choose what it is judged by.
Reply<Run> verify_commit(VerifyOrder order, const Site& site, shell::Audience& audience);

/// Runs the gates in a copy of the commit that the order names, or of the workspace as it is, with
/// protected files put back as the base has them, a home of the gates' own and nothing that git
/// ignores but what a set-up has made there.
Reply<Run> verify_sealed(VerifyOrder order, const Site& site, shell::Audience& audience);

/// Goes on with such a run; the copy is made again if it is gone.
Reply<Run> resume_verify_commit(const RunNeeds& needs, const core::verify::Plan& plan,
                                const Site& site, shell::Audience& audience);

}  // namespace assay::api
