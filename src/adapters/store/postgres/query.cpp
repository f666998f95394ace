// SPDX-License-Identifier: MIT
#include "adapters/store/postgres/query.h"

#include "adapters/store/sqlite/connection.h"
#include "adapters/store/sqlite/export.h"
#include "adapters/store/sqlite/schema.h"

#include <charconv>
#include <cstdlib>
#include <memory>

namespace assay::postgres {

namespace {

// Types by the numbers PostgreSQL gave them for good.
constexpr Oid bool_type = 16, bytea_type = 17, int8_type = 20, int2_type = 21, int4_type = 23,
              float4_type = 700, float8_type = 701, numeric_type = 1700;

shell::Cell bytes_of(const char* words) {
  std::size_t size = 0;
  unsigned char* bytes = PQunescapeBytea(reinterpret_cast<const unsigned char*>(words), &size);
  if (bytes == nullptr) return std::monostate{};
  shell::Blob blob{std::string(reinterpret_cast<const char*>(bytes), size)};
  PQfreemem(bytes);
  return blob;
}

shell::Cell cell_in_words(const PGresult* result, int row, int column) {
  if (PQgetisnull(result, row, column) == 1) return std::monostate{};
  const char* words = PQgetvalue(result, row, column);
  switch (PQftype(result, column)) {
    case bool_type: return std::int64_t{words[0] == 't' ? 1 : 0};
    case int8_type:
    case int2_type:
    case int4_type: return std::int64_t{std::strtoll(words, nullptr, 10)};
    case float4_type:
    case float8_type:
    case numeric_type: return std::strtod(words, nullptr);
    case bytea_type: return bytes_of(words);
    default: return unescaped_text(words);
  }
}

std::vector<std::string> names_of_columns(const PGresult* result) {
  std::vector<std::string> names;
  for (int i = 0; i < PQnfields(result); ++i) names.emplace_back(PQfname(result, i));
  return names;
}

/// What is wrong with the question is the user's to mend.
Result<Rows> asked_by_user(Connection& connection, const std::string& sql) {
  auto rows = connection.run_for_words(sql);
  if (rows || connection.may_pass()) return rows;
  return Error{Fault::bad_input, rows.error().what};
}

Result<> fill(Connection& from, sqlite::Connection& into, const std::string& table,
              const std::string& columns, const std::optional<std::string>& run_id) {
  const std::string where = run_id ? " WHERE run_id = $1" : "";
  const Rows rows = TRY(from.run(
      "SELECT " + columns + " FROM " + table + where + (table == "runs" ? "" : " ORDER BY id"),
      run_id ? Params().text(*run_id) : Params()));
  const int count = PQnfields(rows.raw());
  std::string places = "?1";
  for (int i = 2; i <= count; ++i) places += ", ?" + std::to_string(i);
  sqlite::Statement insert = TRY(into.prepare("INSERT INTO " + table + " VALUES(" + places + ")"));
  for (int row = 0; row < rows.count(); ++row) {
    for (int c = 0; c < count; ++c) {
      if (rows.is_null(row, c)) {
        insert.null(c + 1);
      } else if (PQftype(rows.raw(), c) == int8_type) {
        insert.integer(c + 1, rows.integer(row, c));
      } else {
        insert.text(c + 1, rows.text(row, c));
      }
    }
    TRY(insert.run());
  }
  return {};
}

}  // namespace

Result<std::vector<std::string>> run_query(Connection& connection, const std::string& sql,
                                           const shell::OnRow& row) {
  const Transaction reading =
      TRY(Transaction::begin(connection, "BEGIN READ ONLY; SET LOCAL statement_timeout = '60s'"));
  // A cursor is of one SELECT and of nothing else.
  static_cast<void>(TRY(asked_by_user(connection, "DECLARE asked NO SCROLL CURSOR FOR " + sql)));
  std::vector<std::string> columns;
  for (;;) {
    const Rows rows = TRY(asked_by_user(connection, "FETCH 500 FROM asked"));
    columns = names_of_columns(rows.raw());
    for (int i = 0; i < rows.count(); ++i) {
      std::vector<shell::Cell> cells;
      for (int c = 0; c < PQnfields(rows.raw()); ++c)
        cells.push_back(cell_in_words(rows.raw(), i, c));
      TRY(row(columns, cells));
    }
    if (rows.empty()) return columns;
  }
}

Result<shell::RowExport> export_rows(Connection& connection, const std::string& directory,
                                     const std::optional<std::string>& run_id) {
  const auto memory = TRY(sqlite::Connection::in_memory());
  TRY(memory->execute("CREATE TABLE runs(run_id TEXT)"));
  for (const char* table : {"anvil_checks", "pipeline_telemetry"})
    TRY(memory->execute(std::string(sqlite::sql_of(table)).c_str()));
  const Transaction reading =
      TRY(Transaction::begin(connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"));
  TRY(fill(connection, *memory, "runs", "run_id", std::nullopt));
  TRY(fill(connection, *memory, "anvil_checks", "*", run_id));
  TRY(fill(connection, *memory, "pipeline_telemetry", "*", run_id));
  return sqlite::export_rows(*memory, directory, run_id);
}

}  // namespace assay::postgres
