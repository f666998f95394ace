// SPDX-License-Identifier: MIT
#include "adapters/store/postgres/lease.h"

#include "adapters/store/postgres/changes.h"
#include "base/ensure.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>

namespace assay::postgres {

namespace {

using LeaseClock = std::chrono::steady_clock;

constexpr const char* holder_sql =
    "SELECT host, place, pid, start, expires > clock_timestamp(),"
    " greatest(0, ceil(extract(epoch FROM expires - clock_timestamp())))::bigint, token"
    " FROM leases WHERE run_id = $1 FOR UPDATE";
constexpr const char* claim_sql =
    "INSERT INTO leases(run_id, token, host, place, pid, start, expires)"
    " VALUES($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(secs => $7::bigint))"
    " ON CONFLICT DO NOTHING RETURNING 1";
constexpr const char* reclaim_sql =
    "UPDATE leases SET token = $2, host = $3, place = $4, pid = $5, start = $6, stop_by = NULL,"
    " expires = clock_timestamp() + make_interval(secs => $7::bigint) WHERE run_id = $1"
    " RETURNING 1";
constexpr const char* hold_sql = "SELECT assay_hold($1, $2, $3, $4, $5, $6)";
constexpr const char* insert_run_sql =
    "INSERT INTO runs(run_id, machine, workspace, started_at, host, home, epoch, event_count, head)"
    " VALUES($1, $2, $3, $4, $5, $6, 1, 0, $7)";
constexpr const char* insert_event_sql =
    "INSERT INTO events(run_id, seq, at, kind, body, prev_hash, hash)"
    " VALUES($1, $2, $3, $4, $5, $6, $7)";
constexpr const char* insert_decision_sql =
    "INSERT INTO decisions(run_id, seq, effects) VALUES($1, $2, $3)";
constexpr const char* insert_seal_sql =
    "INSERT INTO seals(ring, number, run_id, statement, key, signature)"
    " VALUES($1, $2, $3, $4, $5, $6)";
constexpr const char* vouch_sql =
    "INSERT INTO open_runs(run_id, code) VALUES($1, $2)"
    " ON CONFLICT(run_id) DO UPDATE SET code = excluded.code";
constexpr const char* stop_vouching_sql = "DELETE FROM open_runs WHERE run_id = $1";
constexpr const char* update_run_sql =
    "UPDATE runs SET event_count = $2, head = $3, ended_at = coalesce($4, ended_at),"
    " outcome = coalesce($5, outcome) WHERE run_id = $1";
constexpr const char* commit_sql = "COMMIT";
// A transaction of its own, which is over in no time: one that is also made durable would keep all
// others who tell something waiting.
constexpr const char* tell_sql = "SELECT pg_notify('assay_events', $1)";

std::string fresh_token() {
  std::array<unsigned char, 16> bytes{};
  ENSURE(::getrandom(bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  std::string hex;
  for (const unsigned char byte : bytes) hex += fmt::format("{:02x}", byte);
  return hex;
}

Error run_exists(const std::string& run_id) {
  return {
      Fault::conflict,
      fmt::format("run {} exists already: continue it with `--resume`, or give the new one another "
                  "name",
                  run_id)};
}

Holder holder_at(const Rows& row) {
  return {row.text(0, 0),   row.text(0, 1),         static_cast<int>(row.integer(0, 2)),
          row.number(0, 3), row.integer(0, 4) != 0, row.integer(0, 5)};
}

void add_events(const std::string& run_id, const shell::Batch& batch, std::vector<Step>& steps) {
  for (const shell::StoredEvent& event : batch.events) {
    Params row;
    row.text(run_id).number(event.seq).text(event.at).text(event.kind).text(event.body);
    steps.push_back({insert_event_sql, row.digest(event.previous).digest(event.hash)});
    if (event.decision.empty()) continue;
    steps.push_back(
        {insert_decision_sql, Params().text(run_id).number(event.seq).text(event.decision)});
  }
}

Step moved_on(const std::string& run_id, const shell::Batch& batch) {
  const shell::StoredEvent& last = batch.events.back();
  Params run;
  run.text(run_id).number(last.seq).digest(last.hash);
  batch.end ? run.text(batch.end->at).text(batch.end->outcome) : run.null().null();
  return {update_run_sql, std::move(run)};
}

}  // namespace

Lease::Lease(Home home, std::shared_ptr<Keys> keys, state::RunLock lock, std::string run_id)
    : home_(std::move(home)),
      keys_(std::move(keys)),
      lock_(std::move(lock)),
      run_id_(std::move(run_id)),
      token_(fresh_token()),
      renewed_(LeaseClock::now()) {
  database().be_patient(home_.patience);
}

// Who cannot say so any more is believed to be alive until the lease has run out.
Lease::~Lease() {
  static_cast<void>(database().run("DELETE FROM leases WHERE run_id = $1 AND token = $2",
                                   Params().text(run_id_).text(token_)));
}

/// In a transaction of the caller's. One that was cut off in the middle of its commit may have
/// claimed the run already, or be about to.
Result<> Lease::claim() {
  const auto is_ours = [&](const Rows& holder) {
    return !holder.empty() && holder.text(0, 6) == token_;
  };
  const Rows found = TRY(database().run(holder_sql, Params().text(run_id_)));
  if (!found.empty() && !is_ours(found) && holder_at(found).is_alive(home_))
    return Error{Fault::conflict,
                 fmt::format("run {} is still coordinated by {}: wait for it, or stop it", run_id_,
                             holder_at(found).shown(home_))};
  const state::Owner self = state::Owner::self();
  Params row;
  row.text(run_id_).text(token_).text(home_.host).text(home_.place).integer(self.pid);
  row.number(self.start).integer(home_.lease_seconds);
  const Rows claimed = TRY(database().run(found.empty() ? claim_sql : reclaim_sql, row));
  if (claimed.empty() && !is_ours(TRY(database().run(holder_sql, Params().text(run_id_)))))
    return Error{Fault::conflict, fmt::format("run {} is about to be made by somebody", run_id_)};
  return {};
}

Result<std::unique_ptr<shell::Lease>> Lease::begin(const Home& home, std::shared_ptr<Keys> keys,
                                                   state::RunLock lock, const shell::NewRun& run) {
  std::unique_ptr<Lease> lease(new Lease(home, std::move(keys), std::move(lock), run.run_id));
  Connection& database = *home.connection;
  const Result<> claimed = database.insist([&]() -> Result<> {
    Transaction transaction = TRY(Transaction::begin(database));
    const Rows known =
        TRY(database.run("SELECT 1 FROM runs WHERE run_id = $1", Params().text(run.run_id)));
    if (!known.empty()) return run_exists(run.run_id);
    TRY(lease->claim());
    return transaction.commit();
  });
  if (!claimed) return claimed.error();
  lease->unborn_ = run;
  return std::unique_ptr<shell::Lease>(std::move(lease));
}

Result<shell::Store::TakenOver> Lease::take_over(const Home& home, std::shared_ptr<Keys> keys,
                                                 state::RunLock lock, const std::string& run_id) {
  std::unique_ptr<Lease> lease(new Lease(home, std::move(keys), std::move(lock), run_id));
  Connection& database = *home.connection;
  const shell::Tail tail = TRY(database.insist([&] { return lease->raise_epoch(); }));
  const Rows row = TRY(database.insist([&] {
    return database.run("SELECT code FROM open_runs WHERE run_id = $1", Params().text(run_id));
  }));
  std::string code(row.empty() ? "" : row.bytes(0, 0));
  return shell::Store::TakenOver{std::move(lease), tail, std::move(code)};
}

Result<shell::Tail> Lease::raise_epoch() {
  Transaction transaction = TRY(Transaction::begin(database()));
  TRY(claim());
  const Rows row =
      TRY(database().run("UPDATE runs SET epoch = epoch + 1 WHERE run_id = $1 AND outcome IS NULL"
                         " RETURNING epoch, event_count, head",
                         Params().text(run_id_)));
  if (row.empty())
    return Error{Fault::bad_input, fmt::format("run {} has ended meanwhile", run_id_)};
  const shell::Tail tail{row.number(0, 0), row.number(0, 1), TRY(row.digest(0, 2))};
  const Step held = hold(tail);
  static_cast<void>(TRY(database().run(held.sql, held.params)));
  TRY(transaction.commit());
  return tail;
}

Step Lease::hold(const shell::Tail& expected) const {
  Params row;
  row.text(run_id_).text(token_).number(expected.epoch).number(expected.events);
  return {hold_sql, row.digest(expected.head).integer(home_.lease_seconds)};
}

Step Lease::birth(const shell::Tail& expected, const std::string& started_at) const {
  Params row;
  row.text(run_id_).text(unborn_->machine).text(unborn_->workspace).text(started_at);
  row.text(home_.host).text(home_.state->path()).digest(expected.head);
  return {insert_run_sql, std::move(row)};
}

// A connection that breaks in the middle of a commit leaves open what became of it: whoever comes
// back looks first. What is still being committed then holds the row of the run, so that writing
// again waits for it and fails; then it is looked for once more.
Result<> Lease::append(const shell::Tail& expected, const shell::Batch& batch) {
  ENSURE(!batch.events.empty() && batch.events.front().seq == expected.events + 1);
  int tries = 0;
  const Result<> done = database().insist([&]() -> Result<> {
    if (tries > 0 && TRY(has_landed(batch))) return {};
    ++tries;
    Result<> written = write(expected, batch);
    if (written || tries == 1 || database().may_pass()) return written;
    database().roll_back();
    return TRY(has_landed(batch)) ? Result<>() : written;
  });
  if (!done) {
    database().roll_back();
    return done;
  }
  unborn_.reset();
  renewed_ = LeaseClock::now();
  return {};
}

Result<bool> Lease::has_landed(const shell::Batch& batch) {
  const shell::StoredEvent& last = batch.events.back();
  const Rows row =
      TRY(database().run("SELECT 1 FROM events WHERE run_id = $1 AND seq = $2 AND hash = $3",
                         Params().text(run_id_).number(last.seq).digest(last.hash)));
  return !row.empty();
}

Result<> Lease::write(const shell::Tail& expected, const shell::Batch& batch) {
  std::vector<Step> steps;
  steps.push_back({"BEGIN"});
  if (unborn_) steps.push_back(birth(expected, batch.events.front().at));
  steps.push_back(hold(expected));
  add_events(run_id_, batch, steps);
  const std::vector<const shell::TestRun*> tests = add_changes(run_id_, batch.changes, steps);
  if (batch.seal) {
    Params seal;
    seal.text(batch.seal->ring.empty() ? keys_->ring() : batch.seal->ring)
        .number(batch.seal->number)
        .text(run_id_)
        .text(batch.seal->statement);
    steps.push_back(
        {insert_seal_sql, seal.text(batch.seal->signature.key).bytes(batch.seal->signature.bytes)});
  }
  if (!batch.code.empty()) steps.push_back({vouch_sql, Params().text(run_id_).bytes(batch.code)});
  if (batch.end) steps.push_back({stop_vouching_sql, Params().text(run_id_)});
  steps.push_back(moved_on(run_id_, batch));
  if (tests.empty()) {
    steps.push_back({commit_sql});
    steps.push_back({tell_sql, Params().text(run_id_)});
  }
  const Result<> done = database().run_all(steps);
  if (!done && unborn_ && database().state() == "23505") return run_exists(run_id_);
  if (!done || tests.empty()) return done;
  for (const shell::TestRun* each : tests) TRY(add_tests(database(), run_id_, *each));
  TRY(database().execute(commit_sql));
  static_cast<void>(database().run(tell_sql, Params().text(run_id_)));
  return {};
}

Result<core::agent::Spent> Lease::reserve(const shell::Tail& expected,
                                          const shell::Reservation& wanted) {
  auto reserved = database().insist([&] { return try_reserve(expected, wanted); });
  if (!reserved) database().roll_back();
  return reserved;
}

// Whoever reserves for a day waits for who does so just now: what one holds back, the next one
// sees.
Result<core::agent::Spent> Lease::try_reserve(const shell::Tail& expected,
                                              const shell::Reservation& wanted) {
  Params row;
  row.text(run_id_).integer(wanted.key.unit).integer(wanted.key.attempt).text(wanted.role);
  const std::vector<Step> steps = {
      {"BEGIN"},
      {"SELECT pg_advisory_xact_lock(hashtextextended('assay spending ' || current_schema() || $1,"
       " 0))",
       Params().text(wanted.day)},
      hold(expected),
      {"INSERT INTO spending(run_id, unit, attempt, role, day, settled, wall_ms, tokens, micro_usd,"
       " cost_known) VALUES($1, $2, $3, $4, $5, 0, 0, 0, 0, 1) ON CONFLICT DO NOTHING",
       row.text(wanted.day)}};
  TRY(database().run_all(steps));
  const Rows others = TRY(database().run(
      "SELECT count(*), coalesce(sum(wall_ms), 0)::bigint, coalesce(sum(tokens), 0)::bigint,"
      " coalesce(sum(micro_usd), 0)::bigint, coalesce(sum(1 - cost_known), 0)::bigint"
      " FROM spending WHERE day = $1 AND run_id <> $2",
      Params().text(wanted.day).text(run_id_)));
  TRY(database().execute(commit_sql));
  return core::agent::Spent{others.integer(0, 0), Millis{others.integer(0, 1)},
                            others.integer(0, 2), others.integer(0, 3), others.integer(0, 4)};
}

// Asked four times a second, so it is one small question; the time is put forward when a sixth of
// it is over. A server that is away is asked for again every few seconds, and never waited for.
Result<std::optional<shell::StopRequest>> Lease::renew() {
  const auto now = LeaseClock::now();
  const bool due = now - renewed_ > std::chrono::seconds{home_.lease_seconds} / 6;
  const bool away = PQstatus(database().raw()) != CONNECTION_OK;
  if (away && now - looked_ < std::chrono::seconds{2})
    return Error{Fault::io, fmt::format("{}: cannot be reached", database().shown())};
  looked_ = now;
  if (away) TRY(database().reconnect());
  const Rows row = TRY(database().run(
      due ? "UPDATE leases SET expires = clock_timestamp() + make_interval(secs => $3::bigint)"
            " WHERE run_id = $1 AND token = $2 RETURNING stop_by"
          : "SELECT stop_by FROM leases WHERE run_id = $1 AND token = $2 AND $3::bigint > 0",
      Params().text(run_id_).text(token_).integer(home_.lease_seconds)));
  if (row.empty())
    return Error{Fault::conflict,
                 fmt::format("run {} was taken over by another coordinator", run_id_)};
  if (due) renewed_ = now;
  if (row.is_null(0, 0)) return std::optional<shell::StopRequest>();
  return std::optional(shell::StopRequest{row.text(0, 0)});
}

}  // namespace assay::postgres
