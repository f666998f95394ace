// SPDX-License-Identifier: MIT
#include "adapters/store/sqlite/store.h"

#include "adapters/os/error.h"
#include "adapters/os/wait.h"
#include "adapters/store/sqlite/audit.h"
#include "adapters/store/sqlite/connection.h"
#include "adapters/store/sqlite/export.h"
#include "adapters/store/sqlite/query.h"
#include "adapters/store/sqlite/schema.h"
#include "adapters/store/sqlite/tests.h"
#include "adapters/store/state/stop_file.h"
#include "base/ensure.h"
#include "base/id.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <numeric>

namespace assay::sqlite {

namespace {

constexpr const char* file_name = "ledger.db";

Error no_ledger(const std::string& where) {
  return {Fault::not_found, fmt::format("{}: no ledger here yet", where)};
}

// By name and never by descriptor: closing a descriptor of the database would drop the locks that
// another connection of this process holds on it.
Result<> check_file(const state::StateDirectory& state) {
  struct stat status {};
  if (::fstatat(state.fd(), file_name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno == ENOENT) return no_ledger(state.path());
    return os::error_of("ledger.db", errno);
  }
  const auto refuse = [](const char* why) {
    return Error{Fault::io, fmt::format("ledger.db: {}", why)};
  };
  if (S_ISLNK(status.st_mode)) return refuse("is a symbolic link");
  if (!S_ISREG(status.st_mode)) return refuse("is not a regular file");
  if (status.st_nlink != 1) return refuse("has a second name (hard link)");
  if (status.st_uid != ::geteuid()) return refuse("belongs to another user");
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) return refuse("others may write to it");
  return {};
}

/// An empty file of mode 0600 is an empty database; SQLite gives its log the same mode.
Result<> create_file(const state::StateDirectory& state) {
  constexpr int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  const os::Descriptor fd(::openat(state.fd(), file_name, flags, 0600));
  if (!fd && errno == EEXIST) return {};
  if (!fd || ::fsync(state.fd()) != 0) return os::error_of("ledger.db", errno);
  return {};
}

constexpr std::string_view run_columns =
    "SELECT run_id, machine, workspace, started_at, ended_at, outcome, event_count, epoch, head,"
    " (SELECT kind FROM events e WHERE e.run_id = runs.run_id ORDER BY seq DESC LIMIT 1)"
    " FROM runs ";

Result<shell::StoredRun> run_at(const Statement& row, const state::StateDirectory& state) {
  shell::StoredRun run;
  run.run_id = row.text_at(0);
  run.machine = row.text_at(1);
  run.workspace = row.text_at(2);
  run.started_at = row.text_at(3);
  if (!row.is_null(5))
    run.end = shell::RunEnd{std::string(row.text_at(4)), std::string(row.text_at(5))};
  run.events = static_cast<std::uint64_t>(row.integer_at(6));
  run.epoch = static_cast<std::uint64_t>(row.integer_at(7));
  run.head = TRY(row.digest_at(8));
  run.last_kind = row.text_at(9);
  // A name from the table becomes a path, so it has to be a name.
  run.alive = !run.end && is_valid_id(run.run_id) && state::RunLock::is_held(state, run.run_id);
  if (run.alive) run.coordinator = state::RunLock::holder(state, run.run_id);
  run.orphaned = run.coordinator > 0 && !state::exists(run.coordinator);
  return run;
}

}  // namespace

Result<std::unique_ptr<shell::Store>> Store::open(const std::string& state_dir, Mode mode,
                                                  const std::vector<std::string>& trusted) {
  const bool writes = mode == Mode::read_write;
  auto opened =
      writes ? state::StateDirectory::create(state_dir) : state::StateDirectory::open(state_dir);
  if (!opened && !writes && opened.error().fault == Fault::not_found) return no_ledger(state_dir);
  auto state = std::make_shared<const state::StateDirectory>(TRY(std::move(opened)));
  if (writes) TRY(create_file(*state));
  TRY(check_file(*state));
  auto connection = TRY(Connection::open(state->path() + "/" + file_name, mode, state));
  const SchemaState schema = TRY(check_schema(*connection));
  if (schema == SchemaState::absent && !writes) return no_ledger(state_dir);
  // What only later versions have, reading does without.
  if (schema != SchemaState::ours && writes) TRY(create_schema(*connection));
  const bool remembers_tests =
      TRY(connection->integer("SELECT count(*) FROM sqlite_schema WHERE name = 'test_runs'")) == 1;
  std::unique_ptr<Store> store(
      new Store({std::move(state), std::move(connection)}, remembers_tests));
  store->keys_.trust(trusted);
  return std::unique_ptr<shell::Store>(std::move(store));
}

Result<std::unique_ptr<shell::Lease>> Store::take(const shell::NewRun& run) {
  ENSURE(is_valid_id(run.run_id));
  TRY(home_.state->refuse_inside(run.workspace));
  return Lease::begin(home_, TRY(state::RunLock::acquire(*home_.state, run.run_id)), run);
}

Result<std::optional<shell::StoredRun>> Store::find(const std::string& run_id) {
  Statement row = TRY(home_.connection->prepare(std::string(run_columns) + "WHERE run_id = ?1"));
  if (!TRY(row.text(1, run_id).step())) return std::optional<shell::StoredRun>();
  return std::optional(TRY(run_at(row, *home_.state)));
}

Result<shell::Store::TakenOver> Store::take_over(const std::string& run_id) {
  ENSURE(is_valid_id(run_id));
  if (!TRY(find(run_id))) return Error{Fault::not_found, fmt::format("no run {}", run_id)};
  state::RunLock lock = TRY(state::RunLock::acquire(*home_.state, run_id));
  // Asked again under the lock: the coordinator may have finished a moment ago.
  const std::optional<shell::StoredRun> run = TRY(find(run_id));
  if (run && run->end) {
    return Error{Fault::bad_input, fmt::format("run {} has ended: {}", run_id, run->end->outcome)};
  }
  return Lease::take_over(home_, std::move(lock), run_id);
}

namespace {

/// What a row must be, with a number for each value.
std::string conditions_of(const shell::RunFilter& filter) {
  std::string text = "WHERE 1";
  // All characters of an id sort before '~'.
  if (filter.begins_with) text += " AND run_id >= ?2 AND run_id < ?2 || '~'";
  if (filter.tree) text += " AND run_id IN (SELECT run_id FROM run_trees WHERE tree = ?3)";
  if (filter.workspace) text += " AND workspace = ?4";
  if (filter.machine) text += " AND machine = ?5";
  if (filter.ended) text += " AND outcome IS NOT NULL";
  return text + (filter.begins_with ? " ORDER BY run_id" : " ORDER BY rowid DESC") + " LIMIT ?1";
}

}  // namespace

Result<std::vector<shell::StoredRun>> Store::runs(const shell::RunFilter& filter) {
  std::vector<shell::StoredRun> found;
  // A ledger of an older release that is only read has no such table yet.
  if (filter.tree && TRY(home_.connection->integer(
                         "SELECT count(*) FROM sqlite_schema WHERE name = 'run_trees'")) == 0)
    return found;
  Statement rows = TRY(home_.connection->prepare(std::string(run_columns) + conditions_of(filter)));
  rows.integer(1, static_cast<std::int64_t>(std::min<std::size_t>(filter.longest, INT32_MAX)));
  if (filter.begins_with) rows.text(2, *filter.begins_with);
  if (filter.tree) rows.text(3, *filter.tree);
  if (filter.workspace) rows.text(4, *filter.workspace);
  if (filter.machine) rows.text(5, *filter.machine);
  while (TRY(rows.step())) found.push_back(TRY(run_at(rows, *home_.state)));
  return found;
}

Result<> Store::read(const std::string& run_id, std::uint64_t after, const OnEvent& visit) {
  Statement row = TRY(home_.connection->prepare(
      "SELECT e.seq, e.at, e.kind, e.body, d.effects, e.prev_hash, e.hash FROM events e"
      " LEFT JOIN decisions d ON d.run_id = e.run_id AND d.seq = e.seq"
      " WHERE e.run_id = ?1 AND e.seq > ?2 ORDER BY e.seq"));
  row.text(1, run_id).integer(2, static_cast<std::int64_t>(after));
  while (TRY(row.step())) {
    TRY(visit({static_cast<std::uint64_t>(row.integer_at(0)), row.text_at(1), row.text_at(2),
               row.text_at(3), row.text_at(4), row.text_at(5), row.text_at(6)}));
  }
  return {};
}

// SQLite tells nobody of a commit: it has to be asked, which costs a read of one row.
Result<bool> Store::wait(const std::string& run_id, std::uint64_t after, Millis longest) {
  using Clock = std::chrono::steady_clock;
  constexpr Millis between{50};
  Statement row =
      TRY(home_.connection->prepare("SELECT event_count > ?2 FROM runs WHERE run_id = ?1"));
  const Clock::time_point until = Clock::now() + longest;
  for (;;) {
    {
      const Rewind rewind(row);
      row.text(1, run_id).integer(2, static_cast<std::int64_t>(after));
      if (TRY(row.step()) && row.integer_at(0) != 0) return true;
    }
    const auto left = std::chrono::duration_cast<Millis>(until - Clock::now());
    if (left <= Millis{0}) return false;
    os::pause(std::min(left, between));
  }
}

Result<> Store::ask_to_stop(const std::string& run_id, const shell::StopRequest& request) {
  ENSURE(is_valid_id(run_id));
  return state::ask_to_stop(*home_.state, run_id, request);
}

Result<std::vector<std::uint32_t>> Store::durations(std::span<const Digest> commands) {
  Statement row =
      TRY(home_.connection->prepare("SELECT millis FROM durations WHERE command_key = ?1"));
  // In the order of the table, so that each page is read once however many keys there are.
  std::vector<std::uint32_t> order(commands.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [commands](auto a, auto b) { return commands[a] < commands[b]; });
  std::vector<std::uint32_t> millis(commands.size(), 0);
  for (const std::uint32_t i : order) {
    const Rewind rewind(row);
    if (!TRY(row.digest(1, commands[i]).step())) continue;
    millis[i] =
        static_cast<std::uint32_t>(std::clamp<std::int64_t>(row.integer_at(0), 0, UINT32_MAX));
  }
  return millis;
}

Result<std::map<std::string, core::agent::Spent>> Store::spending() {
  Statement row = TRY(home_.connection->prepare(
      "SELECT run_id, count(*), sum(wall_ms), sum(tokens), sum(micro_usd), sum(cost_known = 0)"
      " FROM spending GROUP BY run_id"));
  std::map<std::string, core::agent::Spent> spent;
  while (TRY(row.step())) {
    spent[std::string(row.text_at(0))] = {row.integer_at(1), Millis{row.integer_at(2)},
                                          row.integer_at(3), row.integer_at(4), row.integer_at(5)};
  }
  return spent;
}

Result<std::vector<shell::DaySpent>> Store::spending_by_day(const std::string& first) {
  Statement row = TRY(home_.connection->prepare(
      "SELECT run_id, day, count(*), sum(wall_ms), sum(tokens), sum(micro_usd), sum(cost_known = 0)"
      " FROM spending WHERE day >= ?1 GROUP BY day, run_id ORDER BY day, run_id"));
  std::vector<shell::DaySpent> spent;
  row.text(1, first);
  while (TRY(row.step())) {
    spent.push_back({std::string(row.text_at(0)),
                     std::string(row.text_at(1)),
                     {row.integer_at(2), Millis{row.integer_at(3)}, row.integer_at(4),
                      row.integer_at(5), row.integer_at(6)}});
  }
  return spent;
}

Result<std::vector<shell::TestedCommand>> Store::tested_commands() {
  if (!remembers_tests_) return std::vector<shell::TestedCommand>();
  return sqlite::tested_commands(*home_.connection);
}

Result<std::vector<shell::StoredTestRun>> Store::test_runs(const Digest& command) {
  if (!remembers_tests_) return std::vector<shell::StoredTestRun>();
  return sqlite::test_runs(*home_.connection, command);
}

Result<> Store::test_names(const Digest& command, const IsWanted& wanted, const OnTest& visit) {
  if (!remembers_tests_) return {};
  return sqlite::test_names(*home_.connection, command, wanted, visit);
}

Result<std::uint64_t> Store::last_seal() {
  return static_cast<std::uint64_t>(
      TRY(home_.connection->integer("SELECT coalesce(max(number), 0) FROM seals")));
}

Result<std::unique_ptr<shell::RowCounter>> Store::open_counter() { return RowCounter::open(); }

Result<std::unique_ptr<shell::StoreAudit>> Store::open_audit() {
  return Audit::open(home_.connection);
}

Result<std::vector<std::string>> Store::query(const std::string& sql, const shell::OnRow& row) {
  return run_query(home_.state->path() + "/" + file_name, sql, row);
}

Result<shell::RowExport> Store::export_rows(const std::string& directory,
                                            const std::optional<std::string>& run_id) {
  return sqlite::export_rows(*home_.connection, directory, run_id);
}

}  // namespace assay::sqlite
