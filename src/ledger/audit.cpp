// SPDX-License-Identifier: MIT
#include "ledger/audit.h"

#include "base/ensure.h"
#include "core/machine.h"
#include "core/plans.h"
#include "format/journal.h"
#include "ledger/chain.h"
#include "ledger/projections.h"
#include "ledger/row_audit.h"
#include "ledger/seal.h"
#include "ledger/shared_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <variant>

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

/// Numbers are given one after the other, so what was taken out is missed.
void check_numbers(const std::vector<shell::StoredSeal>& seals, const KeysSay& say,
                   ChainReport& report) {
  std::map<std::string, std::uint64_t> last_of;  ///< by rings
  for (const shell::StoredSeal& seal : seals) {
    std::uint64_t& last = last_of[seal.ring];
    if (seal.number != last + 1)
      note(report, seal.run_id, 0,
           fmt::format(
               "its end was signed as number {}, and none was as number {}: a run is missing",
               seal.number, last + 1));
    last = seal.number;
  }
  // How many others have signed only they can tell.
  const std::uint64_t last = last_of[say.ring];
  if (last < say.counted)
    note(report, "", 0,
         fmt::format("{} ends of runs were signed, and this ledger has {}: it is an older copy, or "
                     "runs were taken out of it",
                     say.counted, last));
}

/// A run that was begun and has not ended is there.
void check_noted(const std::vector<std::string>& runs, const KeysSay& say, ChainReport& report) {
  for (const auto& [run, events] : say.noted) {
    if (std::find(runs.begin(), runs.end(), run) == runs.end())
      note(report, run, 0, fmt::format("had {} events, and is not there any more", events));
  }
}

/// One run at one moment, with one event in memory at a time.
class RunCheck {
 public:
  RunCheck(shell::Store& store, shell::StoreAudit& audit, const std::string& run_id,
           const KeysSay& keys, SharedRows& shared, ChainReport& report)
      : store_(store),
        audit_(audit),
        run_id_(run_id),
        keys_(keys),
        shared_(shared),
        report_(report),
        previous_(genesis(run_id)),
        rows_(audit, run_id),
        projections_([this](const std::string& path, const Digest& written) {
          return read_tests(path, written);
        }) {}

  Result<> check();

 private:
  Result<> check_event(const shell::EventRow& row);
  Result<> check_projections(const shell::EventRow& row);
  void start_folding(const core::RunStarted& first);
  void stop_folding();
  core::Effects decide(const core::Event& event);
  Result<> check_changes(const core::Event& event);
  Result<> check_change(const shell::Change& change);
  void check_logs(const core::AttemptEnded& ended);
  Result<> check_beside(const shell::StoreAudit::Totals& totals);
  void check_row(const shell::StoreAudit::Totals& totals);
  Result<std::string> read_tests(const std::string& path, const Digest& written);
  /// Its end was signed with everything that followed from it.
  bool is_signed_whole() const { return seal_ && seal_->decisions != Digest{}; }
  void share();
  void check_log(const std::string& path, const Digest& written);
  Result<> check_end(const shell::StoreAudit::Totals& totals);
  Result<> check_seal(const shell::StoreAudit::Totals& totals, std::uint64_t events);
  void add(std::string what) { note(report_, run_id_, seq_, std::move(what)); }

  shell::Store& store_;
  shell::StoreAudit& audit_;
  const std::string& run_id_;
  const KeysSay& keys_;
  SharedRows& shared_;
  ChainReport& report_;
  Digest previous_;
  Digest decisions_ = {};
  RowAudit rows_;
  SpendingAudit spending_;
  Projections projections_;               ///< what follows from the events, as when they came
  std::optional<core::Machine> machine_;  ///< decides again, where rows follow from that
  bool folded_ = true;                    ///< what is decided was known all along
  bool row_effects_ = false;              ///< decisions bring rows of pipelines
  std::optional<core::RunStarted> first_;
  std::string ended_at_;  ///< that an event tells of
  std::optional<RunSeal> seal_;
  std::set<std::string> trees_;
  std::vector<shell::Duration> took_;
  std::uint64_t seq_ = 0;  ///< of the event that is looked at
  std::set<std::pair<std::string, std::uint32_t>> ended_;
  std::uint64_t attempts_ = 0;
  std::string outcome_;  ///< that an event tells of
  std::uint64_t problems_before_ = 0;
};

Result<> RunCheck::check() {
  const std::optional<shell::StoreAudit::Totals> totals = TRY(audit_.totals(run_id_));
  if (!totals) return Error{Fault::not_found, fmt::format("no run '{}'", run_id_)};
  ++report_.runs;
  problems_before_ = report_.problem_count;
  seal_ = signed_end(store_.keys(), TRY(audit_.seals(run_id_)));
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
  decisions_ = decided_after(decisions_, seq_, row.decision);
  if (!intact) stop_folding();
  return check_projections(row);
}

/// What an event alone brings into other tables, and what it leads to.
Result<> RunCheck::check_projections(const shell::EventRow& row) {
  const bool starts = row.kind == format::kind_of(core::RunStarted{});
  const bool projected = row.kind == format::kind_of(core::AttemptEnded{}) ||
                         row.kind == format::kind_of(core::RowsRecorded{}) ||
                         row.kind == format::kind_of(core::TreeObserved{}) ||
                         row.kind == format::kind_of(core::RunConcluded{});
  if (!starts && !projected && !machine_ && !projections_.hears_all()) return {};
  const auto at = parse_instant(row.at);
  const auto event = at ? format::decode(row.kind, *at, row.body) : Result<core::Event>(at.error());
  if (!event) {
    stop_folding();
    if (projected) add("cannot be read");
    return {};
  }
  if (starts) start_folding(std::get<core::RunStarted>(*event));
  if (const auto* end = std::get_if<core::RunConcluded>(&*event);
      end != nullptr && outcome_.empty()) {
    outcome_ = core::to_text(end->outcome);
    ended_at_ = to_text(end->at);
  }
  TRY(check_changes(*event));
  if (const auto* ended = std::get_if<core::AttemptEnded>(&*event)) check_logs(*ended);
  return {};
}

/// What is asked of others, and rows of pipelines, follow from what is decided. A verify run asks
/// nobody.
void RunCheck::start_folding(const core::RunStarted& first) {
  if (!first_) first_ = first;
  if (std::holds_alternative<std::shared_ptr<const core::verify::Plan>>(first.plan)) return;
  machine_.emplace();
  row_effects_ = first.rules >= core::Rules::v0_2;
}

/// Nothing follows from events that are not what they were: the rows are not compared any more.
void RunCheck::stop_folding() {
  if (machine_) rows_.give_up();
  machine_.reset();
  folded_ = false;
}

core::Effects RunCheck::decide(const core::Event& event) {
  core::Effects effects = machine_ ? core::decide(*machine_, event) : core::Effects{};
  for (const core::Effect& effect : effects) {
    if (const auto* asked = std::get_if<core::AskSpending>(&effect))
      spending_.asked(*asked, format::instant_of(event));
  }
  return effects;
}

/// What the event and its decision bring into other tables, by the code that brought it there.
Result<> RunCheck::check_changes(const core::Event& event) {
  shell::Entry entry{event, ""};
  for (const core::Effect& effect : decide(event)) {
    const auto* rows = std::get_if<core::RecordRows>(&effect);
    if (rows != nullptr && !rows->is_answered && row_effects_) entry.rows.push_back(*rows);
    if (const auto* start = std::get_if<core::StartAttempt>(&effect))
      entry.starts.push_back(start->launch.key);
  }
  if (const auto* told = std::get_if<core::SpendingReported>(&event))
    spending_.reserved(told->key, told->at);
  std::vector<shell::Change> changes;
  projections_.add(seq_, entry, changes);
  for (const shell::Change& change : changes) TRY(check_change(change));
  return {};
}

Result<> RunCheck::check_change(const shell::Change& change) {
  if (const auto* rows = std::get_if<shell::RunRows>(&change)) {
    const std::string problem = TRY(rows_.compare(*rows));
    if (!problem.empty()) add(problem);
  } else if (const auto* attempt = std::get_if<shell::AttemptRow>(&change)) {
    if (!ended_.emplace(attempt->command_id, attempt->attempt).second) return {};
    const auto stored = TRY(audit_.attempt(run_id_, attempt->command_id, attempt->attempt));
    const std::string problem = difference(stored, *attempt);
    if (stored) ++attempts_;
    if (!problem.empty()) add(problem);
  } else if (const auto* tree = std::get_if<shell::TreeOfRun>(&change)) {
    trees_.insert(tree->tree);
  } else if (const auto* settled = std::get_if<shell::Settlement>(&change)) {
    spending_.add(*settled);
  } else if (const auto* released = std::get_if<shell::Release>(&change)) {
    spending_.add(*released);
  } else if (const auto* took = std::get_if<shell::Duration>(&change)) {
    took_.push_back(*took);
  }
  return {};
}

/// What was signed says what tests came to; the files it was read from may be gone.
Result<std::string> RunCheck::read_tests(const std::string& path, const Digest& written) {
  if (is_signed_whole()) return Error{Fault::not_found, path + ": need not be read"};
  return store_.files().read(path, written);
}

void RunCheck::check_logs(const core::AttemptEnded& ended) {
  const core::Captured& output = ended.evidence.output;
  if (!output.log_path.empty()) check_log(output.log_path, output.log);
  const auto& tests = ended.evidence.reading.tests;
  if (tests) check_log(tests->path, tests->digest);
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
  TRY(check_seal(totals, last));
  if (report_.problem_count != problems_before_) return {};
  TRY(check_beside(totals));
  share();
  return {};
}

/// Tables that a run has to itself, and its own row.
Result<> RunCheck::check_beside(const shell::StoreAudit::Totals& totals) {
  check_row(totals);
  const std::vector<std::string> trees = TRY(audit_.trees(run_id_));
  const auto is_told = [&](const std::string& tree) { return trees_.contains(tree); };
  const bool told = std::all_of(trees.begin(), trees.end(), is_told);
  // 0.1 did not keep them.
  const bool complete =
      trees.size() == trees_.size() || (first_ && first_->rules < core::Rules::v0_2);
  if (!told || !complete) add("run_trees says otherwise");
  const std::string spending = spending_.compare(TRY(audit_.spending(run_id_)), folded_);
  if (!spending.empty()) add(spending);
  if (is_signed_whole() &&
      (seal_->decisions != decisions_ || seal_->tests.size() != projections_.tests().size()))
    add("decisions says otherwise than what was signed");
  return {};
}

void RunCheck::check_row(const shell::StoreAudit::Totals& totals) {
  if (!first_) return;
  constexpr std::string_view machines[] = {"verify", "agent", "goals", "loop", "pipeline"};
  static_assert(std::size(machines) == std::variant_size_v<core::AnyPlan>);
  const std::string workspace =
      std::visit([](const auto& plan) { return plan->workspace; }, first_->plan);
  const bool same = totals.workspace == workspace &&
                    totals.machine == machines[first_->plan.index()] &&
                    totals.started_at == to_text(first_->at) && totals.ended_at == ended_at_ &&
                    first_->run_id == run_id_;
  if (!same) add("runs says otherwise");
}

/// What it leads to together with all other runs.
void RunCheck::share() {
  if (outcome_.empty()) return;
  // What machines do at the same time has no order.
  const bool in_order = is_signed_whole() && !store_.is_shared();
  const std::uint64_t number = in_order ? seal_->number : 0;
  for (const shell::Duration& took : took_) shared_.add(number, took);
  std::size_t next = 0;
  for (const TestMemory::Remembered& each : projections_.tests()) {
    const Digest digest = is_signed_whole() ? seal_->tests[next++] : each.digest;
    const bool left_out = is_signed_whole() && digest == Digest{};
    if (!left_out) shared_.add(number, run_id_, each.run, digest);
  }
}

Result<> RunCheck::check_seal(const shell::StoreAudit::Totals& totals, std::uint64_t events) {
  RunSeal expected;
  expected.run = run_id_;
  expected.machine = totals.machine;
  expected.head = previous_;
  expected.events = events;
  expected.outcome = totals.outcome;
  const core::AnyPlan plan = first_ ? first_->plan : core::AnyPlan();
  const EndStanding end =
      standing_of(store_.keys(), keys_, TRY(audit_.seals(run_id_)), expected, plan);
  if (end.sealed) {
    ++report_.sealed;
  } else if (end.fault.empty() && !totals.outcome.empty()) {
    ++report_.unsealed;
  }
  if (!end.sealed) seal_.reset();  // of a run that was there before its key: nobody asks for it
  if (!end.fault.empty()) add(end.fault);
  if (!totals.outcome.empty()) {
    if (!totals.code.empty()) add("open_runs has a row of it, although it has ended");
    return {};
  }
  const OpenRun open{run_id_, events, previous_, decisions_};
  const std::string fault = find_open_fault(store_.keys(), keys_, open, totals.code);
  if (!fault.empty()) add(fault);
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
  // One moment for everything: what is appended meanwhile must not look like a difference.
  const auto audit = TRY(store.open_audit());
  for (std::string& problem : TRY(audit->damage())) note(report, "", 0, std::move(problem));
  if (run_id) {
    names.push_back(*run_id);
  } else {
    for (const shell::StoreAudit::Stray& stray : TRY(audit->strays()))
      note(report, stray.run_id, 0, fmt::format("{} without a run", stray.table));
    names = TRY(audit->run_ids());
    check_numbers(TRY(audit->seals(std::nullopt)), say, report);
    check_noted(names, say, report);
  }
  SharedRows shared;
  for (const std::string& name : names)
    TRY(RunCheck(store, *audit, name, say, shared, report).check());
  // Nothing follows from runs that are not what they were.
  if (!run_id && report.sound()) {
    for (std::string& problem : TRY(shared.compare(store, *audit)))
      note(report, "", 0, std::move(problem));
  }
  ENSURE(report.problems.size() <= report.problem_count);
  return report;
}

}  // namespace assay::ledger
