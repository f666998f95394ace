// SPDX-License-Identifier: MIT
#include "ledger/ledger.h"

#include "base/ensure.h"
#include "base/id.h"
#include "core/event_records.h"
#include "format/journal.h"
#include "ledger/chain.h"
#include "ledger/journal.h"
#include "ledger/proofs.h"
#include "ledger/witnesses.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::ledger {

namespace {

Error bad_name(const std::string& run_id) {
  return {Fault::bad_input, fmt::format("'{}' cannot be the name of a run", run_id)};
}

Error ambiguous(std::string_view name, const std::vector<RunRow>& found) {
  constexpr std::size_t shown_max = 10;
  std::string list;
  for (std::size_t i = 0; i < std::min(found.size(), shown_max); ++i)
    list += (i == 0 ? "" : ", ") + found[i].run_id;
  if (found.size() > shown_max) list += ", ...";
  return {Fault::bad_input, fmt::format("'{}' fits several runs: {}", name, list)};
}

Error no_tables() { return {Fault::bad_input, "this ledger has no tables to be asked"}; }

}  // namespace

Result<RunRow> row_of(shell::StoredRun stored) {
  RunRow row;
  row.started = TRY(parse_instant(stored.started_at));
  if (stored.end) {
    if (!stored.end->at.empty()) row.ended = TRY(parse_instant(stored.end->at));
    row.outcome = value_of<core::Outcome>(stored.end->outcome);
  }
  row.run_id = std::move(stored.run_id);
  row.machine = std::move(stored.machine);
  row.workspace = std::move(stored.workspace);
  row.events = stored.events;
  row.epoch = stored.epoch;
  row.head = stored.head;
  row.parked = stored.last_kind == format::kind_of(core::RunParked{});
  row.alive = !row.outcome && stored.alive;
  row.coordinator = row.alive ? stored.coordinator : 0;
  row.orphaned = row.alive && stored.orphaned;
  return row;
}

Ledger::Ledger(std::unique_ptr<shell::Store> store) : store_(std::move(store)) {
  ENSURE(store_ != nullptr);
}

Result<std::unique_ptr<shell::Journal>> Ledger::begin(const shell::NewRun& run) {
  if (!is_valid_id(run.run_id)) return bad_name(run.run_id);
  auto lease = TRY(store_->take(run));
  const shell::Tail tail{.epoch = 1, .events = 0, .head = genesis(run.run_id)};
  return std::unique_ptr<shell::Journal>(
      std::make_unique<Journal>(store_, std::move(lease), run.run_id, run.machine, tail));
}

Result<std::unique_ptr<shell::Journal>> Ledger::take_over(const std::string& run_id) {
  if (!is_valid_id(run_id)) return bad_name(run_id);
  shell::Store::TakenOver taken = TRY(store_->take_over(run_id));
  ENSURE(taken.lease != nullptr);
  if (taken.tail.events == 0)
    return Error{Fault::io, fmt::format("{}: run {} has no events", store_->name(), run_id)};
  const RunRow run = TRY(find_run(run_id));
  auto journal =
      std::make_unique<Journal>(store_, std::move(taken.lease), run_id, run.machine, taken.tail);
  TRY(journal->check(taken.code));
  return std::unique_ptr<shell::Journal>(std::move(journal));
}

Result<std::vector<RunRow>> Ledger::runs(const shell::RunFilter& filter) {
  std::vector<RunRow> rows;
  for (shell::StoredRun& stored : TRY(store_->runs(filter)))
    rows.push_back(TRY(row_of(std::move(stored))));
  ENSURE(rows.size() <= filter.longest);
  return rows;
}

Result<std::vector<RunRow>> Ledger::runs(std::size_t longest) {
  return runs(shell::RunFilter{.longest = longest});
}

Result<RunRow> Ledger::find_run(std::string_view name) {
  if (name == "last") {
    const std::vector<RunRow> newest = TRY(runs({.longest = 1, .here = true}));
    if (newest.empty()) return Error{Fault::not_found, "there are no runs yet"};
    return newest.front();
  }
  if (name.empty()) return Error{Fault::bad_input, "a run needs a name"};
  const std::vector<RunRow> found =
      TRY(runs({.begins_with = std::string(name), .longest = 11}));  // one more than are shown
  if (found.empty()) return Error{Fault::not_found, fmt::format("no run '{}'", name)};
  if (found.size() > 1 && found.front().run_id != name) return ambiguous(name, found);
  return found.front();
}

Result<> Ledger::for_each_event(const std::string& run_id, const shell::Store::OnEvent& visit,
                                std::uint64_t after) {
  return store_->read(run_id, after, visit);
}

Result<> Ledger::for_each_entry(const std::string& run_id, const OnEntry& visit) {
  return visit_entries(*store_, run_id, visit);
}

Result<> Ledger::for_each_entry(const std::string& run_id, shell::Tail& read,
                                const OnEntry& visit) {
  return visit_entries(*store_, run_id, read, visit);
}

Result<bool> Ledger::wait(const std::string& run_id, std::uint64_t after, Millis longest) {
  return store_->wait(run_id, after, longest);
}

Result<> Ledger::ask_to_stop(const std::string& run_id, const std::string& by) {
  const RunRow row = TRY(find_run(run_id));
  if (row.run_id != run_id || row.outcome)
    return Error{Fault::bad_input, fmt::format("run {} has ended", run_id)};
  if (!row.alive) return Error{Fault::bad_input, fmt::format("run {} has no coordinator", run_id)};
  return store_->ask_to_stop(run_id, {by});
}

Result<std::vector<std::uint32_t>> Ledger::expected_ms(std::span<const Digest> keys) {
  std::vector<std::uint32_t> millis = TRY(store_->durations(keys));
  ENSURE(millis.size() == keys.size());
  return millis;
}

Result<Recollection> Ledger::recollect(const std::string& workspace, const core::Tree& tree,
                                       std::span<const Digest> keys) {
  return ledger::recollect(*store_, workspace, tree, keys);
}

Result<std::shared_ptr<const Told>> Ledger::recollect_sealed(const std::string& tree) {
  return ledger::recollect_sealed(*store_, tree);
}

Result<std::vector<core::work::KnownProof>> Ledger::known_proofs(const std::string& workspace,
                                                                 const std::string& machine) {
  return ledger::known_proofs(*store_, workspace, machine);
}

Result<bool> Ledger::is_signed(const std::string& run_id) {
  Witnesses witnesses = TRY(Witnesses::open(*store_));
  for (const shell::StoredRun& row : TRY(store_->runs({.begins_with = run_id, .longest = 1})))
    return row.run_id == run_id && TRY(witnesses.is_signed(row));
  return false;
}

Result<std::vector<shell::TestedCommand>> Ledger::tested_commands() {
  return store_->tested_commands();
}

Result<std::vector<shell::StoredTestRun>> Ledger::test_runs(const Digest& command) {
  return store_->test_runs(command);
}

Result<> Ledger::test_names(const Digest& command, const shell::Store::IsWanted& wanted,
                            const shell::Store::OnTest& visit) {
  return store_->test_names(command, wanted, visit);
}

Result<std::vector<shell::DaySpent>> Ledger::spending_by_day(const std::string& first) {
  return store_->spending_by_day(first);
}

Result<std::map<std::string, core::agent::Spent>> Ledger::spending() { return store_->spending(); }

Result<ChainReport> Ledger::verify_chains(const std::optional<std::string>& run_id) {
  return ledger::verify_chains(*store_, run_id);
}

Result<std::string> Ledger::read_file(const std::string& path, const Digest& written) {
  return store_->files().read(path, written);
}

Result<std::vector<shell::TeamKey>> Ledger::team_keys() { return store_->keys().team(); }

Result<std::vector<shell::PublicKey>> Ledger::keys() { return store_->keys().all(); }

Result<shell::PublicKey> Ledger::rotate_key() {
  return store_->keys().rotate([this] { return heads_of_runs(*store_); });
}

Result<std::vector<RunSeal>> Ledger::seals() {
  const auto audit = TRY(store_->open_audit());
  std::vector<RunSeal> all;
  for (const shell::StoredSeal& stored : TRY(audit->seals(std::nullopt))) {
    auto seal = read_seal(stored.statement);
    const bool is_own = seal && seal->run == stored.run_id && seal->number == stored.number;
    if (is_own && holds(stored.signature, sealed_bytes(stored.statement)))
      all.push_back(seal.take());
  }
  return all;
}

Result<shell::Signature> Ledger::sign(std::string_view message) {
  const auto turn = TRY(store_->keys().take_turn([this] { return heads_of_runs(*store_); }));
  return turn->sign(message);
}

bool Ledger::holds(const shell::Signature& signature, std::string_view message) {
  return store_->keys().holds(signature, message);
}

Result<shell::Pruned> Ledger::prune(const std::string& run_id, Instant now) {
  if (!is_valid_id(run_id)) return bad_name(run_id);
  const RunRow run = TRY(find_run(run_id));
  if (run.run_id != run_id || !run.outcome)
    return Error{Fault::bad_input, fmt::format("run {} has not ended", run_id)};
  return store_->files().prune(run_id, fmt::format("logs and prompts removed {}\n", to_text(now)));
}

Result<shell::RowExport> Ledger::export_rows(const std::string& directory,
                                             const std::optional<std::string>& run_id) {
  shell::Tables* tables = store_->tables();
  return tables == nullptr ? no_tables() : tables->export_rows(directory, run_id);
}

Result<std::vector<std::string>> Ledger::query(const std::string& sql, const shell::OnRow& row) {
  shell::Tables* tables = store_->tables();
  return tables == nullptr ? no_tables() : tables->query(sql, row);
}

}  // namespace assay::ledger
