// SPDX-License-Identifier: MIT
#include "adapters/store/sqlite/lease.h"

#include "adapters/store/state/stop_file.h"
#include "base/ensure.h"

#include <fmt/format.h>

namespace assay::sqlite {

namespace {

constexpr const char* tail_sql =
    "SELECT epoch, event_count, head,"
    " (SELECT hash FROM events WHERE run_id = ?1 ORDER BY seq DESC LIMIT 1)"
    " FROM runs WHERE run_id = ?1";
constexpr const char* insert_event_sql =
    "INSERT INTO events(run_id, seq, at, kind, body, prev_hash, hash)"
    " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)";
constexpr const char* insert_decision_sql =
    "INSERT INTO decisions(run_id, seq, effects) VALUES(?1, ?2, ?3)";
constexpr const char* update_run_sql =
    "UPDATE runs SET event_count = ?2, head = ?3, ended_at = coalesce(?4, ended_at),"
    " outcome = coalesce(?5, outcome) WHERE run_id = ?1";
constexpr const char* insert_seal_sql =
    "INSERT INTO seals(number, run_id, statement, key, signature) VALUES(?1, ?2, ?3, ?4, ?5)";
constexpr const char* insert_other_seal_sql =
    "INSERT INTO other_seals(number, run_id, statement, key, signature, ring)"
    " VALUES(?1, ?2, ?3, ?4, ?5, ?6)";
constexpr const char* vouch_sql =
    "INSERT INTO open_runs(run_id, code) VALUES(?1, ?2)"
    " ON CONFLICT DO UPDATE SET code = excluded.code";
constexpr const char* code_sql = "SELECT code FROM open_runs WHERE run_id = ?1";
constexpr const char* stop_vouching_sql = "DELETE FROM open_runs WHERE run_id = ?1";
constexpr const char* insert_run_sql =
    "INSERT INTO runs(run_id, machine, workspace, started_at, epoch, owner_pid, owner_boot,"
    " owner_start, event_count, head) VALUES(?1, ?2, ?3, ?4, 1, ?5, ?6, ?7, 0, ?8)"
    " ON CONFLICT DO NOTHING";
constexpr const char* owner_sql =
    "SELECT owner_pid, owner_boot, owner_start, outcome IS NOT NULL FROM runs WHERE run_id = ?1";
constexpr const char* raise_epoch_sql =
    "UPDATE runs SET epoch = epoch + 1, owner_pid = ?2, owner_boot = ?3, owner_start = ?4"
    " WHERE run_id = ?1 RETURNING epoch, event_count, head";

std::int64_t number(std::uint64_t value) { return static_cast<std::int64_t>(value); }

Error exists_already(const std::string& run_id) {
  return {
      Fault::conflict,
      fmt::format("run {} exists already: continue it with `--resume`, or give the new one another "
                  "name",
                  run_id)};
}

Result<> refuse_living(const Statement& owner, const std::string& run_id) {
  const state::Owner last{static_cast<int>(owner.integer_at(0)),
                          static_cast<std::uint64_t>(owner.integer_at(2)),
                          std::string(owner.text_at(1))};
  const bool ended = owner.integer_at(3) != 0;
  if (ended || !last.is_another_alive()) return {};
  return Error{Fault::conflict,
               fmt::format("run {} is still coordinated by process {}, although its lock is "
                           "gone: wait for it, or stop it",
                           run_id, last.pid)};
}

}  // namespace

Lease::Lease(Home home, state::RunLock lock, std::string run_id)
    : home_(std::move(home)), lock_(std::move(lock)), run_id_(std::move(run_id)) {
  ENSURE(home_.state != nullptr && home_.connection != nullptr);
}

Result<std::unique_ptr<Lease>> Lease::prepare(const Home& home, state::RunLock lock,
                                              const std::string& run_id) {
  std::unique_ptr<Lease> lease(new Lease(home, std::move(lock), run_id));
  Connection& database = *home.connection;
  lease->select_tail_ = TRY(database.prepare(tail_sql));
  lease->insert_event_ = TRY(database.prepare(insert_event_sql));
  lease->insert_decision_ = TRY(database.prepare(insert_decision_sql));
  lease->update_run_ = TRY(database.prepare(update_run_sql));
  lease->vouch_ = TRY(database.prepare(vouch_sql));
  lease->changes_ = TRY(Changes::prepare(database));
  return lease;
}

Result<std::unique_ptr<shell::Lease>> Lease::begin(const Home& home, state::RunLock lock,
                                                   const shell::NewRun& run) {
  auto lease = TRY(prepare(home, std::move(lock), run.run_id));
  Statement& tail = lease->select_tail_;
  const Rewind rewind(tail);
  if (TRY(tail.text(1, run.run_id).step())) return exists_already(run.run_id);
  lease->unborn_ = run;
  return std::unique_ptr<shell::Lease>(std::move(lease));
}

Result<shell::Store::TakenOver> Lease::take_over(const Home& home, state::RunLock lock,
                                                 const std::string& run_id) {
  auto lease = TRY(prepare(home, std::move(lock), run_id));
  const shell::Tail tail = TRY(lease->raise_epoch());
  state::forget_stop(*home.state, run_id);
  Statement row = TRY(home.connection->prepare(code_sql));
  const bool vouched = TRY(row.text(1, run_id).step());
  std::string code(vouched ? row.text_at(0) : "");
  return shell::Store::TakenOver{std::move(lease), tail, std::move(code)};
}

Result<shell::Tail> Lease::raise_epoch() {
  Statement raise = TRY(home_.connection->prepare(raise_epoch_sql));
  Statement owner = TRY(home_.connection->prepare(owner_sql));
  Transaction transaction = TRY(Transaction::begin(*home_.connection));
  const state::Owner self = state::Owner::self();
  // The lock is a file, and a file can be taken away; who began to coordinate stands here as well.
  if (TRY(owner.text(1, run_id_).step())) TRY(refuse_living(owner, run_id_));
  owner.reset();
  raise.text(1, run_id_).integer(2, self.pid).text(3, self.boot).integer(4, number(self.start));
  if (!TRY(raise.step())) return Error{Fault::not_found, fmt::format("no run {}", run_id_)};
  const shell::Tail tail{static_cast<std::uint64_t>(raise.integer_at(0)),
                         static_cast<std::uint64_t>(raise.integer_at(1)), TRY(raise.digest_at(2))};
  raise.reset();
  TRY(check_tail(tail));
  TRY(transaction.commit());
  return tail;
}

Result<> Lease::append(const shell::Tail& expected, const shell::Batch& batch) {
  ENSURE(!batch.events.empty() && batch.events.front().seq == expected.events + 1);
  Transaction transaction = TRY(Transaction::begin(*home_.connection));
  if (unborn_) TRY(create_run(expected, batch.events.front().at));
  TRY(check_tail(expected));
  TRY(insert(batch));
  TRY(transaction.commit());
  unborn_.reset();
  return {};
}

Result<> Lease::create_run(const shell::Tail& expected, const std::string& started_at) {
  Statement row = TRY(home_.connection->prepare(insert_run_sql));
  const state::Owner self = state::Owner::self();
  row.text(1, run_id_).text(2, unborn_->machine).text(3, unborn_->workspace).text(4, started_at);
  row.integer(5, self.pid).text(6, self.boot).integer(7, number(self.start));
  TRY(row.digest(8, expected.head).run());
  if (sqlite3_changes(home_.connection->raw()) == 0) return exists_already(run_id_);
  return {};
}

/// The run must be ours still, and end where we left it.
Result<> Lease::check_tail(const shell::Tail& expected) {
  Statement& row = select_tail_;
  const Rewind rewind(row);
  if (!TRY(row.text(1, run_id_).step()))
    return Error{Fault::io, fmt::format("ledger.db: run {} has vanished", run_id_)};
  const shell::Tail stored{static_cast<std::uint64_t>(row.integer_at(0)),
                           static_cast<std::uint64_t>(row.integer_at(1)), TRY(row.digest_at(2))};
  if (stored.epoch != expected.epoch)
    return Error{Fault::conflict,
                 fmt::format("run {} was taken over by another coordinator", run_id_)};
  const bool has_events = !row.is_null(3);
  const Digest last = has_events ? TRY(row.digest_at(3)) : expected.head;
  if (stored != expected || last != expected.head || has_events != (expected.events > 0))
    return Error{Fault::io, fmt::format("ledger.db: run {}: event {} is not the one written last",
                                        run_id_, stored.events)};
  return {};
}

Result<> Lease::insert(const shell::Batch& batch) {
  for (const shell::StoredEvent& event : batch.events) {
    Statement& row = insert_event_;
    row.text(1, run_id_).integer(2, number(event.seq)).text(3, event.at).text(4, event.kind);
    TRY(row.text(5, event.body).digest(6, event.previous).digest(7, event.hash).run());
    if (event.decision.empty()) continue;
    insert_decision_.text(1, run_id_).integer(2, number(event.seq));
    TRY(insert_decision_.text(3, event.decision).run());
  }
  TRY(changes_.add(run_id_, batch.changes));
  if (batch.seal) TRY(insert(*batch.seal));
  if (!batch.code.empty()) TRY(vouch_.text(1, run_id_).blob(2, batch.code).run());
  if (batch.end) TRY(stop_vouching());
  Statement& run = update_run_;
  const shell::StoredEvent& last = batch.events.back();
  run.text(1, run_id_).integer(2, number(last.seq)).digest(3, last.hash);
  batch.end ? run.text(4, batch.end->at).text(5, batch.end->outcome) : run.null(4).null(5);
  return run.run();
}

// What is signed needs nothing else.
Result<> Lease::stop_vouching() {
  Statement row = TRY(home_.connection->prepare(stop_vouching_sql));
  return row.text(1, run_id_).run();
}

// Once in the life of a run.
Result<> Lease::insert(const shell::StoredSeal& seal) {
  const bool own = seal.ring.empty();
  Statement row = TRY(home_.connection->prepare(own ? insert_seal_sql : insert_other_seal_sql));
  row.integer(1, number(seal.number)).text(2, run_id_).text(3, seal.statement);
  row.text(4, seal.signature.key).blob(5, seal.signature.bytes);
  if (!own) row.text(6, seal.ring);
  return row.run();
}

Result<core::agent::Spent> Lease::reserve(const shell::Tail& expected,
                                          const shell::Reservation& wanted) {
  Transaction transaction = TRY(Transaction::begin(*home_.connection));
  TRY(check_tail(expected));
  const core::agent::Spent others = TRY(changes_.reserve(run_id_, wanted));
  TRY(transaction.commit());
  return others;
}

// The kernel keeps the lock: there is nothing that could run out.
Result<std::optional<shell::StopRequest>> Lease::renew() {
  return state::stop_request(*home_.state, run_id_);
}

}  // namespace assay::sqlite
