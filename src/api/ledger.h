// SPDX-License-Identifier: MIT
// The ledger as a whole: check its chains, ask it in SQL, export it.
#pragma once

#include "api/place.h"
#include "ledger/ledger.h"
#include "shell/ports/outside.h"

#include <functional>
#include <optional>
#include <string>

namespace assay::api {

/// `run`: a run's name, or empty for all.
Result<ledger::ChainReport> verify_ledger(const std::string& run, const Place& place,
                                          shell::Outside& outside);

Result<std::vector<std::string>> query_ledger(const std::string& sql, const Place& place,
                                              shell::Outside& outside, const shell::OnRow& row);

/// The rows of pipelines as databases of their own in `directory`. `run`: as above.
Result<shell::RowExport> export_rows(const std::string& directory, const std::string& run,
                                     const Place& place, shell::Outside& outside);

/// Every event of a run, or of all runs oldest first, as stored.
Result<> export_events(
    const std::string& run, const Place& place, shell::Outside& outside,
    const std::function<void(const std::string& run_id, const shell::EventRow&)>& tell);

}  // namespace assay::api
