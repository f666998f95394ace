// SPDX-License-Identifier: MIT
#include "adapters/store/sqlite/changes.h"

namespace assay::sqlite {

namespace {

constexpr const char* insert_attempt_sql =
    "INSERT INTO attempts(run_id, command_id, attempt, seq, kind, exit_code, signal, started_at,"
    " duration_ms, bytes, log_path, log_sha256, tests_executed, tests_failed, reason)"
    " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)"
    " ON CONFLICT DO NOTHING";

constexpr const char* insert_tree_sql =
    "INSERT INTO run_trees(tree, run_id) VALUES(?1, ?2) ON CONFLICT DO NOTHING";

constexpr const char* upsert_duration_sql =
    "INSERT INTO durations(command_key, millis, at) VALUES(?1, ?2, ?3)"
    " ON CONFLICT DO UPDATE SET millis = excluded.millis, at = excluded.at";

constexpr const char* reserve_sql =
    "INSERT INTO spending(run_id, unit, attempt, role, day, settled, wall_ms, tokens, micro_usd,"
    " cost_known) VALUES(?1, ?2, ?3, ?4, ?5, 0, 0, 0, 0, 1) ON CONFLICT DO NOTHING";
constexpr const char* settle_sql =
    "UPDATE spending SET settled = 1, wall_ms = ?4, tokens = ?5, micro_usd = ?6, cost_known = ?7"
    " WHERE run_id = ?1 AND unit = ?2 AND attempt = ?3 AND settled = 0";
constexpr const char* release_sql =
    "DELETE FROM spending WHERE run_id = ?1 AND unit = ?2 AND attempt = ?3 AND settled = 0";
constexpr const char* spent_by_others_sql =
    "SELECT count(*), total(wall_ms), total(tokens), total(micro_usd), total(1 - cost_known)"
    " FROM spending WHERE day = ?1 AND run_id <> ?2";

}  // namespace

Result<Changes> Changes::prepare(Connection& connection) {
  Changes changes;
  changes.insert_attempt_ = TRY(connection.prepare(insert_attempt_sql));
  changes.insert_tree_ = TRY(connection.prepare(insert_tree_sql));
  changes.upsert_duration_ = TRY(connection.prepare(upsert_duration_sql));
  changes.reserve_ = TRY(connection.prepare(reserve_sql));
  changes.settle_ = TRY(connection.prepare(settle_sql));
  changes.release_ = TRY(connection.prepare(release_sql));
  changes.spent_by_others_ = TRY(connection.prepare(spent_by_others_sql));
  changes.rows_ = TRY(RowTables::prepare(connection));
  changes.tests_ = TRY(TestTables::prepare(connection));
  return changes;
}

Result<> Changes::add(const std::string& run_id, const std::vector<shell::Change>& changes) {
  for (const shell::Change& change : changes)
    TRY(std::visit([&](const auto& each) { return add(run_id, each); }, change));
  return {};
}

Result<core::agent::Spent> Changes::reserve(const std::string& run_id,
                                            const shell::Reservation& wanted) {
  reserve_.text(1, run_id).integer(2, wanted.key.unit).integer(3, wanted.key.attempt);
  TRY(reserve_.text(4, wanted.role).text(5, wanted.day).run());
  Statement& row = spent_by_others_;
  const Rewind rewind(row);
  if (!TRY(row.text(1, wanted.day).text(2, run_id).step())) return core::agent::Spent{};
  return core::agent::Spent{row.integer_at(0), Millis{row.integer_at(1)}, row.integer_at(2),
                            row.integer_at(3), row.integer_at(4)};
}

Result<> Changes::add(const std::string& run_id, const shell::Release& release) {
  const core::AttemptKey& key = release.key;
  return release_.text(1, run_id).integer(2, key.unit).integer(3, key.attempt).run();
}

Result<> Changes::add(const std::string& run_id, const shell::Settlement& settlement) {
  const core::agent::Spent& spent = settlement.spent;
  settle_.text(1, run_id).integer(2, settlement.key.unit).integer(3, settlement.key.attempt);
  settle_.integer(4, spent.wall.count()).integer(5, spent.tokens).integer(6, spent.micro_usd);
  return settle_.integer(7, spent.of_unknown_cost == 0 ? 1 : 0).run();
}

Result<> Changes::add(const std::string& run_id, const shell::RunRows& rows) {
  return rows_.add(run_id, rows);
}

Result<> Changes::add(const std::string& run_id, const shell::AttemptRow& attempt) {
  Statement& row = insert_attempt_;
  row.text(1, run_id).text(2, attempt.command_id).integer(3, attempt.attempt);
  row.integer(4, static_cast<std::int64_t>(attempt.seq)).text(5, attempt.kind);
  row.integer(6, attempt.exit_code).integer(7, attempt.signal).text(8, attempt.started_at);
  row.integer(9, attempt.duration_ms).integer(10, static_cast<std::int64_t>(attempt.bytes));
  row.text(11, attempt.log_path).text(12, attempt.log_sha256);
  attempt.tests_executed ? row.integer(13, *attempt.tests_executed) : row.null(13);
  return row.integer(14, attempt.tests_failed).text(15, attempt.reason).run();
}

Result<> Changes::add(const std::string& run_id, const shell::TestRun& run) {
  return tests_.add(run_id, run);
}

Result<> Changes::add(const std::string&, const shell::Duration& duration) {
  Statement& row = upsert_duration_;
  return row.digest(1, duration.command).integer(2, duration.millis).text(3, duration.at).run();
}

Result<> Changes::add(const std::string& run_id, const shell::TreeOfRun& seen) {
  return insert_tree_.text(1, seen.tree).text(2, run_id).run();
}

}  // namespace assay::sqlite
