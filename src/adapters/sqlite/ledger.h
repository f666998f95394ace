// SPDX-License-Identifier: MIT
// The ledger in SQLite: <state directory>/ledger.db, and runs/<run_id>/lock beside it. Used by one
// thread at a time; other threads and processes open their own.
#pragma once

#include "adapters/sqlite/export.h"
#include "shell/ports/journal.h"
#include "shell/ports/ledger.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::sqlite {

class StateDirectory;

class Ledger final : public shell::Ledger {
 public:
  /// Mode::read_write creates what is absent. Mode::read_only fails with Fault::not_found if there
  /// is none.
  static Result<Ledger> open(const std::string& state_dir, Mode mode);

  Ledger(Ledger&&) noexcept;
  Ledger& operator=(Ledger&&) noexcept;
  ~Ledger() override;

  Result<std::unique_ptr<shell::Journal>> begin(const shell::NewRun& run) override;
  Result<std::unique_ptr<shell::Journal>> take_over(const std::string& run_id) override;
  Result<std::vector<shell::RunRow>> runs(std::size_t longest) override;
  Result<shell::RunRow> find_run(std::string_view name) override;
  Result<> for_each_event(const std::string& run_id, const OnEvent& visit) override;
  Result<> for_each_entry(const std::string& run_id, const OnEntry& visit) override;
  Result<std::vector<std::uint32_t>> expected_ms(std::span<const Digest> keys) override;
  Result<shell::ChainReport> verify_chains(const std::optional<std::string>& run_id) override;
  Result<shell::Pruned> prune(const std::string& run_id, Instant now) override;
  Result<std::vector<std::string>> query(const std::string& sql, const OnRow& row) override;
  /// As sqlite::export_rows; `run_id` is a full one.
  Result<RowExport> export_rows(const std::string& directory,
                                const std::optional<std::string>& run_id) override;

 private:
  Ledger(std::shared_ptr<const StateDirectory> state, std::shared_ptr<Connection> connection);

  std::shared_ptr<const StateDirectory> state_;
  std::shared_ptr<Connection> connection_;
};

}  // namespace assay::sqlite
