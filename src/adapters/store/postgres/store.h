// SPDX-License-Identifier: MIT
// Runs of a team in PostgreSQL. Logs, keys and locks of this machine stay in its state directory.
#pragma once

#include "adapters/store/postgres/files.h"
#include "adapters/store/postgres/home.h"
#include "adapters/store/postgres/keys.h"
#include "shell/ports/store.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay::postgres {

struct StoreOrder {
  std::string url;
  std::string state_dir;
  std::vector<std::string> trusted_keys = {};  ///< names of keys of other machines
  std::int64_t lease_seconds = 60;
  Millis patience = std::chrono::hours{1};  ///< of who holds a lease, with a server that is away
};

class Store final : public shell::Store, private shell::Tables {
 public:
  /// read_write makes the tables. read_only: Fault::not_found if there are none.
  static Result<std::unique_ptr<shell::Store>> open(const StoreOrder& order,
                                                    shell::LedgerMode mode);

  std::string name() const override { return home_.connection->shown(); }
  bool is_shared() const override { return true; }
  Result<std::unique_ptr<shell::Lease>> take(const shell::NewRun& run) override;
  Result<TakenOver> take_over(const std::string& run_id) override;
  Result<std::vector<shell::StoredRun>> runs(const shell::RunFilter& filter) override;
  Result<> read(const std::string& run_id, std::uint64_t after, const OnEvent& visit) override;
  Result<bool> wait(const std::string& run_id, std::uint64_t after, Millis longest) override;
  Result<> ask_to_stop(const std::string& run_id, const shell::StopRequest& request) override;
  Result<std::vector<std::uint32_t>> durations(std::span<const Digest> commands) override;
  Result<std::map<std::string, core::agent::Spent>> spending() override;
  Result<std::vector<shell::DaySpent>> spending_by_day(const std::string& first) override;
  Result<std::vector<shell::TestedCommand>> tested_commands() override;
  Result<std::vector<shell::StoredTestRun>> test_runs(const Digest& command) override;
  Result<> test_names(const Digest& command, const IsWanted& wanted, const OnTest& visit) override;
  Result<std::uint64_t> last_seal() override;
  Result<std::unique_ptr<shell::RowCounter>> open_counter() override;
  Result<std::unique_ptr<shell::StoreAudit>> open_audit() override;
  Result<std::optional<shell::StoreHealth>> health() override;
  shell::Tables* tables() override { return this; }
  shell::RunFiles& files() override { return files_; }
  shell::Keys& keys() override { return *keys_; }

 private:
  Store(Home home, std::shared_ptr<Keys> keys)
      : home_(std::move(home)), keys_(std::move(keys)), files_(home_) {}

  Result<Rows> ask(const std::string& sql, const Params& params = {});
  Result<std::optional<shell::StoredRun>> find(const std::string& run_id);
  Result<std::vector<std::string>> query(const std::string& sql, const shell::OnRow& row) override;
  Result<shell::RowExport> export_rows(const std::string& directory,
                                       const std::optional<std::string>& run_id) override;

  Home home_;
  std::shared_ptr<Keys> keys_;
  RunFiles files_;
  bool listens_ = false;
};

}  // namespace assay::postgres
