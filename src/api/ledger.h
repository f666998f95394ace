// SPDX-License-Identifier: MIT
// The ledger as a whole: check its chains, ask it in SQL, export it.
#pragma once

#include "api/site.h"
#include "ledger/copy.h"
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

/// Runs of one store in another. Each is named "sqlite" (the state directory of the workspace),
/// "postgresql" (the store that is configured) or by its address.
struct CopyRequest {
  std::string from;
  std::string to;
};
Reply<ledger::CopyReport> copy_ledger(const CopyRequest& request, const Site& site,
                                      const ledger::OnCopied& tell);

}  // namespace assay::api
