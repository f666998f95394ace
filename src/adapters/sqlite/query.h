// SPDX-License-Identifier: MIT
// SQL that a person typed: one SELECT, on a connection of its own that can change nothing, for a
// limited time and in limited memory.
#pragma once

#include "shell/ports/ledger.h"

#include <string>
#include <vector>

namespace assay::sqlite {

Result<std::vector<std::string>> run_query(const std::string& path, const std::string& sql,
                                           const shell::Ledger::OnRow& row);

}  // namespace assay::sqlite
