// SPDX-License-Identifier: MIT
// A shared ledger at one moment: a transaction that sees nothing of what comes later.
#pragma once

#include "adapters/store/postgres/connection.h"
#include "shell/ports/store.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::postgres {

class Audit final : public shell::StoreAudit {
 public:
  static Result<std::unique_ptr<shell::StoreAudit>> open(std::shared_ptr<Connection> connection);
  ~Audit() override { connection_->roll_back(); }

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
};

}  // namespace assay::postgres
