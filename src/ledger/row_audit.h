// SPDX-License-Identifier: MIT
// Compares the rows that are kept beside the events of a run with what the events say.
#pragma once

#include "base/instant.h"
#include "base/result.h"
#include "core/ask/event.h"
#include "ledger/projections.h"
#include "shell/ports/store.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay::ledger {

/// What is wrong with the row of an attempt; empty: nothing.
std::string difference(const std::optional<shell::AttemptRow>& stored,
                       const shell::AttemptRow& wanted);

/// What a run has spent, as its events tell it.
class SpendingAudit {
 public:
  /// A launch is about to be reserved.
  void asked(const core::AskSpending& attempt, Instant at);
  /// It was, on that day at the latest.
  void reserved(core::AttemptKey key, Instant at);
  void add(const shell::Settlement& settlement);
  void add(const shell::Release& release);

  /// What is wrong with the rows; empty: nothing. `folded`: everything that was asked is known.
  std::string compare(const std::vector<shell::SpendingRow>& stored, bool folded) const;

 private:
  struct Launch {
    std::string role = {};
    std::string from = {};  ///< between these days
    std::string to = {};
    bool is_reserved = false;
    std::optional<core::agent::Spent> settled = {};
  };
  static bool fits(const Launch& launch, const shell::SpendingRow& row, bool folded);

  std::map<core::AttemptKey, Launch> launches_;
};

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
