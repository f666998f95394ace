// SPDX-License-Identifier: MIT
// What earlier runs have found out about changes, for plans of loops and pipelines.
#pragma once

#include "api/run.h"
#include "core/ask/supplies.h"
#include "core/verify/manifest.h"
#include "core/work/proof.h"
#include "ledger/ledger.h"

#include <vector>

namespace assay::api {

/// Of the programs that the commands start, as they are now.
Digest digest_of_tools(const std::vector<core::verify::CommandSpec>& commands,
                       const RunNeeds& needs, const Site& site);

/// None where copies are given files that git ignores: what was in them then nobody has kept.
/// `supplies` may be null.
std::vector<core::work::KnownProof> proofs_before(const core::Supplies* supplies,
                                                  const RunNeeds& needs, ledger::Ledger& ledger,
                                                  const Site& site);

}  // namespace assay::api
