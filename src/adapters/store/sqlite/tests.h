// SPDX-License-Identifier: MIT
// What became of tests: names with numbers, and one row of outcomes per attempt.
#pragma once

#include "adapters/store/sqlite/connection.h"
#include "shell/ports/store.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::sqlite {

class TestTables {
 public:
  static Result<TestTables> prepare(Connection& connection);

  /// Inside the transaction that stores the event. What is older than is kept goes.
  Result<> add(const std::string& run_id, const shell::TestRun& run);

 private:
  Result<std::int64_t> number_of(const shell::TestedCommand& command);
  Result<std::vector<std::uint32_t>> numbers_of(std::int64_t command,
                                                const std::vector<core::TestResult>& tests);
  Result<> forget(std::int64_t command, std::size_t tests);
  Result<> forget_names(std::int64_t command);

  Statement upsert_command_, find_command_, names_, insert_name_, last_, insert_run_;
  Statement forget_runs_, all_outcomes_, forget_name_, count_names_;
};

Result<std::vector<shell::TestedCommand>> tested_commands(Connection& connection);
Result<std::vector<shell::StoredTestRun>> test_runs(Connection& connection, const Digest& command);
Result<> test_names(Connection& connection, const Digest& command,
                    const shell::Store::IsWanted& wanted, const shell::Store::OnTest& visit);

}  // namespace assay::sqlite
