// SPDX-License-Identifier: MIT
#include "adapters/sqlite/ledger.h"

#include "adapters/sqlite/connection.h"
#include "adapters/sqlite/journal.h"
#include "adapters/sqlite/query.h"
#include "adapters/sqlite/schema.h"
#include "adapters/sqlite/state_directory.h"
#include "adapters/sqlite/verify.h"
#include "base/id.h"
#include "core/event_records.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <numeric>

namespace assay::sqlite {

namespace {

constexpr const char* file_name = "ledger.db";

Error no_ledger(const std::string& where) {
  return {Fault::not_found, fmt::format("{}: no ledger here yet", where)};
}

// By name and never by descriptor: closing a descriptor of the database would drop the locks that
// another connection of this process holds on it.
Result<> check_file(const StateDirectory& state) {
  struct stat status {};
  if (::fstatat(state.fd(), file_name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno == ENOENT) return no_ledger(state.path());
    return Error{Fault::io, fmt::format("ledger.db: {}", std::strerror(errno))};
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
Result<> create_file(const StateDirectory& state) {
  constexpr int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  const adapters::Descriptor fd(::openat(state.fd(), file_name, flags, 0600));
  if (!fd && errno == EEXIST) return {};
  if (!fd || ::fsync(state.fd()) != 0) {
    const Fault fault = errno == ENOSPC || errno == EDQUOT ? Fault::exhausted : Fault::io;
    return Error{fault, fmt::format("ledger.db: {}", std::strerror(errno))};
  }
  return {};
}

constexpr std::string_view run_columns =
    "SELECT run_id, machine, workspace, started_at, ended_at, outcome, event_count, epoch, head,"
    " (SELECT kind FROM events e WHERE e.run_id = runs.run_id ORDER BY seq DESC LIMIT 1)"
    " FROM runs ";

Result<shell::RunRow> run_at(const Statement& row, const StateDirectory& state) {
  shell::RunRow run;
  run.run_id = row.text_at(0);
  run.machine = row.text_at(1);
  run.workspace = row.text_at(2);
  run.started = TRY(parse_instant(row.text_at(3)));
  if (!row.is_null(4)) run.ended = TRY(parse_instant(row.text_at(4)));
  run.outcome = value_of<core::Outcome>(row.text_at(5));
  run.events = static_cast<std::uint64_t>(row.integer_at(6));
  run.epoch = static_cast<std::uint64_t>(row.integer_at(7));
  run.head = TRY(row.digest_at(8));
  run.parked = row.text_at(9) == "run_parked";
  // A name from the table becomes a path, so it has to be a name.
  run.alive = !run.outcome && is_valid_id(run.run_id) && RunLock::is_held(state, run.run_id);
  if (run.alive) run.coordinator = RunLock::holder(state, run.run_id);
  return run;
}

Error bad_name(const std::string& run_id) {
  return {Fault::bad_input, fmt::format("'{}' cannot be the name of a run", run_id)};
}

Error ambiguous(std::string_view name, const std::vector<shell::RunRow>& found) {
  constexpr std::size_t shown_max = 10;
  std::string list;
  for (std::size_t i = 0; i < std::min(found.size(), shown_max); ++i) {
    list += (i == 0 ? "" : ", ") + found[i].run_id;
  }
  if (found.size() > shown_max) list += ", ...";
  return {Fault::bad_input, fmt::format("'{}' fits several runs: {}", name, list)};
}

}  // namespace

Ledger::Ledger(std::shared_ptr<const StateDirectory> state, std::shared_ptr<Connection> connection)
    : state_(std::move(state)), connection_(std::move(connection)) {}
Ledger::Ledger(Ledger&&) noexcept = default;
Ledger& Ledger::operator=(Ledger&&) noexcept = default;
Ledger::~Ledger() = default;

Result<Ledger> Ledger::open(const std::string& state_dir, Mode mode) {
  const bool writes = mode == Mode::read_write;
  auto opened = writes ? StateDirectory::create(state_dir) : StateDirectory::open(state_dir);
  if (!opened && !writes && opened.error().fault == Fault::not_found) return no_ledger(state_dir);
  auto state = std::make_shared<const StateDirectory>(TRY(std::move(opened)));
  if (writes) TRY(create_file(*state));
  TRY(check_file(*state));
  auto connection = TRY(Connection::open(state->path() + "/" + file_name, mode, state));
  const SchemaState schema = TRY(check_schema(*connection));
  if (schema == SchemaState::absent && !writes) return no_ledger(state_dir);
  // What only later versions have, reading does without.
  if (schema != SchemaState::ours && writes) TRY(create_schema(*connection));
  return Ledger(std::move(state), std::move(connection));
}

Result<std::unique_ptr<shell::Journal>> Ledger::begin(const shell::NewRun& run) {
  if (!is_valid_id(run.run_id)) return bad_name(run.run_id);
  TRY(state_->refuse_inside(run.workspace));
  RunLock lock = TRY(RunLock::acquire(*state_, run.run_id));
  return Journal::begin(connection_, std::move(lock), run);
}

Result<std::unique_ptr<shell::Journal>> Ledger::take_over(const std::string& run_id) {
  if (!is_valid_id(run_id)) return bad_name(run_id);
  const auto select = [&]() -> Result<shell::RunRow> {
    Statement row = TRY(connection_->prepare(std::string(run_columns) + "WHERE run_id = ?1"));
    if (TRY(row.text(1, run_id).step())) return run_at(row, *state_);
    return Error{Fault::not_found, fmt::format("no run {}", run_id)};
  };
  TRY(select());
  RunLock lock = TRY(RunLock::acquire(*state_, run_id));
  // Asked again under the lock: the coordinator may have finished a moment ago.
  const shell::RunRow run = TRY(select());
  if (run.outcome) {
    return Error{Fault::bad_input,
                 fmt::format("run {} has ended: {}", run_id, core::to_text(*run.outcome))};
  }
  return Journal::take_over(connection_, std::move(lock), run_id);
}

Result<std::vector<shell::RunRow>> Ledger::runs(std::size_t longest) {
  Statement rows =
      TRY(connection_->prepare(std::string(run_columns) + "ORDER BY rowid DESC LIMIT ?1"));
  rows.integer(1, static_cast<std::int64_t>(std::min<std::size_t>(longest, INT32_MAX)));
  std::vector<shell::RunRow> found;
  while (TRY(rows.step())) found.push_back(TRY(run_at(rows, *state_)));
  return found;
}

Result<shell::RunRow> Ledger::find_run(std::string_view name) {
  if (name == "last") {
    const std::vector<shell::RunRow> newest = TRY(runs(1));
    if (newest.empty()) return Error{Fault::not_found, "there are no runs yet"};
    return newest.front();
  }
  if (name.empty()) return Error{Fault::bad_input, "a run needs a name"};
  // All characters of an id sort before '~'.
  const std::string end = std::string(name) + "~";
  Statement rows = TRY(connection_->prepare(
      std::string(run_columns) + "WHERE run_id >= ?1 AND run_id < ?2 ORDER BY run_id LIMIT 11"));
  rows.text(1, name).text(2, end);
  std::vector<shell::RunRow> found;
  while (TRY(rows.step())) found.push_back(TRY(run_at(rows, *state_)));
  if (found.empty()) return Error{Fault::not_found, fmt::format("no run '{}'", name)};
  if (found.size() > 1 && found.front().run_id != name) return ambiguous(name, found);
  return found.front();
}

Result<> Ledger::for_each_event(const std::string& run_id, const OnEvent& visit) {
  Statement row =
      TRY(connection_->prepare("SELECT e.seq, e.at, e.kind, e.body, d.effects FROM events e"
                               " LEFT JOIN decisions d ON d.run_id = e.run_id AND d.seq = e.seq"
                               " WHERE e.run_id = ?1 ORDER BY e.seq"));
  row.text(1, run_id);
  while (TRY(row.step())) {
    TRY(visit({static_cast<std::uint64_t>(row.integer_at(0)), row.text_at(1), row.text_at(2),
               row.text_at(3), row.text_at(4)}));
  }
  return {};
}

Result<> Ledger::for_each_entry(const std::string& run_id, const OnEntry& visit) {
  return visit_entries(*connection_, run_id, visit);
}

Result<std::vector<std::uint32_t>> Ledger::expected_ms(std::span<const Digest> keys) {
  Statement row = TRY(connection_->prepare("SELECT millis FROM durations WHERE command_key = ?1"));
  // In the order of the table, so that each page is read once however many keys there are.
  std::vector<std::uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [keys](auto a, auto b) { return keys[a] < keys[b]; });
  std::vector<std::uint32_t> millis(keys.size(), 0);
  for (const std::uint32_t i : order) {
    const Rewind rewind(row);
    if (!TRY(row.digest(1, keys[i]).step())) continue;
    millis[i] =
        static_cast<std::uint32_t>(std::clamp<std::int64_t>(row.integer_at(0), 0, UINT32_MAX));
  }
  return millis;
}

Result<shell::ChainReport> Ledger::verify_chains(const std::optional<std::string>& run_id) {
  return sqlite::verify_chains(*connection_, run_id);
}

Result<std::vector<std::string>> Ledger::query(const std::string& sql, const OnRow& row) {
  return run_query(state_->path() + "/" + file_name, sql, row);
}

Result<RowExport> Ledger::export_rows(const std::string& directory,
                                      const std::optional<std::string>& run_id) {
  return sqlite::export_rows(*connection_, directory, run_id);
}

}  // namespace assay::sqlite
