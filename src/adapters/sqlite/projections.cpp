// SPDX-License-Identifier: MIT
#include "adapters/sqlite/projections.h"

#include "core/evidence/records.h"
#include "shell/ports/ledger.h"

#include <algorithm>
#include <map>

namespace assay::sqlite {

namespace {

constexpr const char* insert_attempt_sql =
    "INSERT INTO attempts(run_id, command_id, attempt, seq, kind, exit_code, signal, started_at,"
    " duration_ms, bytes, log_path, log_sha256, tests_executed, tests_failed, reason)"
    " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)"
    " ON CONFLICT DO NOTHING";

using PlanPointer = std::shared_ptr<const core::verify::Plan>;

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

std::string day_text(Instant at) { return to_text(at).substr(0, 10); }

}  // namespace

std::string_view kind_text(core::ExitKind kind) { return word_of(kind); }

Result<Projections> Projections::prepare(Connection& connection) {
  Projections projections;
  projections.insert_attempt_ = TRY(connection.prepare(insert_attempt_sql));
  projections.upsert_duration_ = TRY(connection.prepare(upsert_duration_sql));
  projections.reserve_ = TRY(connection.prepare(reserve_sql));
  projections.settle_ = TRY(connection.prepare(settle_sql));
  projections.release_ = TRY(connection.prepare(release_sql));
  projections.spent_by_others_ = TRY(connection.prepare(spent_by_others_sql));
  projections.rows_ = TRY(RowTables::prepare(connection));
  return projections;
}

Result<core::agent::Spent> Projections::reserve(const std::string& run_id,
                                                const core::AskSpending& attempt, Instant at) {
  const std::string day = day_text(at);
  reserve_.text(1, run_id).integer(2, attempt.key.unit).integer(3, attempt.key.attempt);
  TRY(reserve_.text(4, attempt.name).text(5, day).run());
  Statement& row = spent_by_others_;
  const Rewind rewind(row);
  if (!TRY(row.text(1, day).text(2, run_id).step())) return core::agent::Spent{};
  return core::agent::Spent{row.integer_at(0), Millis{row.integer_at(1)}, row.integer_at(2),
                            row.integer_at(3), row.integer_at(4)};
}

Result<> Projections::release(const std::string& run_id, core::AttemptKey key) {
  return release_.text(1, run_id).integer(2, key.unit).integer(3, key.attempt).run();
}

Result<> Projections::settle(const std::string& run_id, const core::AttemptEnded& event) {
  const core::agent::Spent spent = core::agent::spent_by(event.evidence);
  settle_.text(1, run_id).integer(2, event.key.unit).integer(3, event.key.attempt);
  settle_.integer(4, spent.wall.count()).integer(5, spent.tokens).integer(6, spent.micro_usd);
  return settle_.integer(7, spent.of_unknown_cost == 0 ? 1 : 0).run();
}

Result<> Projections::add(const std::string& run_id, std::uint64_t seq, const shell::Entry& entry) {
  const core::Event& event = entry.event;
  remember(event);
  const auto* asked = std::get_if<core::SpendingReported>(&event);
  // What was reserved and then not started is free again, in the commit that decides so.
  if (asked != nullptr && !entry.decision.starts_with("start ")) TRY(release(run_id, asked->key));
  if (const auto* ended = std::get_if<core::AttemptEnded>(&event)) {
    TRY(add_attempt(run_id, seq, *ended));
    if (ended->evidence.transcript) TRY(settle(run_id, *ended));
  }
  if (const auto* rows = std::get_if<core::RowsRecorded>(&event)) TRY(rows_.add(run_id, *rows));
  if (const auto* concluded = std::get_if<core::RunConcluded>(&event)) {
    TRY(store_durations(concluded->at));
  }
  return {};
}

void Projections::remember(const core::Event& event) {
  const auto* started = std::get_if<core::RunStarted>(&event);
  if (started == nullptr) return;
  if (const auto* plan = std::get_if<PlanPointer>(&started->plan)) plan_ = *plan;
}

// The first result of an attempt counts. A second one stays in the journal but changes nothing, as
// in the core.
Result<> Projections::add_attempt(const std::string& run_id, std::uint64_t seq,
                                  const core::AttemptEnded& event) {
  const core::Evidence& evidence = event.evidence;
  const core::Tally& tally = evidence.reading.tally;
  const std::string started = to_text(evidence.started);
  const std::string log = evidence.output.log_path.empty() ? "" : evidence.output.log.hex();
  Statement& row = insert_attempt_;
  row.text(1, run_id).text(2, event.name).integer(3, event.key.attempt);
  row.integer(4, static_cast<std::int64_t>(seq)).text(5, kind_text(evidence.exit.kind));
  row.integer(6, evidence.exit.code).integer(7, evidence.exit.signal).text(8, started);
  row.integer(9, evidence.duration.count());
  row.integer(10, static_cast<std::int64_t>(evidence.output.bytes));
  row.text(11, evidence.output.log_path).text(12, log);
  tally.known() ? row.integer(13, tally.executed) : row.null(13);
  row.integer(14, tally.failed).text(15, evidence.exit.detail);
  TRY(row.run());
  if (evidence.exit.kind == core::ExitKind::exited) {
    const auto millis = std::clamp<std::int64_t>(evidence.duration.count(), 1, UINT32_MAX);
    took_.push_back({event.key.unit, static_cast<std::uint32_t>(millis)});
  }
  return {};
}

// All at once and in the order of the table: keys are digests, so one at a time would touch a
// random page in every commit. A run that dies loses an estimate, never evidence.
Result<> Projections::store_durations(Instant at) {
  std::map<Digest, std::uint32_t> durations;
  for (const Took& took : took_) {
    if (plan_ == nullptr || took.unit >= plan_->manifest.commands.size()) continue;
    const std::string& command = plan_->manifest.commands[took.unit].command;
    durations[shell::command_key(command, plan_->cwd)] = took.millis;
  }
  const std::string when = to_text(at);
  for (const auto& [key, millis] : durations) {
    TRY(upsert_duration_.digest(1, key).integer(2, millis).text(3, when).run());
  }
  took_.clear();
  return {};
}

}  // namespace assay::sqlite
