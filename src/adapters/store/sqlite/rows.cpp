// SPDX-License-Identifier: MIT
#include "adapters/store/sqlite/rows.h"

#include "adapters/store/sqlite/schema.h"

#include <string_view>

namespace assay::sqlite {

namespace {

using core::pipeline::CheckRow;
using core::pipeline::RowQuestion;
using core::pipeline::TelemetryRow;

constexpr const char* insert_check_sql =
    "INSERT INTO anvil_checks(run_id, task_id, phase, check_name, tool, command, exit_code,"
    " output_snippet, passed, verdict, severity, round, ts)"
    " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
constexpr const char* insert_telemetry_sql =
    "INSERT INTO pipeline_telemetry(run_id, step, agent, instance, started_at, completed_at,"
    " status, dispatch_count, retry_count, notes, ts)"
    " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";

void text_or_null(Statement& row, int parameter, const std::string& value) {
  value.empty() ? row.null(parameter) : row.text(parameter, value);
}

/// False: it has a parameter nobody knows.
bool bind(Statement& statement, const std::string& run_id, const RowQuestion& question) {
  const int count = sqlite3_bind_parameter_count(statement.raw());
  for (int i = 1; i <= count; ++i) {
    const char* found = sqlite3_bind_parameter_name(statement.raw(), i);
    const std::string_view name = found == nullptr ? "" : found;
    if (name == ":run_id") {
      statement.text(i, run_id);
    } else if (name == ":task_id") {
      statement.text(i, question.task_id);
    } else if (name == ":round") {
      statement.integer(i, question.round);
    } else if (name == ":scope") {
      statement.text(i, question.scope);
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

Result<RowTables> RowTables::prepare(Connection& connection) {
  RowTables tables;
  tables.insert_check_ = TRY(connection.prepare(insert_check_sql));
  tables.insert_telemetry_ = TRY(connection.prepare(insert_telemetry_sql));
  return tables;
}

Result<> RowTables::add(const std::string& run_id, const shell::RunRows& rows) {
  for (const CheckRow& check : rows.checks) {
    Statement& row = insert_check_;
    row.text(1, run_id).text(2, check.task_id).text(3, check.phase).text(4, check.check_name);
    row.text(5, check.tool);
    text_or_null(row, 6, check.command);
    check.exit_code ? row.integer(7, *check.exit_code) : row.null(7);
    text_or_null(row, 8, check.output_snippet);
    row.integer(9, check.passed ? 1 : 0);
    text_or_null(row, 10, check.verdict);
    text_or_null(row, 11, check.severity);
    TRY(row.integer(12, check.round).text(13, rows.at).run());
  }
  for (const TelemetryRow& dispatch : rows.telemetry) {
    Statement& row = insert_telemetry_;
    row.text(1, run_id).text(2, dispatch.step).text(3, dispatch.agent);
    text_or_null(row, 4, dispatch.instance);
    row.text(5, dispatch.started_at);
    text_or_null(row, 6, dispatch.completed_at);
    text_or_null(row, 7, dispatch.status);
    row.integer(8, dispatch.dispatch_count).integer(9, dispatch.retry_count);
    text_or_null(row, 10, dispatch.notes);
    TRY(row.text(11, rows.at).run());
  }
  return {};
}

Result<std::unique_ptr<shell::RowCounter>> RowCounter::open() {
  constexpr Bounds bounds{std::chrono::seconds{10}, 64 << 20, 1 << 20, true};
  auto counter = std::make_unique<RowCounter>();
  auto memory = TRY(Connection::in_memory());
  for (const char* name : {"anvil_checks", "pipeline_telemetry"})
    TRY(memory->execute(std::string(sql_of(name)).c_str()));
  TRY(memory->execute(
      "CREATE INDEX gate ON anvil_checks(task_id, phase, round, check_name, passed)"));
  counter->tables_ = TRY(RowTables::prepare(*memory));
  counter->confined_ = TRY(Confined::around(std::move(memory), bounds));
  return std::unique_ptr<shell::RowCounter>(std::move(counter));
}

Result<> RowCounter::add(const std::string& run_id, const shell::RunRows& rows) {
  return confined_->trusting([&] { return tables_.add(run_id, rows); });
}

Result<std::optional<std::int64_t>> RowCounter::count(const std::string& run_id,
                                                      const RowQuestion& question) {
  using Number = std::optional<std::int64_t>;
  // What is wrong with the question is no trouble of the ledger's.
  const auto none_if_its_own = [](const Error& error) -> Result<Number> {
    const bool its_own = error.fault == Fault::bad_input || error.fault == Fault::exhausted;
    return its_own ? Result<Number>(Number()) : Result<Number>(error);
  };
  Result<Statement> prepared = confined_->prepare(question.sql);
  if (!prepared) return none_if_its_own(prepared.error());
  Statement& statement = *prepared;
  if (sqlite3_column_count(statement.raw()) != 1) return Number();
  if (!bind(statement, run_id, question)) return Number();
  const Result<bool> first = confined_->step(statement);
  if (!first) return none_if_its_own(first.error());
  if (!*first || sqlite3_column_type(statement.raw(), 0) != SQLITE_INTEGER) return Number();
  const Number number = statement.integer_at(0);
  const Result<bool> second = confined_->step(statement);
  if (!second) return none_if_its_own(second.error());
  return *second ? Number() : number;
}

}  // namespace assay::sqlite
