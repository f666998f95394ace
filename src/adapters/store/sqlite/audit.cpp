// SPDX-License-Identifier: MIT
#include "adapters/store/sqlite/audit.h"

#include "adapters/store/sqlite/query.h"

#include <fmt/format.h>

namespace assay::sqlite {

namespace {

constexpr const char* attempt_sql =
    "SELECT seq, kind, exit_code, signal, started_at, duration_ms, bytes, log_path, log_sha256,"
    " tests_executed, tests_failed, reason FROM attempts"
    " WHERE run_id = ?1 AND command_id = ?2 AND attempt = ?3";
constexpr const char* totals_sql =
    "SELECT event_count, head,"
    " (SELECT count(*) FROM attempts WHERE run_id = ?1),"
    " (SELECT count(*) FROM decisions d WHERE run_id = ?1 AND NOT EXISTS"
    "   (SELECT 1 FROM events e WHERE e.run_id = d.run_id AND e.seq = d.seq)),"
    " machine, coalesce(outcome, ''), workspace, started_at, coalesce(ended_at, '')"
    " FROM runs WHERE run_id = ?1";
constexpr const char* spending_sql =
    "SELECT unit, attempt, role, day, settled, wall_ms, tokens, micro_usd, cost_known"
    " FROM spending WHERE run_id = ?1";
constexpr const char* checks_sql =
    "SELECT task_id, phase, check_name, tool, command, exit_code, output_snippet, passed, verdict,"
    " severity, round, ts FROM anvil_checks WHERE run_id = ?1 ORDER BY id";
constexpr const char* telemetry_sql =
    "SELECT step, agent, instance, started_at, completed_at, status, dispatch_count, retry_count,"
    " notes, ts FROM pipeline_telemetry WHERE run_id = ?1 ORDER BY id";

std::uint64_t number_at(const Statement& row, int column) {
  return static_cast<std::uint64_t>(row.integer_at(column));
}

shell::AttemptRow attempt_at(const Statement& row) {
  shell::AttemptRow found;
  found.seq = number_at(row, 0);
  found.kind = row.text_at(1);
  found.exit_code = row.integer_at(2);
  found.signal = row.integer_at(3);
  found.started_at = row.text_at(4);
  found.duration_ms = row.integer_at(5);
  found.bytes = number_at(row, 6);
  found.log_path = row.text_at(7);
  found.log_sha256 = row.text_at(8);
  if (!row.is_null(9)) found.tests_executed = row.integer_at(9);
  found.tests_failed = row.integer_at(10);
  found.reason = row.text_at(11);
  return found;
}

/// False for a ledger of an older release that is only read.
Result<bool> has_table(Connection& connection, const std::string& table) {
  return TRY(connection.integer(
             fmt::format("SELECT count(*) FROM sqlite_schema WHERE name = '{}'", table).c_str())) !=
         0;
}

}  // namespace

Result<std::unique_ptr<shell::StoreAudit>> Audit::open(std::shared_ptr<Connection> connection) {
  std::unique_ptr<Audit> audit(new Audit(std::move(connection)));
  audit->attempt_ = TRY(audit->connection_->prepare(attempt_sql));
  TRY(audit->connection_->execute("BEGIN"));
  return std::unique_ptr<shell::StoreAudit>(std::move(audit));
}

Audit::~Audit() {
  attempt_ = Statement();
  (void)connection_->execute("ROLLBACK");  // nothing to be lost: it has only read
}

Result<std::vector<std::string>> Audit::damage() {
  Statement rows = TRY(connection_->prepare("PRAGMA quick_check(20)"));
  std::vector<std::string> found;
  while (TRY(rows.step())) {
    if (rows.text_at(0) != "ok") found.emplace_back(rows.text_at(0));
  }
  return found;
}

Result<std::vector<shell::StoreAudit::Stray>> Audit::strays() {
  std::vector<Stray> found;
  for (const std::string table :
       {"events", "decisions", "attempts", "run_trees", "anvil_checks", "pipeline_telemetry",
        "test_runs", "seals", "other_seals", "spending", "open_runs"}) {
    if (!TRY(has_table(*connection_, table))) continue;
    Statement rows = TRY(connection_->prepare(fmt::format(
        "SELECT DISTINCT run_id FROM {} WHERE run_id NOT IN (SELECT run_id FROM runs) LIMIT 20",
        table)));
    while (TRY(rows.step())) found.push_back({std::string(rows.text_at(0)), table});
  }
  return found;
}

Result<std::vector<std::string>> Audit::run_ids() {
  Statement rows = TRY(connection_->prepare("SELECT run_id FROM runs ORDER BY rowid"));
  std::vector<std::string> ids;
  while (TRY(rows.step())) ids.emplace_back(rows.text_at(0));
  return ids;
}

Result<std::optional<shell::StoreAudit::Totals>> Audit::totals(const std::string& run_id) {
  Statement run = TRY(connection_->prepare(totals_sql));
  if (!TRY(run.text(1, run_id).step())) return std::optional<Totals>();
  std::string code;
  if (TRY(has_table(*connection_, "open_runs"))) {
    Statement open = TRY(connection_->prepare("SELECT code FROM open_runs WHERE run_id = ?1"));
    if (TRY(open.text(1, run_id).step())) code = open.text_at(0);
  }
  return std::optional(Totals{.events = number_at(run, 0),
                              .head = std::string(run.text_at(1)),
                              .attempts = number_at(run, 2),
                              .decisions_without_event = number_at(run, 3),
                              .machine = std::string(run.text_at(4)),
                              .outcome = std::string(run.text_at(5)),
                              .workspace = std::string(run.text_at(6)),
                              .started_at = std::string(run.text_at(7)),
                              .ended_at = std::string(run.text_at(8)),
                              .code = std::move(code)});
}

Result<std::optional<shell::AttemptRow>> Audit::attempt(const std::string& run_id,
                                                        const std::string& command_id,
                                                        std::uint32_t attempt) {
  const Rewind rewind(attempt_);
  attempt_.text(1, run_id).text(2, command_id).integer(3, attempt);
  if (!TRY(attempt_.step())) return std::optional<shell::AttemptRow>();
  shell::AttemptRow found = attempt_at(attempt_);
  found.command_id = command_id;
  found.attempt = attempt;
  return std::optional(std::move(found));
}

Result<std::vector<std::vector<shell::Cell>>> Audit::rows(shell::RowTable table,
                                                          const std::string& run_id) {
  const bool checks = table == shell::RowTable::checks;
  Statement stored = TRY(connection_->prepare(checks ? checks_sql : telemetry_sql));
  stored.text(1, run_id);
  std::vector<std::vector<shell::Cell>> all;
  while (TRY(stored.step())) all.push_back(cells_at(stored.raw()));
  return all;
}

Result<std::vector<std::string>> Audit::trees(const std::string& run_id) {
  std::vector<std::string> all;
  if (!TRY(has_table(*connection_, "run_trees"))) return all;
  Statement rows =
      TRY(connection_->prepare("SELECT tree FROM run_trees WHERE run_id = ?1 ORDER BY tree"));
  rows.text(1, run_id);
  while (TRY(rows.step())) all.emplace_back(rows.text_at(0));
  return all;
}

Result<std::vector<shell::SpendingRow>> Audit::spending(const std::string& run_id) {
  std::vector<shell::SpendingRow> all;
  if (!TRY(has_table(*connection_, "spending"))) return all;
  Statement rows = TRY(connection_->prepare(spending_sql));
  rows.text(1, run_id);
  while (TRY(rows.step())) {
    shell::SpendingRow& row = all.emplace_back();
    row.reserved.key = {static_cast<std::uint32_t>(rows.integer_at(0)),
                        static_cast<std::uint32_t>(rows.integer_at(1))};
    row.reserved.role = rows.text_at(2);
    row.reserved.day = rows.text_at(3);
    row.settled = rows.integer_at(4) != 0;
    row.spent = {1, Millis{rows.integer_at(5)}, rows.integer_at(6), rows.integer_at(7),
                 1 - rows.integer_at(8)};
  }
  return all;
}

Result<std::vector<shell::Duration>> Audit::durations() {
  Statement rows = TRY(connection_->prepare("SELECT command_key, millis, at FROM durations"));
  std::vector<shell::Duration> all;
  while (TRY(rows.step()))
    all.push_back({TRY(rows.digest_at(0)), static_cast<std::uint32_t>(rows.integer_at(1)),
                   std::string(rows.text_at(2))});
  return all;
}

Result<std::vector<shell::StoredSeal>> Audit::seals(const std::optional<std::string>& run_id) {
  std::vector<shell::StoredSeal> all;
  if (!TRY(has_table(*connection_, "seals"))) return all;
  std::string both = "SELECT '' AS ring, number, run_id, statement, key, signature FROM seals";
  if (TRY(has_table(*connection_, "other_seals")))
    both += " UNION ALL SELECT ring, number, run_id, statement, key, signature FROM other_seals";
  Statement rows = TRY(connection_->prepare(
      fmt::format("SELECT number, run_id, statement, key, signature, ring FROM ({}) WHERE ?1 IS"
                  " NULL OR run_id = ?1 ORDER BY ring, number",
                  both)));
  run_id ? rows.text(1, *run_id) : rows.null(1);
  while (TRY(rows.step())) {
    all.push_back({number_at(rows, 0),
                   std::string(rows.text_at(1)),
                   std::string(rows.text_at(2)),
                   {std::string(rows.text_at(3)), std::string(rows.text_at(4))},
                   std::string(rows.text_at(5))});
  }
  return all;
}

}  // namespace assay::sqlite
