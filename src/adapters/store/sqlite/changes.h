// SPDX-License-Identifier: MIT
// Puts into tables what follows from events. What follows is decided in ledger/projections.
#pragma once

#include "adapters/store/sqlite/connection.h"
#include "adapters/store/sqlite/rows.h"
#include "adapters/store/sqlite/tests.h"
#include "shell/ports/store.h"

#include <string>
#include <vector>

namespace assay::sqlite {

class Changes {
 public:
  static Result<Changes> prepare(Connection& connection);

  /// Inside the transaction that stores the events.
  Result<> add(const std::string& run_id, const std::vector<shell::Change>& changes);

  /// Inside a transaction.
  Result<core::agent::Spent> reserve(const std::string& run_id, const shell::Reservation& wanted);

 private:
  Result<> add(const std::string& run_id, const shell::AttemptRow& attempt);
  Result<> add(const std::string& run_id, const shell::Settlement& settlement);
  Result<> add(const std::string& run_id, const shell::Release& release);
  Result<> add(const std::string& run_id, const shell::RunRows& rows);
  Result<> add(const std::string& run_id, const shell::Duration& duration);
  Result<> add(const std::string& run_id, const shell::TreeOfRun& seen);
  Result<> add(const std::string& run_id, const shell::TestRun& run);

  Statement insert_attempt_, insert_tree_, upsert_duration_, reserve_, settle_, release_,
      spent_by_others_;
  RowTables rows_;
  TestTables tests_;
};

}  // namespace assay::sqlite
