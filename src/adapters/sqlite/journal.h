// SPDX-License-Identifier: MIT
// The journal of one run inside the ledger. One append is one transaction: events, the decisions
// they led to, and every projection that follows from them.
#pragma once

#include "adapters/sqlite/connection.h"
#include "adapters/sqlite/projections.h"
#include "adapters/sqlite/run_lock.h"
#include "shell/ports/journal.h"
#include "shell/ports/ledger.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::sqlite {

/// Where a run's journal ends.
struct Tail {
  std::uint64_t epoch = 1;
  std::uint64_t events = 0;
  Digest head;

  friend bool operator==(const Tail&, const Tail&) = default;
};

class Journal final : public shell::Journal {
 public:
  static Result<std::unique_ptr<shell::Journal>> begin(std::shared_ptr<Connection> connection,
                                                       RunLock lock, const shell::NewRun& run);
  /// Raises the epoch: what an earlier coordinator still tries to append is refused from now on.
  static Result<std::unique_ptr<shell::Journal>> take_over(std::shared_ptr<Connection> connection,
                                                           RunLock lock, const std::string& run_id);

  Result<> append(std::span<const shell::Entry> entries) override;
  Result<std::vector<shell::Entry>> read() override;
  Result<core::agent::Spent> reserve(const core::AskSpending& attempt, Instant at) override;
  Result<std::vector<std::optional<std::int64_t>>> count(
      std::span<const core::pipeline::RowQuestion> questions) override;

 private:
  Journal(std::shared_ptr<Connection> connection, RunLock lock, std::string run_id);
  static Result<std::unique_ptr<Journal>> prepare(std::shared_ptr<Connection> connection,
                                                  RunLock lock, const std::string& run_id);

  Result<> write(std::span<const shell::Entry> entries);
  Result<> check_tail();
  Result<> create_run(const core::Event& first);
  Result<Tail> insert(std::span<const shell::Entry> entries);
  Result<> raise_epoch();
  Result<> keep_rows(const core::Event& event);

  std::shared_ptr<Connection> connection_;
  RunLock lock_;
  std::string run_id_;
  std::optional<shell::NewRun> unborn_;  ///< the run exists from its first append on
  Tail tail_;
  std::optional<Error> broken_;
  Statement select_tail_, insert_event_, insert_decision_, update_run_;
  Projections projections_;
  std::optional<RowCounter> counter_;  ///< from the first rows on
};

/// Visits a run's entries oldest first and checks the chain on the way.
Result<> visit_entries(Connection& connection, const std::string& run_id,
                       const shell::Ledger::OnEntry& visit);

}  // namespace assay::sqlite
