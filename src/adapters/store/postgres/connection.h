// SPDX-License-Identifier: MIT
// One connection to the server, and what it does when the server is away. Used by one thread at a
// time.
#pragma once

#include "adapters/store/postgres/address.h"
#include "adapters/store/postgres/rows.h"
#include "base/instant.h"
#include "base/result.h"

#include <libpq-fe.h>

#include <chrono>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace assay::postgres {

/// One statement with its values.
struct Step {
  const char* sql;
  Params params = {};
};

class Connection {
 public:
  static Result<std::shared_ptr<Connection>> open(Address address);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// One statement and its answer.
  Result<Rows> run(const std::string& sql, const Params& params = {});
  /// The same, answered in words: for questions of users.
  Result<Rows> run_for_words(const std::string& sql);
  /// Several statements at once: text of ours only.
  Result<> execute(const std::string& sql);
  /// All are sent before the first answer is waited for; what follows a failure is not done.
  Result<> run_all(std::span<const Step> steps);

  /// What failed last failed because the server is away, full or busy: it may work later.
  bool may_pass() const { return passing_; }
  /// SQLSTATE of the last failure; empty: the server did not say.
  const std::string& state() const { return state_; }

  /// Waits so long for a server that is away before it gives up; a signal ends it.
  void be_patient(Millis longest) { patience_ = longest; }
  /// Does it, again and again as long as what is in the way may pass.
  template <class Attempt>
  auto insist(const Attempt& attempt) -> decltype(attempt()) {
    Wait wait(*this);
    for (;;) {
      auto done = attempt();
      if (done || !passing_ || !wait.once_more()) return done;
    }
  }

  /// For who does not insist.
  Result<> reconnect() { return connect(); }

  /// Waits for a notification until then. The word that came with it; empty: none came.
  Result<std::string> hear(std::chrono::steady_clock::time_point until);

  bool is_in_transaction() const;
  /// Ends a transaction that failed or is not wanted.
  void roll_back();

  const std::string& shown() const { return address_.shown; }
  PGconn* raw() const { return connection_; }

 private:
  /// Of one who insists.
  class Wait {
   public:
    explicit Wait(Connection& connection)
        : connection_(connection), until_(Clock::now() + connection.patience_) {}
    /// False: it is over.
    bool once_more();

   private:
    using Clock = std::chrono::steady_clock;
    Connection& connection_;
    Clock::time_point until_;
    Millis pause_{20};
  };

  explicit Connection(Address address) : address_(std::move(address)) {}
  Result<> connect();
  Error blame_connection();
  Error blame(const PGresult* result);
  Result<PGresult*> next_result();
  Result<Rows> only_result();
  Result<> send(const std::string& sql, const std::string& prepared, const Params& params,
                int result_format);
  std::string prepared_name(const std::string& sql) const;
  Result<> finish_pipeline(const std::vector<std::string>& prepares);

  Address address_;
  PGconn* connection_ = nullptr;
  std::map<std::string, std::string> prepared_;  ///< names by statements
  std::map<std::string, int> uses_;
  bool passing_ = false;
  std::string state_;
  Millis patience_{3000};
};

/// Everything between begin and commit happens, or nothing does. Not committed means rolled back.
class Transaction {
 public:
  static Result<Transaction> begin(Connection& connection, const char* how = "BEGIN");
  Transaction(Transaction&& other) noexcept
      : connection_(std::exchange(other.connection_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction() {
    if (connection_ != nullptr) connection_->roll_back();
  }
  Result<> commit();

 private:
  explicit Transaction(Connection& connection) : connection_(&connection) {}
  Connection* connection_;
};

}  // namespace assay::postgres
