// SPDX-License-Identifier: MIT
#include "adapters/store/sqlite/connection.h"

#include "adapters/os/wait.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace assay::sqlite {

namespace {

constexpr ssize_t log_bytes = 1008 * (4096 + 24);  // what is there when a checkpoint is due

void set_limits(sqlite3* database) {
  constexpr int value_bytes_max = 256 << 20;  // a plan of a million commands fits
  sqlite3_limit(database, SQLITE_LIMIT_LENGTH, value_bytes_max);
  sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(database, SQLITE_LIMIT_WORKER_THREADS, 0);
}

bool configure(sqlite3* database, Mode mode) {
  const auto set = [database](int option, int value) {
    return sqlite3_db_config(database, option, value, nullptr) == SQLITE_OK;
  };
  // Refuses writable_schema and direct writes to shadow tables; the pragmas below are not affected
  // by it.
  return set(SQLITE_DBCONFIG_DEFENSIVE, 1) && set(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0) &&
         set(SQLITE_DBCONFIG_ENABLE_FKEY, 1) && set(SQLITE_DBCONFIG_ENABLE_VIEW, 0) &&
         set(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0) && set(SQLITE_DBCONFIG_DQS_DML, 0) &&
         set(SQLITE_DBCONFIG_DQS_DDL, 0) &&
         set(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, mode == Mode::read_only ? 1 : 0);
}

}  // namespace

Result<std::shared_ptr<Connection>> Connection::open(
    const std::string& path, Mode mode, std::shared_ptr<const state::StateDirectory> directory) {
  std::shared_ptr<Connection> connection(new Connection);
  const int access = mode == Mode::read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  const int code = sqlite3_open_v2(
      path.c_str(), &connection->database_,
      access | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE, nullptr);
  if (code != SQLITE_OK) {
    return failure(connection->database_, sqlite3_extended_errcode(connection->database_));
  }
  // Each ledger opens its directory itself, so two of them in one process exclude each other as
  // well.
  if (mode == Mode::read_write) connection->directory_ = std::move(directory);
  TRY(connection->harden(mode));
  return connection;
}

Result<std::shared_ptr<Connection>> Connection::in_memory() {
  std::shared_ptr<Connection> connection(new Connection);
  const int code = sqlite3_open_v2(
      ":memory:", &connection->database_,
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE,
      nullptr);
  if (code != SQLITE_OK) return failure(connection->database_, code);
  sqlite3_extended_result_codes(connection->database_, 1);
  set_limits(connection->database_);
  return connection;
}

Result<> Connection::harden(Mode mode) {
  sqlite3_extended_result_codes(database_, 1);
  const auto wait = std::chrono::duration_cast<std::chrono::milliseconds>(lock_wait);
  sqlite3_busy_timeout(database_, static_cast<int>(wait.count()));
  set_limits(database_);
  if (!configure(database_, mode)) return failure(database_, SQLITE_MISUSE);
  TRY(
      execute("PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA cache_size=-1024;"
              "PRAGMA temp_store=MEMORY; PRAGMA recursive_triggers=ON;"));
  if (mode == Mode::read_only) return execute("PRAGMA query_only=ON; PRAGMA wal_autocheckpoint=0;");
  TRY(switch_to_wal());
  TRY(
      execute("PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=1000;"
              "PRAGMA journal_size_limit=8388608;"));
  int keep = 1;
  sqlite3_file_control(database_, "main", SQLITE_FCNTL_PERSIST_WAL, &keep);
  lay_out_log();
  begin_ = TRY(prepare("BEGIN IMMEDIATE"));
  commit_ = TRY(prepare("COMMIT"));
  rollback_ = TRY(prepare("ROLLBACK"));
  return {};
}

// Only the very first opening changes anything; SQLite does not wait for others then, so we do.
Result<> Connection::switch_to_wal() {
  os::Patience patience(lock_wait);
  for (;;) {
    const int code = sqlite3_exec(database_, "PRAGMA journal_mode=WAL", nullptr, nullptr, nullptr);
    if (code == SQLITE_OK) break;
    if ((code & 0xff) != SQLITE_BUSY || !patience.wait()) return failure(database_, code);
  }
  Statement mode = TRY(prepare("PRAGMA journal_mode"));
  if (!TRY(mode.step()) || mode.text_at(0) != "wal") {
    return Error{Fault::io, "ledger.db: this file system cannot keep a write-ahead log"};
  }
  return {};
}

// A commit that makes the log longer has to wait for the file system's own journal; one that writes
// over what is there does not. So the log is written out once, and kept. Writers hold the
// directory's lock: a log without a byte is one that nobody uses. Only speed depends on it, so
// failing is fine.
void Connection::lay_out_log() {
  if (!os::lock_within(directory_->fd(), os::Locking::alone, lock_wait)) return;
  const os::Descriptor log(
      ::openat(directory_->fd(), "ledger.db-wal", O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  if (log && ::fstat(log.get(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0) {
    const std::string zeros(log_bytes, '\0');
    if (::pwrite(log.get(), zeros.data(), zeros.size(), 0) != log_bytes) {
      (void)!::ftruncate(log.get(), 0);
    }
  }
  unlock_directory();
}

// Statements must be gone before their connection. The last connection to close moves the log into
// the database, which counts as a checkpoint and is done under the lock like all others. A log of
// ordinary size keeps its bytes; SQLite would cut it to nothing if there were a limit on it.
Connection::~Connection() {
  begin_ = Statement();
  commit_ = Statement();
  rollback_ = Statement();
  if (directory_) (void)execute("PRAGMA journal_size_limit=-1");
  if (directory_ &&
      !os::lock_within(directory_->fd(), os::Locking::alone, std::chrono::seconds{1})) {
    sqlite3_db_config(database_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  }
  ENSURE(sqlite3_close(database_) == SQLITE_OK);
  if (directory_) unlock_directory();  // the ledger may keep the descriptor open
}

Result<Statement> Connection::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(database_, sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) return failure(database_, code);
  return Statement(statement);
}

Result<> Connection::execute(const char* sql) {
  const int code = sqlite3_exec(database_, sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return failure(database_, code);
  return {};
}

Result<std::int64_t> Connection::integer(const char* sql) {
  Statement statement = TRY(prepare(sql));
  if (!TRY(statement.step())) return Error{Fault::io, "ledger.db: no answer"};
  return statement.integer_at(0);
}

// Two connections that write or checkpoint at the same moment are the precondition of SQLite's
// WAL-reset race (all versions before 3.51.3). This lock takes it away, and it is handed on sooner
// than SQLite's own.
Result<> Connection::lock_directory() {
  ENSURE(directory_);
  if (os::lock_within(directory_->fd(), os::Locking::alone, lock_wait)) return {};
  return Error{Fault::conflict, "ledger.db: another process has been writing for 10 s"};
}

void Connection::unlock_directory() { ::flock(directory_->fd(), LOCK_UN); }

Result<Transaction> Transaction::begin(Connection& connection) {
  TRY(connection.lock_directory());
  if (const Result<> begun = connection.begin_.run(); !begun) {
    connection.unlock_directory();
    return begun.error();
  }
  return Transaction(connection);
}

Transaction::Transaction(Transaction&& other) noexcept
    : connection_(std::exchange(other.connection_, nullptr)) {}

Transaction::~Transaction() {
  if (connection_ == nullptr) return;
  // SQLite rolls back by itself on some errors; then there is nothing left to do.
  if (sqlite3_get_autocommit(connection_->database_) == 0) {
    sqlite3_step(connection_->rollback_.raw());
    connection_->rollback_.reset();
  }
  connection_->unlock_directory();
}

Result<> Transaction::commit() {
  TRY(connection_->commit_.run());
  connection_->unlock_directory();
  connection_ = nullptr;
  return {};
}

}  // namespace assay::sqlite
