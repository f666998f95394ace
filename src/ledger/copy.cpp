// SPDX-License-Identifier: MIT
#include "ledger/copy.h"

#include "base/ensure.h"
#include "core/event_records.h"
#include "core/machine.h"
#include "format/journal.h"
#include "ledger/chain.h"
#include "ledger/projections.h"
#include "ledger/seal.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace assay::ledger {

namespace {

constexpr std::size_t events_at_once = 200;

/// One run on its way. It hears every event from the first one on, and appends those that the new
/// store does not have.
class RunCopy {
 public:
  RunCopy(shell::Store& from, shell::Store& to, const shell::StoredRun& run)
      : from_(from),
        to_(to),
        run_(run),
        projections_([&from](const std::string& path, const Digest& written) {
          return from.files().read(path, written);
        }) {}

  /// `there`: as far as an earlier copy came.
  Result<> copy(const std::optional<shell::StoredRun>& there);

 private:
  Result<> hear(const shell::EventRow& row);
  Result<shell::Entry> entry_of(const shell::EventRow& row);
  Result<> bring_files(const core::Event& event);
  Result<> bring_file(const std::string& path, const Digest& written);
  Result<> append();
  Result<> reserve();
  Result<std::optional<shell::StoredSeal>> seal();

  shell::Store& from_;
  shell::Store& to_;
  const shell::StoredRun& run_;
  std::unique_ptr<shell::Lease> lease_;
  shell::Tail tail_;    ///< where the new store's run ends
  shell::Batch batch_;  ///< what comes next
  shell::Tail heard_;   ///< where the batch ends
  Digest decisions_;    ///< up to there
  std::optional<core::Machine> machine_;
  bool row_effects_ = false;
  bool reserved_ = false;
  bool pruned_ = false;
  Projections projections_;
};

Result<> RunCopy::copy(const std::optional<shell::StoredRun>& there) {
  tail_ = {.epoch = 1, .events = 0, .head = genesis(run_.run_id)};
  heard_ = tail_;
  if (there) {
    shell::Store::TakenOver taken = TRY(to_.take_over(run_.run_id));
    lease_ = std::move(taken.lease);
    tail_ = taken.tail;
  } else {
    lease_ = TRY(to_.take({run_.run_id, run_.machine, run_.workspace}));
  }
  TRY(from_.read(run_.run_id, 0, [this](const shell::EventRow& row) { return hear(row); }));
  if (!batch_.events.empty()) TRY(append());
  lease_.reset();
  if (!run_.end) to_.keys().note(run_.run_id, tail_.events);
  if (pruned_)
    static_cast<void>(TRY(to_.files().prune(run_.run_id, "removed before the run was copied\n")));
  return {};
}

/// With what its decision brings into the tables, which is not kept and is decided again.
Result<shell::Entry> RunCopy::entry_of(const shell::EventRow& row) {
  const Instant at = TRY(parse_instant(row.at));
  shell::Entry entry{TRY(format::decode(row.kind, at, row.body)), std::string(row.decision)};
  if (const auto* first = std::get_if<core::RunStarted>(&entry.event)) {
    const bool asks =
        !std::holds_alternative<std::shared_ptr<const core::verify::Plan>>(first->plan);
    if (asks) machine_.emplace();
    row_effects_ = first->rules >= core::Rules::v0_2;
  }
  if (!machine_) return entry;
  for (const core::Effect& effect : core::decide(*machine_, entry.event)) {
    const auto* rows = std::get_if<core::RecordRows>(&effect);
    if (rows != nullptr && !rows->is_answered && row_effects_) entry.rows.push_back(*rows);
    if (const auto* start = std::get_if<core::StartAttempt>(&effect))
      entry.starts.push_back(start->launch.key);
  }
  return entry;
}

Result<> RunCopy::hear(const shell::EventRow& row) {
  const shell::Entry entry = TRY(entry_of(row));
  std::vector<shell::Change> changes;
  projections_.add(row.seq, entry, changes);
  decisions_ = decided_after(decisions_, row.seq, row.decision);
  shell::StoredEvent event{
      row.seq, std::string(row.at),      std::string(row.kind), std::string(row.body), heard_.head,
      {},      std::string(row.decision)};
  event.hash = hash_of({run_.run_id, row.seq, row.at, row.kind, row.body}, heard_.head);
  heard_ = {tail_.epoch, row.seq, event.hash};
  TRY(bring_files(entry.event));
  if (row.seq <= tail_.events) {
    // What an earlier copy brought must be the beginning of the same run.
    if (row.seq == tail_.events && heard_.head != tail_.head)
      return Error{Fault::conflict, "is there already, and is another one"};
    return {};
  }
  batch_.events.push_back(std::move(event));
  std::move(changes.begin(), changes.end(), std::back_inserter(batch_.changes));
  const auto* end = std::get_if<core::RunConcluded>(&entry.event);
  if (end != nullptr && !batch_.end)
    batch_.end = {to_text(end->at), std::string(core::to_text(end->outcome))};
  return batch_.events.size() < events_at_once ? Result<>() : append();
}

Result<> RunCopy::append() {
  if (tail_.events > 0) TRY(reserve());
  if (batch_.end) batch_.seal = TRY(seal());
  if (!batch_.end)
    batch_.code =
        TRY(to_.keys().code_of(open_bytes({run_.run_id, heard_.events, heard_.head, decisions_}),
                               [this] { return heads_of_runs(to_); }));
  // What was held back has to be there before something settles it.
  if (tail_.events == 0 && batch_.events.size() > 1) {
    shell::Batch first;
    first.events.push_back(batch_.events.front());
    TRY(lease_->append(tail_, first));
    tail_ = {tail_.epoch, 1, first.events.front().hash};
    TRY(reserve());
    batch_.events.erase(batch_.events.begin());
  }
  TRY(lease_->append(tail_, batch_));
  tail_ = {tail_.epoch, batch_.events.back().seq, batch_.events.back().hash};
  batch_ = {};
  return {};
}

Result<> RunCopy::reserve() {
  if (reserved_) return {};
  reserved_ = true;
  std::vector<shell::SpendingRow> rows;
  {
    const auto audit = TRY(from_.open_audit());
    rows = TRY(audit->spending(run_.run_id));
  }
  for (const shell::SpendingRow& row : rows)
    static_cast<void>(TRY(lease_->reserve(tail_, row.reserved)));
  return {};
}

/// As it was signed; the number belongs to the ring that gave it.
Result<std::optional<shell::StoredSeal>> RunCopy::seal() {
  std::vector<shell::StoredSeal> seals;
  {
    const auto audit = TRY(from_.open_audit());
    seals = TRY(audit->seals(run_.run_id));
  }
  if (seals.empty()) return std::optional<shell::StoredSeal>();
  shell::StoredSeal seal = seals.front();
  const auto keys = TRY(from_.keys().all());
  if (seal.ring.empty() && !keys.empty()) seal.ring = keys.back().name;
  // A store with one ring calls its own by no name.
  const auto own = TRY(to_.keys().all());
  if (!to_.is_shared() && !own.empty() && own.back().name == seal.ring) seal.ring.clear();
  return std::optional(std::move(seal));
}

Result<> RunCopy::bring_files(const core::Event& event) {
  const auto* ended = std::get_if<core::AttemptEnded>(&event);
  if (ended == nullptr) return {};
  const core::Captured& output = ended->evidence.output;
  if (!output.log_path.empty()) TRY(bring_file(output.log_path, output.log));
  const auto& tests = ended->evidence.reading.tests;
  return tests ? bring_file(tests->path, tests->digest) : Result<>();
}

Result<> RunCopy::bring_file(const std::string& path, const Digest& written) {
  shell::RunFiles& files = to_.files();
  const shell::LogSight source = from_.files().look_at(run_.run_id, path);
  pruned_ = pruned_ || source.pruned;
  if (!source.digest || *source.digest != written) return {};
  if (files.look_at(run_.run_id, path).digest != source.digest) {
    const auto content = from_.files().read(path, written);
    return content ? files.adopt(run_.run_id, path, *content) : Result<>(content.error());
  }
  return files.share(run_.run_id, path, written);
}

Result<std::optional<shell::StoredRun>> run_in(shell::Store& store, const std::string& run_id) {
  for (shell::StoredRun& run : TRY(store.runs({.begins_with = run_id, .longest = 1})))
    if (run.run_id == run_id) return std::optional(std::move(run));
  return std::optional<shell::StoredRun>();
}

bool is_same(const shell::StoredRun& a, const shell::StoredRun& b) {
  return a.events == b.events && a.head == b.head && a.end.has_value() == b.end.has_value() &&
         (!a.end || a.end->outcome == b.end->outcome);
}

/// Public keys first: whoever reads a run finds who signed it.
Result<> introduce_keys(shell::Store& from, shell::Store& to) {
  std::vector<shell::TeamKey> keys = TRY(from.keys().team());
  const std::vector<shell::PublicKey> own = TRY(from.keys().all());
  if (keys.empty()) {
    for (const shell::PublicKey& key : own)
      keys.push_back({.name = key.name, .ring = own.back().name, .pem = key.pem});
  }
  return to.keys().introduce(keys);
}

class Copying {
 public:
  Copying(shell::Store& from, shell::Store& to, const OnCopied& tell)
      : from_(from), to_(to), tell_(tell) {}

  Result<CopyReport> all();

 private:
  Result<> one(const shell::StoredRun& run);
  void leave(const shell::StoredRun& run, std::string why, bool is_problem) {
    report_.left.push_back({run.run_id, std::move(why), is_problem});
  }

  shell::Store& from_;
  shell::Store& to_;
  const OnCopied& tell_;
  shell::RunHeads before_;
  CopyReport report_;
};

Result<> Copying::one(const shell::StoredRun& run) {
  const auto there = TRY(run_in(to_, run.run_id));
  if (there && is_same(run, *there)) return ++report_.already, Result<>();
  if (run.alive) return leave(run, "is still at work", false), Result<>();
  const bool is_beginning = there && !there->end && !there->alive && there->events < run.events;
  if (there && !is_beginning)
    return leave(run, "is there already, and is another one", true), Result<>();
  const ChainReport sound = TRY(verify_chains(from_, run.run_id));
  if (!sound.sound())
    return leave(run, "is not what was written: " + sound.problems.front().what, true), Result<>();
  const Result<> copied = RunCopy(from_, to_, run).copy(there);
  const bool is_another = !copied && copied.error().fault == Fault::conflict;
  if (is_another) return leave(run, copied.error().what, true), Result<>();
  if (!copied) return copied;
  ++report_.copied;
  report_.events += run.events;
  if (tell_) tell_(run.run_id, run.events);
  return {};
}

Result<CopyReport> Copying::all() {
  TRY(introduce_keys(from_, to_));
  std::vector<shell::StoredRun> runs = TRY(from_.runs({}));
  std::reverse(runs.begin(), runs.end());
  // Vouched for before they come: what is checked afterwards needs it.
  const shell::RunHeads before = TRY(from_.keys().runs_before());
  TRY(to_.keys().adopt_before(before));
  for (const shell::StoredRun& run : runs) {
    TRY(one(run));
    const bool left = !report_.left.empty() && report_.left.back().run_id == run.run_id;
    if (left) continue;
    const ChainReport found = TRY(verify_chains(to_, run.run_id));
    report_.check.runs += found.runs;
    report_.check.events += found.events;
    report_.check.logs += found.logs;
    report_.check.pruned += found.pruned;
    report_.check.sealed += found.sealed;
    report_.check.unsealed += found.unsealed;
    report_.check.problem_count += found.problem_count;
    for (const ChainProblem& problem : found.problems) {
      if (report_.check.problems.size() < ChainReport::problems_max)
        report_.check.problems.push_back(problem);
    }
  }
  return std::move(report_);
}

}  // namespace

bool CopyReport::sound() const {
  return check.sound() &&
         std::none_of(left.begin(), left.end(), [](const Left& each) { return each.is_problem; });
}

Result<CopyReport> copy_runs(shell::Store& from, shell::Store& to, const OnCopied& tell) {
  return Copying(from, to, tell).all();
}

}  // namespace assay::ledger
