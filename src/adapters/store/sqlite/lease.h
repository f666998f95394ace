// SPDX-License-Identifier: MIT
// The right to append to one run of ledger.db: a lock of the kernel's as long as the process lives,
// and an epoch in the table that every append compares. One append is one transaction.
#pragma once

#include "adapters/store/sqlite/changes.h"
#include "adapters/store/sqlite/connection.h"
#include "adapters/store/state/run_lock.h"
#include "adapters/store/state/state_directory.h"
#include "shell/ports/store.h"

#include <memory>
#include <optional>
#include <string>

namespace assay::sqlite {

/// What every lease needs of its store.
struct Home {
  std::shared_ptr<const state::StateDirectory> state;
  std::shared_ptr<Connection> connection;
};

class Lease final : public shell::Lease {
 public:
  static Result<std::unique_ptr<shell::Lease>> begin(const Home& home, state::RunLock lock,
                                                     const shell::NewRun& run);
  /// Raises the epoch: what an earlier coordinator still tries to append is refused from now on.
  static Result<shell::Store::TakenOver> take_over(const Home& home, state::RunLock lock,
                                                   const std::string& run_id);

  Result<> append(const shell::Tail& expected, const shell::Batch& batch) override;
  Result<core::agent::Spent> reserve(const shell::Tail& expected,
                                     const shell::Reservation& wanted) override;
  Result<std::optional<shell::StopRequest>> renew() override;

 private:
  Lease(Home home, state::RunLock lock, std::string run_id);
  static Result<std::unique_ptr<Lease>> prepare(const Home& home, state::RunLock lock,
                                                const std::string& run_id);

  Result<> check_tail(const shell::Tail& expected);
  Result<> create_run(const shell::Tail& expected, const std::string& started_at);
  Result<> insert(const shell::Batch& batch);
  Result<> insert(const shell::StoredSeal& seal);
  Result<> stop_vouching();
  Result<shell::Tail> raise_epoch();

  Home home_;
  state::RunLock lock_;
  std::string run_id_;
  std::optional<shell::NewRun> unborn_;  ///< the run exists from its first append on
  Statement select_tail_, insert_event_, insert_decision_, update_run_, vouch_;
  Changes changes_;
};

}  // namespace assay::sqlite
