// SPDX-License-Identifier: MIT
// The rows that follow from events, as statements of an append.
#pragma once

#include "adapters/store/postgres/connection.h"
#include "shell/ports/store.h"

#include <string>
#include <vector>

namespace assay::postgres {

/// Statements that need no answer are added. What is left are outcomes of tests, whose numbers have
/// to be asked for (add_tests).
std::vector<const shell::TestRun*> add_changes(const std::string& run_id,
                                               const std::vector<shell::Change>& changes,
                                               std::vector<Step>& steps);

/// In a transaction of the caller's.
Result<> add_tests(Connection& connection, const std::string& run_id, const shell::TestRun& run);

Result<std::vector<shell::TestedCommand>> tested_commands(Connection& connection);
Result<std::vector<shell::StoredTestRun>> test_runs(Connection& connection, const Digest& command);
Result<> test_names(Connection& connection, const Digest& command,
                    const shell::Store::IsWanted& wanted, const shell::Store::OnTest& visit);

}  // namespace assay::postgres
