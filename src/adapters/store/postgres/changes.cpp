// SPDX-License-Identifier: MIT
#include "adapters/store/postgres/changes.h"

#include "base/match.h"

namespace assay::postgres {

namespace {

constexpr const char* insert_attempt_sql =
    "INSERT INTO attempts(run_id, command_id, attempt, seq, kind, exit_code, signal, started_at,"
    " duration_ms, bytes, log_path, log_sha256, tests_executed, tests_failed, reason)"
    " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)"
    " ON CONFLICT DO NOTHING";
constexpr const char* insert_tree_sql =
    "INSERT INTO run_trees(tree, run_id) VALUES($1, $2) ON CONFLICT DO NOTHING";
constexpr const char* upsert_duration_sql =
    "INSERT INTO durations(command_key, millis, at) VALUES($1, $2, $3)"
    " ON CONFLICT(command_key) DO UPDATE SET millis = excluded.millis, at = excluded.at";
constexpr const char* settle_sql =
    "UPDATE spending SET settled = 1, wall_ms = $4, tokens = $5, micro_usd = $6, cost_known = $7"
    " WHERE run_id = $1 AND unit = $2 AND attempt = $3 AND settled = 0";
constexpr const char* release_sql =
    "DELETE FROM spending WHERE run_id = $1 AND unit = $2 AND attempt = $3 AND settled = 0";
constexpr const char* insert_check_sql =
    "INSERT INTO anvil_checks(run_id, task_id, phase, check_name, tool, command, exit_code,"
    " output_snippet, passed, verdict, severity, round, ts)"
    " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
constexpr const char* insert_telemetry_sql =
    "INSERT INTO pipeline_telemetry(run_id, step, agent, instance, started_at, completed_at,"
    " status, dispatch_count, retry_count, notes, ts)"
    " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";

Step step_of(const std::string& run_id, const shell::AttemptRow& attempt) {
  Params row;
  row.text(run_id).text(attempt.command_id).integer(attempt.attempt).number(attempt.seq);
  row.text(attempt.kind).integer(attempt.exit_code).integer(attempt.signal);
  row.text(attempt.started_at).integer(attempt.duration_ms).number(attempt.bytes);
  row.text(attempt.log_path).text(attempt.log_sha256);
  attempt.tests_executed ? row.integer(*attempt.tests_executed) : row.null();
  return {insert_attempt_sql, row.integer(attempt.tests_failed).text(attempt.reason)};
}

Step step_of(const std::string& run_id, const shell::Settlement& settlement) {
  const core::agent::Spent& spent = settlement.spent;
  Params row;
  row.text(run_id).integer(settlement.key.unit).integer(settlement.key.attempt);
  row.integer(spent.wall.count()).integer(spent.tokens).integer(spent.micro_usd);
  return {settle_sql, row.integer(spent.of_unknown_cost == 0 ? 1 : 0)};
}

Step step_of(const std::string& run_id, const core::pipeline::CheckRow& check,
             const std::string& at) {
  Params row;
  row.text(run_id).text(check.task_id).text(check.phase).text(check.check_name).text(check.tool);
  row.text_or_null(check.command);
  check.exit_code ? row.integer(*check.exit_code) : row.null();
  row.text_or_null(check.output_snippet).integer(check.passed ? 1 : 0);
  row.text_or_null(check.verdict).text_or_null(check.severity).integer(check.round);
  return {insert_check_sql, row.text(at)};
}

Step step_of(const std::string& run_id, const core::pipeline::TelemetryRow& dispatch,
             const std::string& at) {
  Params row;
  row.text(run_id).text(dispatch.step).text(dispatch.agent).text_or_null(dispatch.instance);
  row.text(dispatch.started_at).text_or_null(dispatch.completed_at);
  row.text_or_null(dispatch.status).integer(dispatch.dispatch_count);
  row.integer(dispatch.retry_count).text_or_null(dispatch.notes);
  return {insert_telemetry_sql, row.text(at)};
}

void add_rows(const std::string& run_id, const shell::RunRows& rows, std::vector<Step>& steps) {
  for (const auto& check : rows.checks) steps.push_back(step_of(run_id, check, rows.at));
  for (const auto& each : rows.telemetry) steps.push_back(step_of(run_id, each, rows.at));
}

}  // namespace

std::vector<const shell::TestRun*> add_changes(const std::string& run_id,
                                               const std::vector<shell::Change>& changes,
                                               std::vector<Step>& steps) {
  std::vector<const shell::TestRun*> tests;
  for (const shell::Change& change : changes) {
    match(
        change, [&](const shell::AttemptRow& each) { steps.push_back(step_of(run_id, each)); },
        [&](const shell::Settlement& each) { steps.push_back(step_of(run_id, each)); },
        [&](const shell::Release& each) {
          steps.push_back({release_sql,
                           Params().text(run_id).integer(each.key.unit).integer(each.key.attempt)});
        },
        [&](const shell::RunRows& each) { add_rows(run_id, each, steps); },
        [&](const shell::Duration& each) {
          steps.push_back({upsert_duration_sql,
                           Params().digest(each.command).integer(each.millis).text(each.at)});
        },
        [&](const shell::TreeOfRun& each) {
          steps.push_back({insert_tree_sql, Params().text(each.tree).text(run_id)});
        },
        [&](const shell::TestRun& each) { tests.push_back(&each); });
  }
  return tests;
}

}  // namespace assay::postgres
