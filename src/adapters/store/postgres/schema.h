// SPDX-License-Identifier: MIT
// The tables of a shared ledger, in the first schema of the connection's search path.
#pragma once

#include "adapters/store/postgres/connection.h"
#include "base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::postgres {

enum class SchemaState : std::uint8_t { absent, older, ours };

/// Fault::io: it was made by a newer assay.
Result<SchemaState> check_schema(Connection& connection);

/// Makes it, or brings it up to date; whoever does so at the same time waits and finds it done.
Result<> create_schema(Connection& connection);

/// What keeps rows as they are and is not there, or is switched off.
Result<std::vector<std::string>> missing_guards(Connection& connection);

}  // namespace assay::postgres
