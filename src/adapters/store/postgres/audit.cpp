// SPDX-License-Identifier: MIT
#include "adapters/store/postgres/audit.h"

#include "adapters/store/postgres/schema.h"

#include <fmt/format.h>

namespace assay::postgres {

namespace {

constexpr const char* attempt_sql =
    "SELECT seq, kind, exit_code, signal, started_at, duration_ms, bytes, log_path, log_sha256,"
    " tests_executed, tests_failed, reason FROM attempts"
    " WHERE run_id = $1 AND command_id = $2 AND attempt = $3";
constexpr const char* totals_sql =
    "SELECT event_count, head,"
    " (SELECT count(*) FROM attempts WHERE run_id = $1),"
    " (SELECT count(*) FROM decisions d WHERE run_id = $1 AND NOT EXISTS"
    "   (SELECT 1 FROM events e WHERE e.run_id = d.run_id AND e.seq = d.seq)),"
    " machine, coalesce(outcome, ''), workspace, started_at, coalesce(ended_at, ''),"
    " (SELECT code FROM open_runs WHERE run_id = $1)"
    " FROM runs WHERE run_id = $1";
constexpr const char* checks_sql =
    "SELECT task_id, phase, check_name, tool, command, exit_code, output_snippet, passed, verdict,"
    " severity, round, ts FROM anvil_checks WHERE run_id = $1 ORDER BY id";
constexpr const char* telemetry_sql =
    "SELECT step, agent, instance, started_at, completed_at, status, dispatch_count, retry_count,"
    " notes, ts FROM pipeline_telemetry WHERE run_id = $1 ORDER BY id";
// By their places in the two statements above.
constexpr std::string_view check_numbers =
    "....."
    "n"
    "."
    "n"
    ".."
    "n"
    ".";
constexpr std::string_view telemetry_numbers =
    "......"
    "nn"
    "..";

shell::Cell cell_at(const Rows& rows, int row, int column, bool is_number) {
  if (rows.is_null(row, column)) return std::monostate{};
  if (is_number) return rows.integer(row, column);
  return rows.text(row, column);
}

shell::AttemptRow attempt_at(const Rows& rows) {
  shell::AttemptRow found;
  found.seq = rows.number(0, 0);
  found.kind = rows.text(0, 1);
  found.exit_code = rows.integer(0, 2);
  found.signal = rows.integer(0, 3);
  found.started_at = rows.text(0, 4);
  found.duration_ms = rows.integer(0, 5);
  found.bytes = rows.number(0, 6);
  found.log_path = rows.text(0, 7);
  found.log_sha256 = rows.text(0, 8);
  if (!rows.is_null(0, 9)) found.tests_executed = rows.integer(0, 9);
  found.tests_failed = rows.integer(0, 10);
  found.reason = rows.text(0, 11);
  return found;
}

}  // namespace

Result<std::unique_ptr<shell::StoreAudit>> Audit::open(std::shared_ptr<Connection> connection) {
  TRY(connection->insist(
      [&] { return connection->execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"); }));
  return std::unique_ptr<shell::StoreAudit>(new Audit(std::move(connection)));
}

Result<std::vector<std::string>> Audit::damage() { return missing_guards(*connection_); }

Result<std::vector<shell::StoreAudit::Stray>> Audit::strays() {
  std::vector<Stray> found;
  for (const std::string table :
       {"events", "decisions", "attempts", "run_trees", "anvil_checks", "pipeline_telemetry",
        "test_runs", "seals", "spending", "open_runs"}) {
    const Rows rows = TRY(connection_->run(
        fmt::format("SELECT DISTINCT run_id FROM {} t WHERE NOT EXISTS (SELECT 1 FROM runs r WHERE"
                    " r.run_id = t.run_id) LIMIT 20",
                    table)));
    for (int i = 0; i < rows.count(); ++i) found.push_back({rows.text(i, 0), table});
  }
  return found;
}

Result<std::vector<std::string>> Audit::run_ids() {
  const Rows rows = TRY(connection_->run("SELECT run_id FROM runs ORDER BY ordinal"));
  std::vector<std::string> ids;
  for (int i = 0; i < rows.count(); ++i) ids.push_back(rows.text(i, 0));
  return ids;
}

Result<std::optional<shell::StoreAudit::Totals>> Audit::totals(const std::string& run_id) {
  const Rows run = TRY(connection_->run(totals_sql, Params().text(run_id)));
  if (run.empty()) return std::optional<Totals>();
  Totals totals;
  totals.events = run.number(0, 0);
  totals.head = run.bytes(0, 1);
  totals.attempts = run.number(0, 2);
  totals.decisions_without_event = run.number(0, 3);
  totals.machine = run.text(0, 4);
  totals.outcome = run.text(0, 5);
  totals.workspace = run.text(0, 6);
  totals.started_at = run.text(0, 7);
  totals.ended_at = run.text(0, 8);
  if (!run.is_null(0, 9)) totals.code = run.bytes(0, 9);
  return std::optional(std::move(totals));
}

Result<std::optional<shell::AttemptRow>> Audit::attempt(const std::string& run_id,
                                                        const std::string& command_id,
                                                        std::uint32_t attempt) {
  const Rows row =
      TRY(connection_->run(attempt_sql, Params().text(run_id).text(command_id).integer(attempt)));
  if (row.empty()) return std::optional<shell::AttemptRow>();
  shell::AttemptRow found = attempt_at(row);
  found.command_id = command_id;
  found.attempt = attempt;
  return std::optional(std::move(found));
}

Result<std::vector<std::vector<shell::Cell>>> Audit::rows(shell::RowTable table,
                                                          const std::string& run_id) {
  const bool checks = table == shell::RowTable::checks;
  const std::string_view numbers = checks ? check_numbers : telemetry_numbers;
  const Rows stored =
      TRY(connection_->run(checks ? checks_sql : telemetry_sql, Params().text(run_id)));
  std::vector<std::vector<shell::Cell>> all;
  for (int i = 0; i < stored.count(); ++i) {
    std::vector<shell::Cell>& row = all.emplace_back();
    for (std::size_t c = 0; c < numbers.size(); ++c)
      row.push_back(cell_at(stored, i, static_cast<int>(c), numbers[c] == 'n'));
  }
  return all;
}

Result<std::vector<std::string>> Audit::trees(const std::string& run_id) {
  const Rows rows = TRY(
      connection_->run("SELECT tree FROM run_trees WHERE run_id = $1 ORDER BY tree COLLATE \"C\"",
                       Params().text(run_id)));
  std::vector<std::string> all;
  for (int i = 0; i < rows.count(); ++i) all.push_back(rows.text(i, 0));
  return all;
}

Result<std::vector<shell::SpendingRow>> Audit::spending(const std::string& run_id) {
  const Rows rows = TRY(connection_->run(
      "SELECT unit, attempt, role, day, settled, wall_ms, tokens, micro_usd, cost_known"
      " FROM spending WHERE run_id = $1 ORDER BY unit, attempt",
      Params().text(run_id)));
  std::vector<shell::SpendingRow> all;
  for (int i = 0; i < rows.count(); ++i) {
    shell::SpendingRow& row = all.emplace_back();
    row.reserved.key = {static_cast<std::uint32_t>(rows.integer(i, 0)),
                        static_cast<std::uint32_t>(rows.integer(i, 1))};
    row.reserved.role = rows.text(i, 2);
    row.reserved.day = rows.text(i, 3);
    row.settled = rows.integer(i, 4) != 0;
    row.spent = {1, Millis{rows.integer(i, 5)}, rows.integer(i, 6), rows.integer(i, 7),
                 1 - rows.integer(i, 8)};
  }
  return all;
}

Result<std::vector<shell::Duration>> Audit::durations() {
  const Rows rows = TRY(connection_->run("SELECT command_key, millis, at FROM durations"));
  std::vector<shell::Duration> all;
  for (int i = 0; i < rows.count(); ++i) {
    const Digest key = TRY(rows.digest(i, 0));
    all.push_back({key, static_cast<std::uint32_t>(rows.integer(i, 1)), rows.text(i, 2)});
  }
  return all;
}

Result<std::vector<shell::StoredSeal>> Audit::seals(const std::optional<std::string>& run_id) {
  constexpr std::string_view columns =
      "SELECT number, run_id, statement, key, signature, ring FROM seals";
  const Rows rows = run_id ? TRY(connection_->run(std::string(columns) + " WHERE run_id = $1",
                                                  Params().text(*run_id)))
                           : TRY(connection_->run(std::string(columns) + " ORDER BY ring, number"));
  std::vector<shell::StoredSeal> all;
  for (int i = 0; i < rows.count(); ++i) {
    shell::StoredSeal& seal = all.emplace_back();
    seal.number = rows.number(i, 0);
    seal.run_id = rows.text(i, 1);
    seal.statement = rows.text(i, 2);
    seal.signature = {rows.text(i, 3), std::string(rows.bytes(i, 4))};
    seal.ring = rows.text(i, 5);
  }
  return all;
}

}  // namespace assay::postgres
