// SPDX-License-Identifier: MIT
// Runs in SQLite: <state directory>/ledger.db, and runs/<run_id>/lock beside it.
#pragma once

#include "adapters/store/sqlite/lease.h"
#include "adapters/store/state/key_ring.h"
#include "adapters/store/state/run_files.h"
#include "shell/ports/store.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay::sqlite {

class Store final : public shell::Store, private shell::Tables {
 public:
  /// Mode::read_write creates what is absent. Mode::read_only fails with Fault::not_found if there
  /// is none.
  /// `trusted`: names of keys of other machines, for runs that were copied here.
  static Result<std::unique_ptr<shell::Store>> open(const std::string& state_dir, Mode mode,
                                                    const std::vector<std::string>& trusted = {});

  std::string name() const override { return "ledger.db"; }
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
  shell::Tables* tables() override { return this; }
  shell::RunFiles& files() override { return files_; }
  shell::Keys& keys() override { return keys_; }

 private:
  Store(Home home, bool remembers_tests)
      : home_(std::move(home)),
        files_(home_.state),
        keys_(home_.state),
        remembers_tests_(remembers_tests) {}

  Result<std::vector<std::string>> query(const std::string& sql, const shell::OnRow& row) override;
  Result<shell::RowExport> export_rows(const std::string& directory,
                                       const std::optional<std::string>& run_id) override;
  Result<std::optional<shell::StoredRun>> find(const std::string& run_id);

  Home home_;
  state::RunFiles files_;
  state::KeyRing keys_;
  bool remembers_tests_ =
      true;  ///< false: opened to be read, and made before there were such tables
};

}  // namespace assay::sqlite
