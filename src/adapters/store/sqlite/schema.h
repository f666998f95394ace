// SPDX-License-Identifier: MIT
// The tables of ledger.db. A ledger is used only if its schema is, to the letter, the one assay
// makes.
#pragma once

#include "adapters/store/sqlite/connection.h"
#include "base/result.h"

#include <cstdint>
#include <string_view>

namespace assay::sqlite {

constexpr std::int64_t schema_version = 7;
constexpr std::int64_t application_id = 0x41535359;  // "ASSY"

enum class SchemaState { absent, older, ours };

/// Fails if the file is not ours, is newer than this program, or was altered.
Result<SchemaState> check_schema(Connection& connection);

/// The SQL that makes one of its tables or indexes; empty if there is none of that name.
std::string_view sql_of(std::string_view name);

/// Makes all tables in one transaction, unless somebody else just has.
Result<> create_schema(Connection& connection);

}  // namespace assay::sqlite
