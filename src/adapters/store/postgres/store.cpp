// SPDX-License-Identifier: MIT
#include "adapters/store/postgres/store.h"

#include "adapters/os/wait.h"
#include "adapters/store/postgres/audit.h"
#include "adapters/store/postgres/changes.h"
#include "adapters/store/postgres/lease.h"
#include "adapters/store/postgres/query.h"
#include "adapters/store/postgres/schema.h"
#include "adapters/store/sqlite/rows.h"
#include "base/ensure.h"
#include "base/id.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace assay::postgres {

namespace {

constexpr std::string_view run_columns =
    "SELECT r.run_id, machine, workspace, started_at, ended_at, outcome, event_count, epoch, head,"
    " (SELECT kind FROM events e WHERE e.run_id = r.run_id ORDER BY seq DESC LIMIT 1),"
    " l.host, l.place, l.pid, l.start, l.expires > clock_timestamp()"
    " FROM runs r LEFT JOIN leases l ON l.run_id = r.run_id ";

Result<shell::StoredRun> run_at(const Rows& rows, int at, const Home& home) {
  shell::StoredRun run;
  run.run_id = rows.text(at, 0);
  run.machine = rows.text(at, 1);
  run.workspace = rows.text(at, 2);
  run.started_at = rows.text(at, 3);
  if (!rows.is_null(at, 5)) run.end = shell::RunEnd{rows.text(at, 4), rows.text(at, 5)};
  run.events = rows.number(at, 6);
  run.epoch = rows.number(at, 7);
  run.head = TRY(rows.digest(at, 8));
  run.last_kind = rows.text(at, 9);
  if (rows.is_null(at, 10) || run.end) return run;
  const Holder holder{
      rows.text(at, 10),   rows.text(at, 11),         static_cast<int>(rows.integer(at, 12)),
      rows.number(at, 13), rows.integer(at, 14) != 0, 0};
  run.alive = holder.is_alive(home);
  if (run.alive && holder.is_here(home)) run.coordinator = holder.pid;
  return run;
}

/// What a row must be, with a number for each value; they are added in that order.
std::string conditions_of(const shell::RunFilter& filter, const Home& home, Params& params) {
  int next = 2;
  std::string text = "WHERE true";
  const auto add = [&](std::string_view condition, const std::string& value) {
    text += fmt::format(fmt::runtime(condition), next++);
    params.text(value);
  };
  // All characters of an id sort before '~'.
  if (filter.begins_with)
    add(" AND r.run_id ~>=~ ${0} AND r.run_id ~<~ (${0} || '~')", *filter.begins_with);
  if (filter.tree)
    add(" AND r.run_id IN (SELECT run_id FROM run_trees WHERE tree = ${0})", *filter.tree);
  if (filter.workspace) {
    add(" AND workspace = ${0}", *filter.workspace);
    add(" AND r.host = ${0}", home.host);
  }
  if (filter.machine) add(" AND machine = ${0}", *filter.machine);
  if (filter.ended) text += " AND outcome IS NOT NULL";
  if (filter.here) {
    add(" AND r.host = ${0}", home.host);
    add(" AND r.home = ${0}", home.state->path());
  }
  return text +
         (filter.begins_with ? " ORDER BY r.run_id COLLATE \"C\"" : " ORDER BY r.ordinal DESC") +
         " LIMIT $1";
}

Error no_shared_ledger(const std::string& where) {
  return {Fault::not_found, fmt::format("{}: no ledger here yet", where)};
}

Result<> prepare_schema(Connection& connection, shell::LedgerMode mode) {
  const SchemaState schema = TRY(check_schema(connection));
  if (schema == SchemaState::ours) return {};
  if (mode == shell::LedgerMode::read_write) return create_schema(connection);
  if (schema == SchemaState::absent) return no_shared_ledger(connection.shown());
  return Error{Fault::io, fmt::format("{}: made by an older assay: the next run that is started "
                                      "brings it up to date",
                                      connection.shown())};
}

/// What waiting does not mend. A server that starts, stops or recovers has many words for that, and
/// says them in its own language: what is not known for good is waited for.
bool is_final(std::string_view what) {
  constexpr std::string_view for_good[] = {
      "authentication", "password",     "pg_hba.conf",         "does not exist",
      "certificate",    "SSL",          "translate host name", "permission denied",
      "not permitted",  "no encryption"};
  return std::any_of(std::begin(for_good), std::end(for_good),
                     [&](std::string_view word) { return what.find(word) != what.npos; });
}

/// A server that is just being started again is waited for: longer by who is about to run
/// something. Who has a lease has more patience still.
Millis patience_of(shell::LedgerMode mode) {
  return std::chrono::seconds{mode == shell::LedgerMode::read_write ? 20 : 10};
}

Result<std::shared_ptr<Connection>> reach(const Address& address, shell::LedgerMode mode) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + patience_of(mode);
  for (Millis pause{50};; pause = std::min(pause * 2, Millis{1000})) {
    auto connection = Connection::open(address);
    const Result<> ready =
        connection ? prepare_schema(**connection, mode) : Result<>(connection.error());
    if (ready) {
      (*connection)->be_patient(patience_of(mode));
      return connection;
    }
    const bool may_pass = connection ? (*connection)->may_pass() : !is_final(ready.error().what);
    if (!may_pass || Clock::now() >= until) return ready.error();
    os::pause(pause);
  }
}

}  // namespace

Result<std::unique_ptr<shell::Store>> Store::open(const StoreOrder& order, shell::LedgerMode mode) {
  Home home;
  const Address address = TRY(read_address(order.url));
  home.connection = TRY(reach(address, mode));
  home.host = host_name();
  home.place = place_of_process();
  home.lease_seconds = order.lease_seconds;
  home.patience = order.patience;
  home.state = std::make_shared<const state::StateDirectory>(
      TRY(state::StateDirectory::create(order.state_dir)));
  const auto team = std::make_shared<const state::StateDirectory>(
      TRY(state::StateDirectory::create(home.state->path() + "/team")));
  auto keys = std::make_shared<Keys>(home, team, order.trusted_keys);
  return std::unique_ptr<shell::Store>(new Store(std::move(home), std::move(keys)));
}

Result<Rows> Store::ask(const std::string& sql, const Params& params) {
  return home_.connection->insist([&] { return home_.connection->run(sql, params); });
}

Result<std::unique_ptr<shell::Lease>> Store::take(const shell::NewRun& run) {
  ENSURE(is_valid_id(run.run_id));
  TRY(home_.state->refuse_inside(run.workspace));
  return Lease::begin(home_, keys_, TRY(state::RunLock::acquire(*home_.state, run.run_id)), run);
}

Result<std::optional<shell::StoredRun>> Store::find(const std::string& run_id) {
  const Rows rows =
      TRY(ask(std::string(run_columns) + "WHERE r.run_id = $1", Params().text(run_id)));
  if (rows.empty()) return std::optional<shell::StoredRun>();
  return std::optional(TRY(run_at(rows, 0, home_)));
}

Result<shell::Store::TakenOver> Store::take_over(const std::string& run_id) {
  ENSURE(is_valid_id(run_id));
  if (!TRY(find(run_id))) return Error{Fault::not_found, fmt::format("no run {}", run_id)};
  state::RunLock lock = TRY(state::RunLock::acquire(*home_.state, run_id));
  // Asked again under the lock: the coordinator may have finished a moment ago.
  const std::optional<shell::StoredRun> run = TRY(find(run_id));
  if (run && run->end)
    return Error{Fault::bad_input, fmt::format("run {} has ended: {}", run_id, run->end->outcome)};
  return Lease::take_over(home_, keys_, std::move(lock), run_id);
}

Result<std::vector<shell::StoredRun>> Store::runs(const shell::RunFilter& filter) {
  Params params;
  params.integer(static_cast<std::int64_t>(
      std::min<std::size_t>(filter.longest, std::numeric_limits<std::int32_t>::max())));
  const std::string sql = std::string(run_columns) + conditions_of(filter, home_, params);
  const Rows rows = TRY(ask(sql, params));
  std::vector<shell::StoredRun> found;
  for (int i = 0; i < rows.count(); ++i) found.push_back(TRY(run_at(rows, i, home_)));
  return found;
}

// Page by page: who visits may ask something else meanwhile.
Result<> Store::read(const std::string& run_id, std::uint64_t after, const OnEvent& visit) {
  for (;;) {
    const Rows rows =
        TRY(ask("SELECT e.seq, e.at, e.kind, e.body, d.effects, e.prev_hash, e.hash FROM events e"
                " LEFT JOIN decisions d ON d.run_id = e.run_id AND d.seq = e.seq"
                " WHERE e.run_id = $1 AND e.seq > $2 ORDER BY e.seq LIMIT 200",
                Params().text(run_id).number(after)));
    for (int i = 0; i < rows.count(); ++i) {
      const std::string at = rows.text(i, 1), kind = rows.text(i, 2), body = rows.text(i, 3);
      const std::string decision = rows.is_null(i, 4) ? "" : rows.text(i, 4);
      after = rows.number(i, 0);
      TRY(visit({after, at, kind, body, decision, rows.bytes(i, 5), rows.bytes(i, 6)}));
    }
    if (rows.empty()) return {};
  }
}

// Told by whoever appends; asked all the same now and then, because a word is lost with the
// connection.
Result<bool> Store::wait(const std::string& run_id, std::uint64_t after, Millis longest) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::seconds at_the_latest{2};
  const Clock::time_point until = Clock::now() + longest;
  if (!listens_) TRY(home_.connection->execute("LISTEN assay_events"));
  listens_ = true;
  for (;;) {
    const Rows row = TRY(ask("SELECT event_count > $2 FROM runs WHERE run_id = $1",
                             Params().text(run_id).number(after)));
    if (!row.empty() && row.integer(0, 0) != 0) return true;
    if (Clock::now() >= until) return false;
    const Clock::time_point next = std::min<Clock::time_point>(until, Clock::now() + at_the_latest);
    for (std::string heard = "?"; heard != run_id && !heard.empty();) {
      auto word = home_.connection->hear(next);
      if (!word) listens_ = false;
      heard = word ? word.take() : "";
    }
  }
}

Result<> Store::ask_to_stop(const std::string& run_id, const shell::StopRequest& request) {
  const auto asked = ask("UPDATE leases SET stop_by = coalesce(stop_by, $2) WHERE run_id = $1",
                         Params().text(run_id).text(request.by));
  return asked ? Result<>() : asked.error();
}

Result<std::vector<std::uint32_t>> Store::durations(std::span<const Digest> commands) {
  std::string keys = "{";
  for (const Digest& each : commands)
    keys += (keys.size() == 1 ? "\"\\\\x" : ",\"\\\\x") + each.hex() + "\"";
  const Rows rows =
      TRY(ask("SELECT command_key, millis FROM durations WHERE command_key = ANY($1::bytea[])",
              Params().text(keys + "}")));
  std::map<Digest, std::uint32_t> known;
  for (int i = 0; i < rows.count(); ++i)
    known.emplace(TRY(rows.digest(i, 0)), static_cast<std::uint32_t>(std::clamp<std::int64_t>(
                                              rows.integer(i, 1), 0, UINT32_MAX)));
  std::vector<std::uint32_t> millis;
  for (const Digest& each : commands) {
    const auto found = known.find(each);
    millis.push_back(found == known.end() ? 0 : found->second);
  }
  return millis;
}

namespace {

core::agent::Spent spent_at(const Rows& rows, int row, int first) {
  return {rows.integer(row, first), Millis{rows.integer(row, first + 1)},
          rows.integer(row, first + 2), rows.integer(row, first + 3), rows.integer(row, first + 4)};
}

constexpr std::string_view spent_columns =
    "count(*), sum(wall_ms)::bigint, sum(tokens)::bigint, sum(micro_usd)::bigint,"
    " sum(1 - cost_known)::bigint FROM spending ";

}  // namespace

Result<std::map<std::string, core::agent::Spent>> Store::spending() {
  const Rows rows = TRY(ask(fmt::format("SELECT run_id, {} GROUP BY run_id", spent_columns)));
  std::map<std::string, core::agent::Spent> spent;
  for (int i = 0; i < rows.count(); ++i) spent[rows.text(i, 0)] = spent_at(rows, i, 1);
  return spent;
}

Result<std::vector<shell::DaySpent>> Store::spending_by_day(const std::string& first) {
  const Rows rows = TRY(
      ask(fmt::format("SELECT run_id, day, {} WHERE day >= $1 GROUP BY day, run_id ORDER BY day,"
                      " run_id",
                      spent_columns),
          Params().text(first)));
  std::vector<shell::DaySpent> spent;
  for (int i = 0; i < rows.count(); ++i)
    spent.push_back({rows.text(i, 0), rows.text(i, 1), spent_at(rows, i, 2)});
  return spent;
}

Result<std::vector<shell::TestedCommand>> Store::tested_commands() {
  return home_.connection->insist([&] { return postgres::tested_commands(*home_.connection); });
}

Result<std::vector<shell::StoredTestRun>> Store::test_runs(const Digest& command) {
  return home_.connection->insist([&] { return postgres::test_runs(*home_.connection, command); });
}

Result<> Store::test_names(const Digest& command, const IsWanted& wanted, const OnTest& visit) {
  std::vector<std::pair<std::string, std::uint32_t>> names;
  const Result<> read = home_.connection->insist([&] {
    names.clear();
    return postgres::test_names(*home_.connection, command, wanted,
                                [&](auto test, auto name) { names.emplace_back(name, test); });
  });
  for (const auto& [name, test] : names) visit(test, name);
  return read;
}

Result<std::uint64_t> Store::last_seal() {
  const Rows row = TRY(ask("SELECT coalesce(max(number), 0) FROM seals WHERE ring = $1",
                           Params().text(keys_->ring())));
  return row.number(0, 0);
}

// What gates ask is asked of rows that were told, in the words of SQLite, wherever they are kept.
Result<std::unique_ptr<shell::RowCounter>> Store::open_counter() {
  return sqlite::RowCounter::open();
}

Result<std::unique_ptr<shell::StoreAudit>> Store::open_audit() {
  return Audit::open(home_.connection);
}

// The clocks are compared in the middle of the way there and back.
Result<std::optional<shell::StoreHealth>> Store::health() {
  using Steady = std::chrono::steady_clock;
  using Wall = std::chrono::system_clock;
  PGconn* connection = home_.connection->raw();
  shell::StoreHealth health;
  const auto begun = Steady::now();
  const auto here = std::chrono::duration_cast<Millis>(Wall::now().time_since_epoch());
  const Rows row = TRY(ask(
      "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint, current_setting("
      "'server_version'), (SELECT string_agg(t || ' ' || p, ', ') FROM unnest(ARRAY['runs',"
      " 'events', 'decisions', 'leases', 'seals', 'blobs', 'spending']) t, unnest(ARRAY['SELECT',"
      " 'INSERT']) p WHERE NOT has_table_privilege(t, p))"));
  health.round_trip = std::chrono::duration_cast<Millis>(Steady::now() - begun);
  health.clock_ahead = Millis{row.integer(0, 0)} - here - health.round_trip / 2;
  health.version = row.text(0, 1);
  if (!row.is_null(0, 2)) health.lacks = row.text(0, 2);
  const char* protocol = PQsslAttribute(connection, "protocol");
  if (PQsslInUse(connection) == 1 && protocol != nullptr) health.encryption = protocol;
  const char* host = PQhost(connection);
  const std::string_view name = host == nullptr ? "" : host;
  health.same_machine =
      name.empty() || name.front() == '/' || name == "localhost" || name.starts_with("127.");
  return std::optional(std::move(health));
}

Result<std::vector<std::string>> Store::query(const std::string& sql, const shell::OnRow& row) {
  return run_query(*home_.connection, sql, row);
}

Result<shell::RowExport> Store::export_rows(const std::string& directory,
                                            const std::optional<std::string>& run_id) {
  return postgres::export_rows(*home_.connection, directory, run_id);
}

}  // namespace assay::postgres
