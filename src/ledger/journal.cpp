// SPDX-License-Identifier: MIT
#include "ledger/journal.h"

#include "base/ensure.h"
#include "ledger/chain.h"
#include "ledger/entries.h"
#include "ledger/recall.h"

#include <fmt/format.h>

namespace assay::ledger {

Journal::Journal(std::shared_ptr<shell::Store> store, std::unique_ptr<shell::Lease> lease,
                 std::string run_id, std::string machine, shell::Tail tail)
    : store_(std::move(store)),
      lease_(std::move(lease)),
      run_id_(std::move(run_id)),
      machine_(std::move(machine)),
      tail_(tail),
      projections_([store = store_](const std::string& path, const Digest& written) {
        return store->files().read(path, written);
      }) {
  ENSURE(store_ != nullptr && lease_ != nullptr);
  ENSURE(tail_.epoch >= 1);
}

Result<> Journal::append(std::span<const shell::Entry> entries) {
  if (entries.empty()) return {};
  if (broken_) return *broken_;
  shell::Tail tail = tail_;
  Digest decisions = decisions_;
  shell::Batch batch = batch_of(entries, tail, decisions);
  for (const shell::Entry& entry : entries) TRY(share_files(entry));
  Sealing sealing;
  TRY(vouch(batch, {run_id_, tail.events, tail.head, decisions}, sealing));
  const Result<> written = lease_->append(tail_, batch);
  if (!written) {
    // What a failed sync left on the disk is unknown, and trying again could acknowledge what is
    // not there. Who only found the store busy, or himself replaced, has written nothing.
    if (written.error().fault != Fault::conflict) broken_ = written.error();
    return written;
  }
  ENSURE(tail.events == tail_.events + entries.size());
  tail_ = tail;
  decisions_ = decisions;
  if (sealing.turn) {
    // The run has ended, whatever becomes of this: who seals next counts it along.
    (void)sealing.turn->count(sealing.seal.number);
    store_->keys().forget(run_id_);
  } else {
    store_->keys().note(run_id_, tail_.events);
  }
  for (const shell::Entry& entry : entries) TRY(keep_rows(entry));
  return {};
}

/// No event tells of a file that cannot be read wherever the event can.
Result<> Journal::share_files(const shell::Entry& entry) {
  const auto* ended = std::get_if<core::AttemptEnded>(&entry.event);
  if (ended == nullptr) return {};
  const core::Captured& output = ended->evidence.output;
  if (!output.log_path.empty()) TRY(store_->files().share(run_id_, output.log_path, output.log));
  const auto& tests = ended->evidence.reading.tests;
  return tests ? store_->files().share(run_id_, tests->path, tests->digest) : Result<>();
}

shell::Batch Journal::batch_of(std::span<const shell::Entry> entries, shell::Tail& tail,
                               Digest& decisions) {
  shell::Batch batch;
  batch.events.reserve(entries.size());
  for (const shell::Entry& entry : entries) {
    batch.events.push_back(store_entry(run_id_, entry, tail));
    decisions = decided_after(decisions, tail.events, entry.decision);
    projections_.add(tail.events, entry, batch.changes);
    const auto* end = std::get_if<core::RunConcluded>(&entry.event);
    if (end != nullptr && !batch.end)
      batch.end = {to_text(end->at), std::string(core::to_text(end->outcome))};
  }
  return batch;
}

/// An end is signed; until then a code is enough, which costs next to nothing.
Result<> Journal::vouch(shell::Batch& batch, const OpenRun& reached, Sealing& sealing) {
  if (batch.end) {
    sealing = TRY(begin_sealing(*store_, seal_of(*batch.end, reached)));
    batch.seal = sealing.seal;
    return {};
  }
  batch.code =
      TRY(store_->keys().code_of(open_bytes(reached), [this] { return heads_of_runs(*store_); }));
  return {};
}

Result<> Journal::check(const std::string& code) {
  const KeysSay say = TRY(ask_keys(store_->keys()));
  Digest head = genesis(run_id_);
  Digest decisions;
  TRY(visit_chain(*store_, run_id_, [&](const shell::EventRow& row, const Digest& hash) {
    head = hash;
    decisions = decided_after(decisions, row.seq, row.decision);
    return Result<>();
  }));
  std::string fault = "its head is not its last event";
  if (head == tail_.head)
    fault = find_open_fault(store_->keys(), say, {run_id_, tail_.events, head, decisions}, code);
  if (!fault.empty())
    return Error{Fault::io, fmt::format("{}: run {}: {}; it cannot be gone on with", store_->name(),
                                        run_id_, fault)};
  decisions_ = decisions;
  return {};
}

RunSeal Journal::seal_of(const shell::RunEnd& end, const OpenRun& reached) const {
  RunSeal seal;
  seal.run = run_id_;
  seal.machine = machine_;
  seal.head = reached.head;
  seal.events = reached.events;
  seal.outcome = end.outcome;
  seal.at = end.at;
  seal.decisions = reached.decisions;
  for (const TestMemory::Remembered& each : projections_.tests()) seal.tests.push_back(each.digest);
  if (const core::verify::Plan* plan = projections_.plan()) {
    seal.tree = projections_.tree();
    seal.gates = plan->manifest_digest;
    seal.partial = !plan->left_out.empty();
    seal.settings = plan->settings_digest;
    seal.clean_copy = !plan->commit.empty() || plan->sealing.on;
    seal.gates_from = plan->trusted.commit;
    seal.protected_changed = projections_.protected_changed();
    if (core::kept_by(plan->isolation)) seal.isolation = plan->isolation;
  }
  return seal;
}

/// What gates count is what assay itself has found out and told its journal.
Result<> Journal::keep_rows(const shell::Entry& entry) {
  for (const shell::RunRows& rows : rows_of(entry)) {
    if (!counter_) counter_ = TRY(store_->open_counter());
    TRY(counter_->add(run_id_, rows));
  }
  return {};
}

Result<> Journal::recall(const core::RecordRows& rows, Instant at) {
  if (!counter_) counter_ = TRY(store_->open_counter());
  return counter_->add(run_id_, {to_text(at), rows.checks, rows.telemetry});
}

Result<std::vector<shell::Entry>> Journal::read() {
  std::vector<shell::Entry> entries;
  entries.reserve(tail_.events);
  counter_.reset();
  TRY(visit_entries(*store_, run_id_, [&](std::uint64_t, shell::Entry entry) -> Result<> {
    projections_.remember(entry.event);
    Result<> kept = keep_rows(entry);
    entries.push_back(std::move(entry));
    return kept;
  }));
  return entries;
}

Result<core::agent::Spent> Journal::reserve(const core::AskSpending& attempt, Instant at) {
  ENSURE(attempt.key.attempt >= 1);
  return lease_->reserve(tail_, {attempt.key, attempt.name, day_text(at)});
}

Result<std::vector<std::optional<std::int64_t>>> Journal::count(
    std::span<const core::pipeline::RowQuestion> questions) {
  if (!counter_) counter_ = TRY(store_->open_counter());
  std::vector<std::optional<std::int64_t>> numbers;
  numbers.reserve(questions.size());
  for (const core::pipeline::RowQuestion& question : questions)
    numbers.push_back(TRY(counter_->count(run_id_, question)));
  return numbers;
}

Result<std::vector<core::Recalled>> Journal::recall_evidence(const core::RecallEvidence& wanted) {
  const std::optional<std::string> workspace = projections_.workspace();
  if (!workspace) return std::vector<core::Recalled>();
  std::vector<core::Recalled> found;
  std::uint32_t unit = 0;
  for (Known& known : TRY(ledger::recall(*store_, *workspace, wanted.tree, wanted.keys))) {
    if (known.can_be_used) {
      found.push_back(std::move(known.result));
      found.back().unit = unit;
    }
    ++unit;
  }
  return found;
}

/// Whether the store can be asked does not matter here: the next append will tell.
std::optional<std::string> Journal::stop_asked() {
  const auto heard = lease_->renew();
  if (!heard || !*heard) return std::nullopt;
  return (*heard)->by;
}

}  // namespace assay::ledger
