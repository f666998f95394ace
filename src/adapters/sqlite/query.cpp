// SPDX-License-Identifier: MIT
#include "adapters/sqlite/query.h"

#include "adapters/sqlite/connection.h"
#include "adapters/sqlite/schema.h"

#include <fmt/format.h>

#include <chrono>
#include <string_view>

namespace assay::sqlite {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds time_max{30};
constexpr sqlite3_int64 memory_max = 256 << 20;

/// Why SQLite was told to stop, if it was.
struct Watch {
  Clock::time_point end = Clock::now() + time_max;
  sqlite3_int64 memory_before = sqlite3_memory_used();
  std::string stopped;
};

int check_limits(void* context) {
  auto& watch = *static_cast<Watch*>(context);
  if (Clock::now() >= watch.end) watch.stopped = "the query took longer than 30 s";
  if (sqlite3_memory_used() - watch.memory_before > memory_max) {
    watch.stopped = "the query needs more than 256 MiB";
  }
  return watch.stopped.empty() ? 0 : 1;
}

int authorize(void*, int action, const char*, const char* second, const char*, const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE: return SQLITE_OK;
    case SQLITE_FUNCTION: {
      const std::string_view name = second == nullptr ? "" : second;
      return name == "load_extension" || name == "fts3_tokenizer" ? SQLITE_DENY : SQLITE_OK;
    }
    default: return SQLITE_DENY;
  }
}

void confine(sqlite3* database, Watch& watch) {
  sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 64 << 20);
  sqlite3_limit(database, SQLITE_LIMIT_SQL_LENGTH, 1 << 20);
  sqlite3_limit(database, SQLITE_LIMIT_EXPR_DEPTH, 100);
  sqlite3_limit(database, SQLITE_LIMIT_COMPOUND_SELECT, 100);
  sqlite3_limit(database, SQLITE_LIMIT_VDBE_OP, 100'000);
  sqlite3_limit(database, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200);
  sqlite3_set_authorizer(database, authorize, nullptr);
  sqlite3_progress_handler(database, 1000, check_limits, &watch);
}

Error refused(sqlite3* database, const Watch& watch, int code) {
  if (!watch.stopped.empty()) return {Fault::exhausted, watch.stopped};
  const int kind = code & 0xff;
  if (kind == SQLITE_AUTH) return {Fault::bad_input, "only SELECT is allowed here"};
  if (kind == SQLITE_ERROR) return {Fault::bad_input, sqlite3_errmsg(database)};
  return failure(database, code);
}

shell::Cell cell_at(sqlite3_stmt* statement, int column) {
  const auto bytes = [&](const void* start) {
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
    return start == nullptr ? std::string() : std::string(static_cast<const char*>(start), size);
  };
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER: return std::int64_t{sqlite3_column_int64(statement, column)};
    case SQLITE_FLOAT: return sqlite3_column_double(statement, column);
    case SQLITE_TEXT: return bytes(sqlite3_column_text(statement, column));
    case SQLITE_BLOB: return shell::Blob{bytes(sqlite3_column_blob(statement, column))};
    default: return std::monostate{};
  }
}

std::vector<std::string> column_names(sqlite3_stmt* statement) {
  std::vector<std::string> names;
  for (int i = 0; i < sqlite3_column_count(statement); ++i) {
    const char* name = sqlite3_column_name(statement, i);
    names.emplace_back(name == nullptr ? "" : name);
  }
  return names;
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n;") == text.npos; }

Result<Statement> prepare_one(sqlite3* database, const std::string& sql, const Watch& watch) {
  sqlite3_stmt* raw = nullptr;
  const char* rest = nullptr;
  const int code =
      sqlite3_prepare_v2(database, sql.c_str(), static_cast<int>(sql.size()), &raw, &rest);
  if (code != SQLITE_OK) return refused(database, watch, code);
  Statement statement(raw);
  if (raw == nullptr) return Error{Fault::bad_input, "there is no statement in this"};
  const auto used = static_cast<std::size_t>(rest - sql.c_str());
  if (!is_blank(std::string_view(sql).substr(used))) {
    return Error{Fault::bad_input, "one statement at a time"};
  }
  if (sqlite3_stmt_readonly(raw) == 0 || sqlite3_column_count(raw) == 0) {
    return Error{Fault::bad_input, "only SELECT is allowed here"};
  }
  return statement;
}

}  // namespace

Result<std::vector<std::string>> run_query(const std::string& path, const std::string& sql,
                                           const shell::Ledger::OnRow& row) {
  const std::shared_ptr<Connection> connection =
      TRY(Connection::open(path, Mode::read_only, nullptr));
  TRY(check_schema(*connection));
  // The tables behind these functions declare themselves at first use, which looks like CREATE
  // TABLE later on.
  TRY(connection->execute("SELECT 1 FROM json_each('[]'), json_tree('[]')"));
  sqlite3* database = connection->raw();
  Watch watch;
  confine(database, watch);
  if (sql.size() > (1 << 20)) return Error{Fault::bad_input, "the query is longer than 1 MiB"};
  const Statement statement = TRY(prepare_one(database, sql, watch));
  std::vector<std::string> columns = column_names(statement.raw());
  std::vector<shell::Cell> cells(columns.size());
  for (;;) {
    const int code = sqlite3_step(statement.raw());
    if (code == SQLITE_DONE) return columns;
    if (code != SQLITE_ROW) return refused(database, watch, code);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      cells[i] = cell_at(statement.raw(), static_cast<int>(i));
    }
    TRY(row(columns, cells));
  }
}

}  // namespace assay::sqlite
