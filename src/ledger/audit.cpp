// SPDX-License-Identifier: MIT
#include "ledger/audit.h"

#include "base/ensure.h"
#include "core/machine.h"
#include "format/journal.h"
#include "ledger/chain.h"
#include "ledger/row_audit.h"
#include "ledger/seal.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace assay::ledger {

namespace {

/// None: these are not the bytes of a digest.
std::optional<Digest> digest_from(std::string_view bytes) {
  Digest digest;
  if (bytes.size() != digest.bytes.size()) return std::nullopt;
  std::copy(bytes.begin(), bytes.end(), digest.bytes.begin());
  return digest;
}

void note(ChainReport& report, const std::string& run_id, std::uint64_t seq, std::string what) {
  ++report.problem_count;
  if (report.problems.size() == ChainReport::problems_max) return;
  report.problems.push_back({run_id, seq, std::move(what)});
}

/// What the keys of a ledger know of its runs.
struct KeysSay {
  shell::RunHeads ended_before;
  std::uint64_t counted = 0;
  bool have_signed = false;  ///< there is a key
};

Result<KeysSay> ask_keys(shell::Keys& keys) {
  KeysSay say;
  say.counted = TRY(keys.counted());
  say.ended_before = TRY(keys.ended_before());
  say.have_signed = say.counted > 0 || !TRY(keys.all()).empty();
  return say;
}

/// Numbers are given one after the other, so what was taken out is missed.
void check_numbers(const std::vector<shell::StoredSeal>& seals, const KeysSay& say,
                   ChainReport& report) {
  std::uint64_t last = 0;
  for (const shell::StoredSeal& seal : seals) {
    if (seal.number != last + 1)
      note(report, seal.run_id, 0,
           fmt::format(
               "its end was signed as number {}, and none was as number {}: a run is missing",
               seal.number, last + 1));
    last = seal.number;
  }
  if (last < say.counted)
    note(report, "", 0,
         fmt::format("{} ends of runs were signed, and this ledger has {}: it is an older copy, or "
                     "runs were taken out of it",
                     say.counted, last));
}

/// One run at one moment, with one event in memory at a time.
class RunCheck {
 public:
  RunCheck(shell::Store& store, shell::StoreAudit& audit, const std::string& run_id,
           const KeysSay& keys, ChainReport& report)
      : store_(store),
        audit_(audit),
        run_id_(run_id),
        keys_(keys),
        report_(report),
        previous_(genesis(run_id)),
        rows_(audit, run_id) {}

  Result<> check();

 private:
  Result<> check_event(const shell::EventRow& row);
  Result<> check_projections(const shell::EventRow& row);
  void start_folding(const core::RunStarted& first);
  void stop_folding();
  Result<> check_rows(const core::Event& event);
  Result<> check_attempt(const core::AttemptEnded& ended);
  void check_log(const std::string& path, const Digest& written);
  Result<> check_end(const shell::StoreAudit::Totals& totals);
  Result<> check_seal(const shell::StoreAudit::Totals& totals, std::uint64_t events);
  void add(std::string what) { note(report_, run_id_, seq_, std::move(what)); }

  shell::Store& store_;
  shell::StoreAudit& audit_;
  const std::string& run_id_;
  const KeysSay& keys_;
  ChainReport& report_;
  Digest previous_;
  RowAudit rows_;
  std::optional<core::Machine> machine_;  ///< decides again, where rows follow from that
  std::uint64_t seq_ = 0;                 ///< of the event that is looked at
  std::set<core::AttemptKey> ended_;
  std::uint64_t attempts_ = 0;
  std::string outcome_;  ///< that an event tells of
  std::uint64_t problems_before_ = 0;
};

Result<> RunCheck::check() {
  const std::optional<shell::StoreAudit::Totals> totals = TRY(audit_.totals(run_id_));
  if (!totals) return Error{Fault::not_found, fmt::format("no run '{}'", run_id_)};
  ++report_.runs;
  problems_before_ = report_.problem_count;
  TRY(store_.read(run_id_, 0, [this](const shell::EventRow& row) { return check_event(row); }));
  return check_end(*totals);
}

Result<> RunCheck::check_event(const shell::EventRow& row) {
  ++report_.events;
  const std::uint64_t expected = seq_ + 1;
  seq_ = row.seq;
  if (seq_ != expected) add(fmt::format("follows event {}: a gap", expected - 1));
  const std::optional<Digest> before = digest_from(row.previous);
  const std::optional<Digest> hash = digest_from(row.hash);
  if (!before || *before != previous_) add("does not continue the event before it");
  const Link link{run_id_, seq_, row.at, row.kind, row.body};
  const bool intact = before && hash && hash_of(link, *before) == *hash;
  if (!intact) add("was changed: its hash does not fit");
  // The rest is compared with what is stored, so that one break is reported once.
  if (hash) previous_ = *hash;
  if (!intact) stop_folding();
  return check_projections(row);
}

/// What an event alone brings into other tables, and what it leads to.
Result<> RunCheck::check_projections(const shell::EventRow& row) {
  const bool starts = row.kind == format::kind_of(core::RunStarted{});
  const bool projected = row.kind == format::kind_of(core::AttemptEnded{}) ||
                         row.kind == format::kind_of(core::RowsRecorded{}) ||
                         row.kind == format::kind_of(core::RunConcluded{});
  if (!starts && !projected && !machine_) return {};
  const auto at = parse_instant(row.at);
  const auto event = at ? format::decode(row.kind, *at, row.body) : Result<core::Event>(at.error());
  if (!event) {
    stop_folding();
    if (projected) add("cannot be read");
    return {};
  }
  if (starts) start_folding(std::get<core::RunStarted>(*event));
  if (const auto* end = std::get_if<core::RunConcluded>(&*event);
      end != nullptr && outcome_.empty())
    outcome_ = core::to_text(end->outcome);
  TRY(check_rows(*event));
  const auto* ended = std::get_if<core::AttemptEnded>(&*event);
  return ended == nullptr ? Result<>() : check_attempt(*ended);
}

/// Rows of pipelines follow from what is decided.
void RunCheck::start_folding(const core::RunStarted& first) {
  const bool rows = std::holds_alternative<std::shared_ptr<const core::pipeline::Plan>>(first.plan);
  if (rows && first.rules >= core::Rules::v0_2) machine_.emplace();
}

/// Nothing follows from events that are not what they were: the rows are not compared any more.
void RunCheck::stop_folding() {
  if (machine_) rows_.give_up();
  machine_.reset();
}

Result<> RunCheck::check_rows(const core::Event& event) {
  shell::Entry entry{event, ""};
  const core::Effects effects = machine_ ? core::decide(*machine_, event) : core::Effects{};
  for (const core::Effect& effect : effects) {
    const auto* rows = std::get_if<core::RecordRows>(&effect);
    if (rows != nullptr && !rows->is_answered) entry.rows.push_back(*rows);
  }
  for (const shell::RunRows& rows : rows_of(entry)) {
    const std::string problem = TRY(rows_.compare(rows));
    if (!problem.empty()) add(problem);
  }
  return {};
}

Result<> RunCheck::check_attempt(const core::AttemptEnded& ended) {
  if (ended_.insert(ended.key).second) {
    const auto stored = TRY(audit_.attempt(run_id_, ended.name, ended.key.attempt));
    const std::string problem = difference(stored, attempt_row(seq_, ended));
    if (stored) ++attempts_;
    if (!problem.empty()) add(problem);
  }
  const core::Captured& output = ended.evidence.output;
  if (!output.log_path.empty()) check_log(output.log_path, output.log);
  const auto& tests = ended.evidence.reading.tests;
  if (tests) check_log(tests->path, tests->digest);
  return {};
}

void RunCheck::check_log(const std::string& path, const Digest& written) {
  ++report_.logs;
  const shell::LogSight sight = store_.files().look_at(run_id_, path);
  if (sight.pruned) {
    ++report_.pruned;
  } else if (!sight.digest) {
    add(fmt::format("log {}: {}", path, sight.problem));
  } else if (*sight.digest != written) {
    add(fmt::format("log {}: was changed", path));
  }
}

Result<> RunCheck::check_end(const shell::StoreAudit::Totals& totals) {
  const std::uint64_t last = seq_;
  seq_ = 0;  // what follows concerns the run as a whole
  if (totals.events != last)
    add(fmt::format("has {} events, but {} were written", last, totals.events));
  const std::optional<Digest> head = digest_from(totals.head);
  if (!head || *head != previous_) add("its head is not its last event");
  if (totals.attempts != attempts_) add("attempts has rows that no event tells of");
  const std::string rows = TRY(rows_.end());
  if (!rows.empty()) add(rows);
  if (totals.decisions_without_event != 0) add("decisions has rows without an event");
  // Once is enough: nothing that was signed fits events that are not what they were.
  if (report_.problem_count != problems_before_) return {};
  if (totals.outcome != outcome_) add("its outcome is not the one its events tell of");
  return check_seal(totals, last);
}

Result<> RunCheck::check_seal(const shell::StoreAudit::Totals& totals, std::uint64_t events) {
  const std::vector<shell::StoredSeal> seals = TRY(audit_.seals(run_id_));
  const auto before = keys_.ended_before.find(run_id_);
  const bool known = before != keys_.ended_before.end() && before->second == previous_.hex();
  if (!seals.empty() && !known) {
    ++report_.sealed;
    RunSeal expected;
    expected.run = run_id_;
    expected.machine = totals.machine;
    expected.head = previous_;
    expected.events = events;
    expected.outcome = totals.outcome;
    const std::string fault = find_seal_fault(store_.keys(), seals.front(), expected);
    if (!fault.empty()) add(fault);
    return {};
  }
  if (totals.outcome.empty()) return {};
  if (keys_.have_signed && !known) {
    add("has ended, and its end is not signed");
  } else {
    ++report_.unsealed;
  }
  return {};
}

}  // namespace

Result<ChainReport> verify_chains(shell::Store& store, const std::optional<std::string>& run_id) {
  ENSURE(!run_id || !run_id->empty());
  ChainReport report;
  std::vector<std::string> names;
  // Asked first: what is signed meanwhile is more than was counted, never less.
  KeysSay say;
  say.have_signed = true;
  if (auto asked = ask_keys(store.keys())) {
    say = asked.take();
  } else {
    note(report, "", 0, asked.error().what);
  }
  {
    const auto audit = TRY(store.open_audit());
    for (std::string& problem : TRY(audit->damage())) note(report, "", 0, std::move(problem));
    if (run_id) {
      names.push_back(*run_id);
    } else {
      for (const shell::StoreAudit::Stray& stray : TRY(audit->strays()))
        note(report, stray.run_id, 0, fmt::format("{} without a run", stray.table));
      names = TRY(audit->run_ids());
      check_numbers(TRY(audit->seals(std::nullopt)), say, report);
    }
  }
  // A moment of its own for each run: events appended meanwhile must not look like a difference.
  for (const std::string& name : names) {
    const auto audit = TRY(store.open_audit());
    TRY(RunCheck(store, *audit, name, say, report).check());
  }
  ENSURE(report.problems.size() <= report.problem_count);
  return report;
}

}  // namespace assay::ledger
