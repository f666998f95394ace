// SPDX-License-Identifier: MIT
// The right to append to one run of a shared ledger: a row with a time by the server's clock, and
// an epoch that every append compares in its own transaction.
#pragma once

#include "adapters/store/postgres/home.h"
#include "adapters/store/postgres/keys.h"
#include "adapters/store/state/run_lock.h"
#include "shell/ports/store.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::postgres {

class Lease final : public shell::Lease {
 public:
  static Result<std::unique_ptr<shell::Lease>> begin(const Home& home, std::shared_ptr<Keys> keys,
                                                     state::RunLock lock, const shell::NewRun& run);
  static Result<shell::Store::TakenOver> take_over(const Home& home, std::shared_ptr<Keys> keys,
                                                   state::RunLock lock, const std::string& run_id);
  ~Lease() override;

  Result<> append(const shell::Tail& expected, const shell::Batch& batch) override;
  Result<core::agent::Spent> reserve(const shell::Tail& expected,
                                     const shell::Reservation& wanted) override;
  Result<std::optional<shell::StopRequest>> renew() override;

 private:
  Lease(Home home, std::shared_ptr<Keys> keys, state::RunLock lock, std::string run_id);

  Connection& database() { return *home_.connection; }
  Result<> claim();
  Result<shell::Tail> raise_epoch();
  Step hold(const shell::Tail& expected) const;
  Step birth(const shell::Tail& expected, const std::string& started_at) const;
  Result<> write(const shell::Tail& expected, const shell::Batch& batch);
  Result<bool> has_landed(const shell::Batch& batch);
  Result<core::agent::Spent> try_reserve(const shell::Tail& expected,
                                         const shell::Reservation& wanted);

  Home home_;
  std::shared_ptr<Keys> keys_;
  state::RunLock lock_;
  std::string run_id_;
  std::string token_;
  std::optional<shell::NewRun> unborn_;  ///< the run exists from its first append on
  std::chrono::steady_clock::time_point renewed_;
  std::chrono::steady_clock::time_point looked_;
};

}  // namespace assay::postgres
