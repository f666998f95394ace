// SPDX-License-Identifier: MIT
// Finds out whether a ledger still says what was written into it.
#pragma once

#include "adapters/sqlite/connection.h"
#include "shell/ports/ledger.h"

#include <optional>
#include <string>

namespace assay::sqlite {

/// One run, or all. Checks the file itself, every chain from genesis to the run's head, that
/// attempts and the rows of pipelines are what the events say, and that every log an event refers
/// to exists with the digest it had.
Result<shell::ChainReport> verify_chains(Connection& connection,
                                         const std::optional<std::string>& run_id);

}  // namespace assay::sqlite
