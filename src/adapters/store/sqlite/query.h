// SPDX-License-Identifier: MIT
// SQL that a person typed: one SELECT, on a connection of its own that can change nothing, for a
// limited time and in limited memory.
#pragma once

#include "shell/ports/store.h"

#include <sqlite3.h>

#include <string>
#include <vector>

namespace assay::sqlite {

/// The row the statement stands on.
std::vector<shell::Cell> cells_at(sqlite3_stmt* statement);

Result<std::vector<std::string>> run_query(const std::string& path, const std::string& sql,
                                           const shell::OnRow& row);

}  // namespace assay::sqlite
