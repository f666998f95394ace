// SPDX-License-Identifier: MIT
// Questions of users to the tables, and the rows of pipelines for tools that know nothing of assay.
#pragma once

#include "adapters/store/postgres/connection.h"
#include "shell/ports/store.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::postgres {

/// One SELECT in a transaction that can write nothing. Returns the names of its columns.
Result<std::vector<std::string>> run_query(Connection& connection, const std::string& sql,
                                           const shell::OnRow& row);

/// As shell::Tables::export_rows.
Result<shell::RowExport> export_rows(Connection& connection, const std::string& directory,
                                     const std::optional<std::string>& run_id);

}  // namespace assay::postgres
