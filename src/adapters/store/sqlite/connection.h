// SPDX-License-Identifier: MIT
// One connection to ledger.db with every safety setting on, and the transactions made with it. Used
// by one thread at a time.
#pragma once

#include "adapters/store/sqlite/statement.h"
#include "adapters/store/state/state_directory.h"
#include "base/result.h"

#include <sqlite3.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

namespace assay::sqlite {

enum class Mode { read_write, read_only };

/// How long anybody waits for a lock before giving up.
constexpr std::chrono::seconds lock_wait{10};

class Connection {
 public:
  /// `directory` is locked around every write and checkpoint; null for a connection that only
  /// reads.
  static Result<std::shared_ptr<Connection>> open(
      const std::string& path, Mode mode, std::shared_ptr<const state::StateDirectory> directory);

  /// A database of its own that nobody else can reach, and that goes with it.
  static Result<std::shared_ptr<Connection>> in_memory();

  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  Result<Statement> prepare(std::string_view sql);
  /// For settings and schema: text of ours only.
  Result<> execute(const char* sql);
  /// The first column of the first row.
  Result<std::int64_t> integer(const char* sql);

  sqlite3* raw() const { return database_; }

 private:
  friend class Transaction;
  Connection() = default;

  Result<> harden(Mode mode);
  Result<> switch_to_wal();
  void lay_out_log();
  Result<> lock_directory();
  void unlock_directory();

  sqlite3* database_ = nullptr;
  std::shared_ptr<const state::StateDirectory> directory_;  ///< null: this one never writes
  Statement begin_, commit_, rollback_;
};

/// Everything between begin and commit happens, or nothing does. Not committed means rolled back.
class Transaction {
 public:
  static Result<Transaction> begin(Connection& connection);
  Transaction(Transaction&& other) noexcept;
  ~Transaction();
  Transaction& operator=(Transaction&&) = delete;

  Result<> commit();

 private:
  explicit Transaction(Connection& connection) : connection_(&connection) {}

  Connection* connection_;
};

}  // namespace assay::sqlite
