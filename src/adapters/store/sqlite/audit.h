// SPDX-License-Identifier: MIT
// What an audit asks of ledger.db, in one read transaction.
#pragma once

#include "adapters/store/sqlite/connection.h"
#include "shell/ports/store.h"

#include <memory>
#include <string>
#include <vector>

namespace assay::sqlite {

class Audit final : public shell::StoreAudit {
 public:
  static Result<std::unique_ptr<shell::StoreAudit>> open(std::shared_ptr<Connection> connection);
  ~Audit() override;

  Result<std::vector<std::string>> damage() override;
  Result<std::vector<Stray>> strays() override;
  Result<std::vector<std::string>> run_ids() override;
  Result<std::optional<Totals>> totals(const std::string& run_id) override;
  Result<std::optional<shell::AttemptRow>> attempt(const std::string& run_id,
                                                   const std::string& command_id,
                                                   std::uint32_t attempt) override;
  Result<std::vector<std::vector<shell::Cell>>> rows(shell::RowTable table,
                                                     const std::string& run_id) override;
  Result<std::vector<std::string>> trees(const std::string& run_id) override;
  Result<std::vector<shell::SpendingRow>> spending(const std::string& run_id) override;
  Result<std::vector<shell::Duration>> durations() override;
  Result<std::vector<shell::StoredSeal>> seals(const std::optional<std::string>& run_id) override;

 private:
  explicit Audit(std::shared_ptr<Connection> connection) : connection_(std::move(connection)) {}

  std::shared_ptr<Connection> connection_;
  Statement attempt_;
};

}  // namespace assay::sqlite
