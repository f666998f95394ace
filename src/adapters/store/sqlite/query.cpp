// SPDX-License-Identifier: MIT
#include "adapters/store/sqlite/query.h"

#include "adapters/store/sqlite/confined.h"

namespace assay::sqlite {

namespace {

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

}  // namespace

std::vector<shell::Cell> cells_at(sqlite3_stmt* statement) {
  std::vector<shell::Cell> cells;
  const int count = sqlite3_column_count(statement);
  cells.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) cells.push_back(cell_at(statement, i));
  return cells;
}

Result<std::vector<std::string>> run_query(const std::string& path, const std::string& sql,
                                           const shell::OnRow& row) {
  const std::unique_ptr<Confined> confined = TRY(Confined::open(path, Bounds{}));
  const Statement statement = TRY(confined->prepare(sql));
  std::vector<std::string> columns = column_names(statement.raw());
  while (TRY(confined->step(statement))) TRY(row(columns, cells_at(statement.raw())));
  return columns;
}

}  // namespace assay::sqlite
