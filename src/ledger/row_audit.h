// SPDX-License-Identifier: MIT
// Compares the rows that are kept beside the events of a run with what the events say.
#pragma once

#include "base/result.h"
#include "core/ask/event.h"
#include "ledger/projections.h"
#include "shell/ports/store.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::ledger {

/// What is wrong with the row of an attempt; empty: nothing.
std::string difference(const std::optional<shell::AttemptRow>& stored,
                       const shell::AttemptRow& wanted);

/// The two tables of pipelines. Rows are asked for in the order in which events brought them.
class RowAudit {
 public:
  RowAudit(shell::StoreAudit& audit, std::string run_id)
      : audit_(audit), run_id_(std::move(run_id)) {}

  /// What is wrong with the rows of the next event; empty: nothing.
  Result<std::string> compare(const shell::RunRows& wanted);
  /// Nobody knows any more which rows there should be.
  void give_up() { checks_.differs = telemetry_.differs = true; }
  /// What is wrong after the last event.
  Result<std::string> end();

 private:
  /// One table while its rows are gone through.
  struct Cursor {
    shell::RowTable table;
    std::optional<std::vector<std::vector<shell::Cell>>> rows = {};  ///< none: not asked for yet
    std::size_t next = 0;
    bool differs = false;  ///< told once, because everything after it is shifted
  };

  Result<> fetch(Cursor& cursor);
  template <class Row>
  Result<bool> same(Cursor& cursor, const std::vector<Row>& wanted, const std::string& at);

  shell::StoreAudit& audit_;
  std::string run_id_;
  Cursor checks_{shell::RowTable::checks};
  Cursor telemetry_{shell::RowTable::telemetry};
};

}  // namespace assay::ledger
