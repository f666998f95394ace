// SPDX-License-Identifier: MIT
// The two tables that pipelines share with other tools: how rows come into them, and numbers asked
// of them.
#pragma once

#include "adapters/sqlite/confined.h"
#include "core/ask/event.h"
#include "core/ask/rows.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace assay::sqlite {

class RowTables {
 public:
  static Result<RowTables> prepare(Connection& connection);

  /// Inside the transaction that stores the event.
  Result<> add(const std::string& run_id, const core::RowsRecorded& event);

 private:
  Statement insert_check_, insert_telemetry_;
};

/// Compares the tables of one run with its events. Rows are asked for in the order in which events
/// brought them.
class RowAudit {
 public:
  static Result<RowAudit> begin(Connection& connection, const std::string& run_id);

  /// What is wrong with the rows of the next event; empty: nothing.
  Result<std::string> compare(const core::RowsRecorded& event);
  /// What is wrong after the last event.
  Result<std::string> end();

 private:
  Statement checks_, telemetry_;
  bool checks_differ_ = false;  ///< told once, because everything after it is shifted
  bool telemetry_differs_ = false;
};

/// Answers the questions of gates for one run, from its own events: in tables of the same names
/// that are nowhere but in memory. Whoever writes into the ledger beside assay changes no gate;
/// `ledger verify` tells of it.
class RowCounter {
 public:
  static Result<RowCounter> open();

  Result<> add(const std::string& run_id, const core::RowsRecorded& event);

  /// None: it is not one SELECT that gives one integer in one row, or needs too much.
  Result<std::optional<std::int64_t>> count(const std::string& run_id,
                                            const core::pipeline::RowQuestion& question);

 private:
  std::unique_ptr<Confined> confined_;
  RowTables tables_;  ///< goes before its connection
};

}  // namespace assay::sqlite
