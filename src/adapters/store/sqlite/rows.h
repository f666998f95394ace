// SPDX-License-Identifier: MIT
// The two tables that pipelines share with other tools: how rows come into them, and numbers asked
// of them.
#pragma once

#include "adapters/store/sqlite/confined.h"
#include "core/pipeline/rows.h"
#include "shell/ports/store.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace assay::sqlite {

class RowTables {
 public:
  static Result<RowTables> prepare(Connection& connection);

  /// Inside the transaction that stores the event.
  Result<> add(const std::string& run_id, const shell::RunRows& rows);

 private:
  Statement insert_check_, insert_telemetry_;
};

/// Answers the questions of gates for one run, from its own events: in tables of the same names
/// that are nowhere but in memory. Whoever writes into the ledger beside assay changes no gate;
/// `ledger verify` tells of it.
class RowCounter final : public shell::RowCounter {
 public:
  static Result<std::unique_ptr<shell::RowCounter>> open();

  Result<> add(const std::string& run_id, const shell::RunRows& rows) override;

  /// None: it is not one SELECT that gives one integer in one row, or needs too much.
  Result<std::optional<std::int64_t>> count(const std::string& run_id,
                                            const core::pipeline::RowQuestion& question) override;

 private:
  std::unique_ptr<Confined> confined_;
  RowTables tables_;  ///< goes before its connection
};

}  // namespace assay::sqlite
