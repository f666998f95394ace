// SPDX-License-Identifier: MIT
#include "adapters/store/sqlite/confined.h"

#include "adapters/store/sqlite/schema.h"

#include <fmt/format.h>

#include <string_view>

namespace assay::sqlite {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int sql_bytes_max = 1 << 20;

bool is_known_function(const char* name) {
  const std::string_view text = name == nullptr ? "" : name;
  return text != "load_extension" && text != "fts3_tokenizer";
}

int allow_reading(int action, const char* second) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE: return SQLITE_OK;
    case SQLITE_FUNCTION: return is_known_function(second) ? SQLITE_OK : SQLITE_DENY;
    default: return SQLITE_DENY;
  }
}

int allow_reading_rows(int action, const char* first, const char* second) {
  const std::string_view table = first == nullptr ? "" : first;
  switch (action) {
    case SQLITE_SELECT: return SQLITE_OK;
    case SQLITE_READ:
      return table == "anvil_checks" || table == "pipeline_telemetry" ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_FUNCTION: return is_known_function(second) ? SQLITE_OK : SQLITE_DENY;
    default: return SQLITE_DENY;
  }
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n;") == text.npos; }

}  // namespace

Result<std::unique_ptr<Confined>> Confined::open(const std::string& path, const Bounds& bounds) {
  auto connection = TRY(Connection::open(path, Mode::read_only, nullptr));
  TRY(check_schema(*connection));
  return around(std::move(connection), bounds);
}

Result<std::unique_ptr<Confined>> Confined::around(std::shared_ptr<Connection> connection,
                                                   const Bounds& bounds) {
  std::unique_ptr<Confined> confined(new Confined(bounds));
  confined->connection_ = std::move(connection);
  // The tables behind these functions declare themselves at first use, which looks like CREATE
  // TABLE later on.
  TRY(confined->connection_->execute("SELECT 1 FROM json_each('[]'), json_tree('[]')"));
  confined->renew();
  confined->confine();
  return confined;
}

int Confined::authorize(void* self, int action, const char* first, const char* second, const char*,
                        const char*) {
  const auto& confined = *static_cast<const Confined*>(self);
  if (confined.trusted_) return SQLITE_OK;
  return confined.bounds_.rows_only ? allow_reading_rows(action, first, second)
                                    : allow_reading(action, second);
}

int Confined::check_limits(void* self) {
  auto& confined = *static_cast<Confined*>(self);
  const Bounds& bounds = confined.bounds_;
  if (Clock::now() >= confined.end_) {
    confined.stopped_ = fmt::format("the query took longer than {} s", bounds.longest.count());
  }
  if (sqlite3_memory_used() - confined.memory_before_ > bounds.memory) {
    confined.stopped_ = fmt::format("the query needs more than {} MiB", bounds.memory >> 20);
  }
  return confined.stopped_.empty() ? 0 : 1;
}

void Confined::confine() {
  sqlite3* database = connection_->raw();
  sqlite3_limit(database, SQLITE_LIMIT_LENGTH, bounds_.value_bytes);
  sqlite3_limit(database, SQLITE_LIMIT_SQL_LENGTH, sql_bytes_max);
  sqlite3_limit(database, SQLITE_LIMIT_EXPR_DEPTH, 100);
  sqlite3_limit(database, SQLITE_LIMIT_COMPOUND_SELECT, 100);
  sqlite3_limit(database, SQLITE_LIMIT_VDBE_OP, 100'000);
  sqlite3_limit(database, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200);
  sqlite3_set_authorizer(database, authorize, this);
  sqlite3_progress_handler(database, 1000, check_limits, this);
}

Error Confined::refused(int code) const {
  if (!stopped_.empty()) return {Fault::exhausted, stopped_};
  const int kind = code & 0xff;
  if (kind == SQLITE_AUTH) return {Fault::bad_input, "only SELECT is allowed here"};
  if (kind == SQLITE_ERROR) return {Fault::bad_input, sqlite3_errmsg(connection_->raw())};
  return failure(connection_->raw(), code);
}

void Confined::renew() {
  end_ = Clock::now() + bounds_.longest;
  memory_before_ = sqlite3_memory_used();
  stopped_.clear();
}

Result<Statement> Confined::prepare(const std::string& sql) {
  if (sql.size() > sql_bytes_max) return Error{Fault::bad_input, "the query is longer than 1 MiB"};
  renew();
  sqlite3_stmt* raw = nullptr;
  const char* rest = nullptr;
  const int code = sqlite3_prepare_v2(connection_->raw(), sql.c_str(), static_cast<int>(sql.size()),
                                      &raw, &rest);
  if (code != SQLITE_OK) return refused(code);
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

Result<bool> Confined::step(const Statement& statement) {
  const int code = sqlite3_step(statement.raw());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return refused(code);
}

}  // namespace assay::sqlite
