// SPDX-License-Identifier: MIT
// The rows of pipelines as databases of their own, for tools that know nothing of assay:
// verification-ledger.db and pipeline-telemetry.db.
#pragma once

#include "adapters/store/sqlite/connection.h"
#include "shell/ports/store.h"

#include <cstdint>
#include <optional>
#include <string>

namespace assay::sqlite {

using shell::RowExport;

/// Writes both files, with the rows of one run or of all; makes the directory if only that is
/// missing. Each file is the old one or the new one, whole, at any moment. One that is there
/// already is written over only if it is such a database and all its rows are of runs in the
/// ledger; otherwise Fault::bad_input, and neither file is touched.
Result<RowExport> export_rows(Connection& ledger, const std::string& directory,
                              const std::optional<std::string>& run_id);

}  // namespace assay::sqlite
