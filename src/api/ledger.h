// SPDX-License-Identifier: MIT
// The ledger as a whole: check its chains, ask it in SQL, export it.
#pragma once

#include "api/site.h"
#include "ledger/ledger.h"

#include <functional>
#include <optional>
#include <string>

namespace assay::api {

/// `run`: a run's name, or empty for all.
Result<ledger::ChainReport> verify_ledger(const std::string& run, const Site& site);

Result<std::vector<std::string>> query_ledger(const std::string& sql, const Site& site,
                                              const shell::OnRow& row);

/// The rows of pipelines as databases of their own in `directory`. `run`: as above.
Result<shell::RowExport> export_rows(const std::string& directory, const std::string& run,
                                     const Site& site);

/// Every event of a run, or of all runs oldest first, as stored.
Result<> export_events(
    const std::string& run, const Site& site,
    const std::function<void(const std::string& run_id, const shell::EventRow&)>& tell);

}  // namespace assay::api
