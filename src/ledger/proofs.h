// SPDX-License-Identifier: MIT
// What earlier loops and pipelines have found out about changes: whether tests notice them.
#pragma once

#include "base/result.h"
#include "core/work/proof.h"
#include "shell/ports/store.h"

#include <string>
#include <vector>

namespace assay::ledger {

/// Of ended runs of the workspace whose end was signed, as their journals tell it with every hash
/// checked; the newest answer to each question.
Result<std::vector<core::work::KnownProof>> known_proofs(shell::Store& store,
                                                         const std::string& workspace,
                                                         const std::string& machine);

}  // namespace assay::ledger
