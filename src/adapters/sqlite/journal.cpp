// SPDX-License-Identifier: MIT
#include "adapters/sqlite/journal.h"

#include "adapters/sqlite/chain.h"
#include "format/journal.h"

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
  return {Fault::conflict, fmt::format("run {} exists already", run_id)};
}

Error damaged(const std::string& run_id, std::uint64_t seq, const char* how) {
  return {Fault::io, fmt::format("ledger.db: run {}: event {} {}", run_id, seq, how)};
}

const core::RunConcluded* conclusion(std::span<const shell::Entry> entries) {
  for (const shell::Entry& entry : entries) {
    if (const auto* found = std::get_if<core::RunConcluded>(&entry.event)) return found;
  }
  return nullptr;
}

}  // namespace

Journal::Journal(std::shared_ptr<Connection> connection, RunLock lock, std::string run_id)
    : connection_(std::move(connection)), lock_(std::move(lock)), run_id_(std::move(run_id)) {
  tail_.head = genesis(run_id_);
}

Result<std::unique_ptr<Journal>> Journal::prepare(std::shared_ptr<Connection> connection,
                                                  RunLock lock, const std::string& run_id) {
  std::unique_ptr<Journal> journal(new Journal(std::move(connection), std::move(lock), run_id));
  Connection& database = *journal->connection_;
  journal->select_tail_ = TRY(database.prepare(tail_sql));
  journal->insert_event_ = TRY(database.prepare(insert_event_sql));
  journal->insert_decision_ = TRY(database.prepare(insert_decision_sql));
  journal->update_run_ = TRY(database.prepare(update_run_sql));
  journal->projections_ = TRY(Projections::prepare(database));
  return journal;
}

Result<std::unique_ptr<shell::Journal>> Journal::begin(std::shared_ptr<Connection> connection,
                                                       RunLock lock, const shell::NewRun& run) {
  auto journal = TRY(prepare(std::move(connection), std::move(lock), run.run_id));
  Statement& tail = journal->select_tail_;
  const Rewind rewind(tail);
  if (TRY(tail.text(1, run.run_id).step())) return exists_already(run.run_id);
  journal->unborn_ = run;
  return std::unique_ptr<shell::Journal>(std::move(journal));
}

Result<std::unique_ptr<shell::Journal>> Journal::take_over(std::shared_ptr<Connection> connection,
                                                           RunLock lock,
                                                           const std::string& run_id) {
  auto journal = TRY(prepare(std::move(connection), std::move(lock), run_id));
  TRY(journal->raise_epoch());
  return std::unique_ptr<shell::Journal>(std::move(journal));
}

Result<> Journal::raise_epoch() {
  Statement raise = TRY(connection_->prepare(raise_epoch_sql));
  Statement find = TRY(connection_->prepare(owner_sql));
  Transaction transaction = TRY(Transaction::begin(*connection_));
  const Owner self = Owner::self();
  // The lock is a file, and a file can be taken away; who began to coordinate stands here as well.
  if (TRY(find.text(1, run_id_).step())) {
    const Owner last{static_cast<int>(find.integer_at(0)),
                     static_cast<std::uint64_t>(find.integer_at(2)), std::string(find.text_at(1))};
    const bool ended = find.integer_at(3) != 0;
    if (!ended && last.is_another_alive())
      return Error{Fault::conflict,
                   fmt::format("run {} is still coordinated by process {}, although its lock is "
                               "gone: wait for it, or stop it",
                               run_id_, last.pid)};
  }
  find.reset();
  raise.text(1, run_id_).integer(2, self.pid).text(3, self.boot).integer(4, number(self.start));
  if (!TRY(raise.step())) return Error{Fault::not_found, fmt::format("no run {}", run_id_)};
  tail_.epoch = static_cast<std::uint64_t>(raise.integer_at(0));
  tail_.events = static_cast<std::uint64_t>(raise.integer_at(1));
  tail_.head = TRY(raise.digest_at(2));
  raise.reset();
  TRY(check_tail());
  return transaction.commit();
}

Result<> Journal::append(std::span<const shell::Entry> entries) {
  if (entries.empty()) return {};
  if (broken_) return *broken_;
  return write(entries);
}

Result<> Journal::write(std::span<const shell::Entry> entries) {
  Transaction transaction = TRY(Transaction::begin(*connection_));
  // From here on a failure is final: what a failed sync left on the disk is unknown, and trying
  // again could acknowledge what is not there.
  const auto attempt = [&]() -> Result<Tail> {
    if (unborn_) TRY(create_run(entries.front().event));
    TRY(check_tail());
    const Tail tail = TRY(insert(entries));
    TRY(transaction.commit());
    return tail;
  };
  Result<Tail> written = attempt();
  if (!written) {
    broken_ = written.error();
    return written.error();
  }
  tail_ = *written;
  unborn_.reset();
  for (const shell::Entry& entry : entries) TRY(keep_rows(entry.event));
  return {};
}

/// What gates count is what assay itself has found out and told its journal.
Result<> Journal::keep_rows(const core::Event& event) {
  const auto* rows = std::get_if<core::RowsRecorded>(&event);
  if (rows == nullptr) return {};
  if (!counter_) counter_ = TRY(RowCounter::open());
  return counter_->add(run_id_, *rows);
}

Result<> Journal::create_run(const core::Event& first) {
  Statement row = TRY(connection_->prepare(insert_run_sql));
  const Owner self = Owner::self();
  const std::string at = to_text(format::instant_of(first));
  row.text(1, run_id_).text(2, unborn_->machine).text(3, unborn_->workspace).text(4, at);
  row.integer(5, self.pid).text(6, self.boot).integer(7, number(self.start)).digest(8, tail_.head);
  TRY(row.run());
  if (sqlite3_changes(connection_->raw()) == 0) return exists_already(run_id_);
  return {};
}

/// The run must be ours still, and end where we left it.
Result<> Journal::check_tail() {
  Statement& row = select_tail_;
  const Rewind rewind(row);
  if (!TRY(row.text(1, run_id_).step())) {
    return Error{Fault::io, fmt::format("ledger.db: run {} has vanished", run_id_)};
  }
  const Tail stored{static_cast<std::uint64_t>(row.integer_at(0)),
                    static_cast<std::uint64_t>(row.integer_at(1)), TRY(row.digest_at(2))};
  if (stored.epoch != tail_.epoch) {
    return Error{Fault::conflict,
                 fmt::format("run {} was taken over by another coordinator", run_id_)};
  }
  const Digest last = row.is_null(3) ? genesis(run_id_) : TRY(row.digest_at(3));
  if (stored != tail_ || last != tail_.head) {
    return damaged(run_id_, stored.events, "is not the one written last");
  }
  return {};
}

Result<Tail> Journal::insert(std::span<const shell::Entry> entries) {
  Tail tail = tail_;
  for (const shell::Entry& entry : entries) {
    const format::StoredEvent stored = format::encode(entry.event);
    const std::string at = to_text(format::instant_of(entry.event));
    const std::uint64_t seq = tail.events + 1;
    const Digest hash = hash_of({run_id_, seq, at, stored.kind, stored.body}, tail.head);
    Statement& row = insert_event_;
    row.text(1, run_id_).integer(2, number(seq)).text(3, at).text(4, stored.kind);
    TRY(row.text(5, stored.body).digest(6, tail.head).digest(7, hash).run());
    if (!entry.decision.empty()) {
      TRY(insert_decision_.text(1, run_id_).integer(2, number(seq)).text(3, entry.decision).run());
    }
    TRY(projections_.add(run_id_, seq, entry));
    tail.events = seq;
    tail.head = hash;
  }
  const core::RunConcluded* end = conclusion(entries);
  const std::string ended_at = end != nullptr ? to_text(end->at) : "";
  Statement& run = update_run_;
  run.text(1, run_id_).integer(2, number(tail.events)).digest(3, tail.head);
  end != nullptr ? run.text(4, ended_at).text(5, to_text(end->outcome)) : run.null(4).null(5);
  TRY(run.run());
  return tail;
}

Result<std::vector<shell::Entry>> Journal::read() {
  std::vector<shell::Entry> entries;
  entries.reserve(tail_.events);
  counter_.reset();
  TRY(visit_entries(*connection_, run_id_, [&](std::uint64_t, shell::Entry entry) -> Result<> {
    projections_.remember(entry.event);
    Result<> kept = keep_rows(entry.event);
    entries.push_back(std::move(entry));
    return kept;
  }));
  return entries;
}

Result<core::agent::Spent> Journal::reserve(const core::AskSpending& attempt, Instant at) {
  Transaction transaction = TRY(Transaction::begin(*connection_));
  TRY(check_tail());
  const core::agent::Spent others = TRY(projections_.reserve(run_id_, attempt, at));
  TRY(transaction.commit());
  return others;
}

Result<std::vector<std::optional<std::int64_t>>> Journal::count(
    std::span<const core::pipeline::RowQuestion> questions) {
  if (!counter_) counter_ = TRY(RowCounter::open());
  std::vector<std::optional<std::int64_t>> numbers;
  for (const core::pipeline::RowQuestion& question : questions) {
    numbers.push_back(TRY(counter_->count(run_id_, question)));
  }
  return numbers;
}

Result<> visit_entries(Connection& connection, const std::string& run_id,
                       const shell::Ledger::OnEntry& visit) {
  Statement row = TRY(connection.prepare(
      "SELECT e.seq, e.at, e.kind, e.body, e.prev_hash, e.hash, d.effects FROM events e"
      " LEFT JOIN decisions d ON d.run_id = e.run_id AND d.seq = e.seq"
      " WHERE e.run_id = ?1 ORDER BY e.seq"));
  row.text(1, run_id);
  Digest previous = genesis(run_id);
  for (std::uint64_t seq = 1; TRY(row.step()); ++seq) {
    const auto stored = static_cast<std::uint64_t>(row.integer_at(0));
    if (stored != seq) return damaged(run_id, seq, "is missing");
    const Link link{run_id, seq, row.text_at(1), row.text_at(2), row.text_at(3)};
    const Digest hash = TRY(row.digest_at(5));
    if (TRY(row.digest_at(4)) != previous || hash_of(link, previous) != hash) {
      return damaged(run_id, seq, "does not match its hash");
    }
    previous = hash;
    const Instant at = TRY(parse_instant(link.at));
    core::Event event = TRY(format::decode(link.kind, at, link.body));
    TRY(visit(seq, {std::move(event), std::string(row.text_at(6))}));
  }
  return {};
}

}  // namespace assay::sqlite
