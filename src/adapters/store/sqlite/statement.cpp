// SPDX-License-Identifier: MIT
#include "adapters/store/sqlite/statement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace assay::sqlite {

Statement::Statement(Statement&& other) noexcept
    : statement_(std::exchange(other.statement_, nullptr)), refused_(other.refused_) {}

Statement& Statement::operator=(Statement&& other) noexcept {
  std::swap(statement_, other.statement_);
  std::swap(refused_, other.refused_);
  return *this;
}

Statement::~Statement() { sqlite3_finalize(statement_); }

void Statement::note(int code) {
  if (refused_ == SQLITE_OK) refused_ = code;
}

Statement& Statement::text(int parameter, std::string_view value) {
  // A null pointer would bind NULL, which is not what an empty view means.
  const char* bytes = value.data() == nullptr ? "" : value.data();
  note(sqlite3_bind_text64(statement_, parameter, bytes, value.size(), SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}

Statement& Statement::digest(int parameter, const Digest& value) {
  note(sqlite3_bind_blob64(statement_, parameter, value.bytes.data(), value.bytes.size(),
                           SQLITE_STATIC));
  return *this;
}

Statement& Statement::blob(int parameter, std::string_view value) {
  note(sqlite3_bind_blob64(statement_, parameter, value.data(), value.size(), SQLITE_STATIC));
  return *this;
}

Statement& Statement::integer(int parameter, std::int64_t value) {
  note(sqlite3_bind_int64(statement_, parameter, value));
  return *this;
}

Statement& Statement::null(int parameter) {
  note(sqlite3_bind_null(statement_, parameter));
  return *this;
}

Result<bool> Statement::step() {
  sqlite3* database = sqlite3_db_handle(statement_);
  if (refused_ != SQLITE_OK) return failure(database, refused_);
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  Error error = failure(database, code);
  reset();
  return error;
}

Result<> Statement::run() {
  while (TRY(step())) {
  }
  reset();
  return {};
}

void Statement::reset() {
  sqlite3_reset(statement_);
  refused_ = SQLITE_OK;
}

std::string_view Statement::text_at(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  const int size = sqlite3_column_bytes(statement_, column);
  return bytes == nullptr ? std::string_view()
                          : std::string_view(bytes, static_cast<std::size_t>(size));
}

std::int64_t Statement::integer_at(int column) const {
  return sqlite3_column_int64(statement_, column);
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

Result<Digest> Statement::digest_at(int column) const {
  const std::string_view bytes = text_at(column);
  Digest digest;
  if (bytes.size() != digest.bytes.size()) {
    return Error{Fault::io, fmt::format("ledger.db: damaged: a hash of {} bytes", bytes.size())};
  }
  std::copy(bytes.begin(), bytes.end(), digest.bytes.begin());
  return digest;
}

Error failure(sqlite3* database, int code) {
  const int reason = database == nullptr ? 0 : sqlite3_system_errno(database);
  const char* text = database == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(database);
  const bool no_space = reason == ENOSPC || reason == EDQUOT;
  switch (code & 0xff) {
    case SQLITE_FULL: return {Fault::exhausted, "ledger.db: disk full"};
    case SQLITE_NOMEM: return {Fault::exhausted, "ledger.db: out of memory"};
    case SQLITE_TOOBIG: return {Fault::bad_input, "ledger.db: a value is too large"};
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return {Fault::conflict, "ledger.db: locked by another process"};
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return {Fault::io, fmt::format("ledger.db: damaged: {}", text)};
    case SQLITE_CANTOPEN:
      if (code == SQLITE_CANTOPEN_SYMLINK) return {Fault::io, "ledger.db: is a symbolic link"};
      break;
    case SQLITE_IOERR:
      if (no_space) return {Fault::exhausted, "ledger.db: disk full"};
      break;
    default: break;
  }
  return {Fault::io, fmt::format("ledger.db: {} ({})", text, code)};
}

}  // namespace assay::sqlite
