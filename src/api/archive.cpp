// SPDX-License-Identifier: MIT
#include "api/archive.h"

#include "api/brief.h"
#include "api/open_ledger.h"
#include "base/digest.h"
#include "core/standing.h"
#include "format/journal.h"

#include <algorithm>
#include <limits>

namespace assay::api {

namespace {

/// So many runs are kept folded; one of 100,000 commands is some hundred MiB.
constexpr std::size_t entries_max = 12;
/// So long a coordinator may be dead before a list says so.
constexpr Millis dies_unseen{1000};
/// Nothing changes a run that has ended; all the same everything is read again this often.
constexpr Millis whole_again{30'000};

RunState state_of(core::Outcome outcome) {
  switch (outcome) {
    case core::Outcome::passed: return RunState::passed;
    case core::Outcome::failed: return RunState::failed;
    case core::Outcome::error: return RunState::error;
    case core::Outcome::exhausted: return RunState::exhausted;
    case core::Outcome::cancelled: return RunState::cancelled;
    case core::Outcome::out_of_budget: return RunState::out_of_budget;
  }
  return RunState::error;
}

/// As far as the row alone tells: a run that rests may wait for a person.
RunState state_of(const ledger::RunRow& row) {
  if (row.outcome) return state_of(*row.outcome);
  if (row.alive) return RunState::running;
  return row.parked ? RunState::parked : RunState::interrupted;
}

/// Where in a list that was read before the runs begin that are older than all of `rows`. None: one
/// of those may have changed since, or nobody knows where they begin.
std::optional<std::size_t> settled_from(const RunList& before,
                                        const std::vector<ledger::RunRow>& rows) {
  std::size_t from = 0;
  while (from < before.runs.size() && before.runs[from].row.run_id != rows.back().run_id) ++from;
  if (from == before.runs.size()) return std::nullopt;
  for (std::size_t i = ++from; i < before.runs.size(); ++i)
    if (!before.runs[i].row.outcome) return std::nullopt;
  return from;
}

}  // namespace

std::string shelf_id(const std::string& state_dir) {
  constexpr std::size_t letters = 12;
  return digest_of(state_dir).hex().substr(0, letters);
}

struct Archive::Entry {
  std::string key;
  std::mutex guard;
  std::unique_ptr<ledger::Ledger> ledger;
  shell::Tail read;
  Brief story;
  Dossier dossier;
};

/// What is known of the runs of one ledger, by id.
struct Archive::Listing {
  struct Known {
    std::uint64_t events = 0;
    std::string waits_for;
    std::optional<Instant> waits_until;
    RunState state{};
  };

  std::mutex guard;
  std::unique_ptr<ledger::Ledger> ledger;
  std::map<std::string, std::string> names;
  std::map<std::string, Known> resting;
  std::shared_ptr<const RunList> list;
  std::string stamp;  ///< of the files that the list was read from
  Instant read_at{};
  Instant whole_read_at{};  ///< when all of them were read
  bool any_alive = false;
};

void tell_state(const Run& run, ListedRun& listed) {
  listed.state = state_of(listed.row);
  if (listed.row.outcome) return;
  const core::Standing standing = core::standing_of(run.machine);
  // A coordinator that waits for an answer is alive all the same.
  const auto* pipeline = std::get_if<core::pipeline::State>(&run.machine.state);
  const bool asks = pipeline != nullptr && !pipeline->waiting_for.empty();
  if (standing.kind == core::Standing::Kind::waiting || (asks && listed.row.alive))
    listed.state = RunState::waiting;
  if (run.parked()) {
    listed.waits_for = run.parked()->reason;
    listed.waits_until = run.parked()->until;
  } else if (asks) {
    listed.waits_for = pipeline->waiting_for;
  }
}

std::vector<std::string> Archive::state_dirs() const {
  std::vector<std::string> states =
      named_.empty() ? known_state_dirs(outside_) : std::vector<std::string>{named_};
  // A shared ledger is the same one from wherever it is opened.
  if (!outside_.used_store().url.empty()) {
    if (states.empty()) states.push_back(state_home(outside_) + "/shared");
    states.resize(1);
  }
  return states;
}

/// None: no run was begun there.
std::optional<Shelf> Archive::shelf_at(std::string state_dir) {
  Shelf shelf{shelf_id(state_dir), {{}, std::move(state_dir)}};
  const auto listing = listing_of(shelf.id);
  const std::lock_guard lock(listing->guard);
  if (!listing->ledger) {
    auto opened = open_ledger(outside_, shelf.place.state, shell::LedgerMode::read_only);
    if (!opened) return std::nullopt;
    listing->ledger = opened.take();
  }
  const auto newest = listing->ledger->runs(1);
  if (!newest || newest->empty()) return std::nullopt;
  shelf.place.workspace = newest->front().workspace;
  return shelf;
}

std::vector<Shelf> Archive::shelves() {
  std::vector<Shelf> all;
  for (std::string& state : state_dirs()) {
    if (auto shelf = shelf_at(std::move(state))) all.push_back(*std::move(shelf));
  }
  return all;
}

Reply<Shelf> Archive::shelf(const std::string& id) {
  for (std::string& state : state_dirs()) {
    if (shelf_id(state) != id) continue;
    if (auto shelf = shelf_at(std::move(state))) return *std::move(shelf);
  }
  return Error{Fault::not_found, "there is no workspace '" + id + "'"};
}

Reply<Site> Archive::site(const std::string& id) { return site_of_(TRY(shelf(id)).place); }

Site Archive::site_of(const Shelf& shelf, const ledger::RunRow& row) const {
  return site_of_({row.workspace, shelf.place.state});
}

std::shared_ptr<Archive::Listing> Archive::listing_of(const std::string& shelf) {
  const std::lock_guard lock(guard_);
  std::shared_ptr<Listing>& listing = listings_[shelf];
  if (!listing) listing = std::make_shared<Listing>();
  return listing;
}

/// What its journal tells beside its row; one that rests is folded once.
void Archive::complete(Listing& listing, const Shelf& shelf, ListedRun& run) {
  const std::string& id = run.row.run_id;
  run.state = state_of(run.row);
  const bool rests = !run.row.outcome && (run.row.parked || run.row.machine == "pipeline");
  if (!rests) return;
  Listing::Known& known = listing.resting[id];
  if (known.events != run.row.events) {
    auto machine = fold(*listing.ledger, id);
    if (!machine) return;
    const Run folded{id, run.row.machine, machine.take(), run.row.alive};
    ListedRun told{.shelf = shelf.id, .row = run.row, .note = {}};
    tell_state(folded, told);
    known = {run.row.events, told.waits_for, told.waits_until, told.state};
  }
  // Whether somebody holds it changes without an event.
  const bool waits = known.state == RunState::waiting;
  run.state = waits ? RunState::waiting : state_of(run.row);
  if (waits || run.state == RunState::parked) {
    run.waits_for = known.waits_for;
    run.waits_until = known.waits_until;
  }
}

Result<RunList> Archive::read_list(Listing& listing, const Shelf& shelf, Instant at) {
  std::vector<ledger::RunRow> rows = TRY(listing.ledger->runs(newest_read));
  const bool recent = at >= listing.whole_read_at && at - listing.whole_read_at < whole_again;
  std::optional<std::size_t> settled;
  if (listing.list && recent && rows.size() == newest_read)
    settled = settled_from(*listing.list, rows);
  if (!settled && rows.size() == newest_read) {
    rows = TRY(listing.ledger->runs(std::numeric_limits<std::size_t>::max()));
    listing.whole_read_at = at;
  }
  const auto spent = TRY(listing.ledger->spending());
  RunList list{listing.list ? listing.list->version + 1 : 1, {}};
  list.runs.reserve(rows.size());
  for (ledger::RunRow& row : rows) {
    ListedRun run{.shelf = shelf.id, .row = std::move(row), .note = {}};
    const auto known = listing.names.find(run.row.run_id);
    run.note.name =
        known != listing.names.end()
            ? known->second
            : listing.names.emplace(run.row.run_id, name_of_run(*listing.ledger, run.row))
                  .first->second;
    if (const auto paid = spent.find(run.row.run_id); paid != spent.end())
      run.note.spent = paid->second;
    complete(listing, shelf, run);
    list.runs.push_back(std::move(run));
  }
  if (settled) {
    const std::vector<ListedRun>& before = listing.list->runs;
    list.runs.insert(list.runs.end(), before.begin() + static_cast<std::ptrdiff_t>(*settled),
                     before.end());
  }
  return list;
}

Reply<std::shared_ptr<const RunList>> Archive::runs(const Shelf& shelf) {
  const auto listing = listing_of(shelf.id);
  const std::lock_guard lock(listing->guard);
  if (!listing->ledger) return std::make_shared<const RunList>();
  const std::string ledger = shelf.place.state.ledger();
  // Before it is read: what is written meanwhile is read next time.
  std::string stamp = outside_.files().stamp(ledger);
  stamp += "/" + outside_.files().stamp(ledger + "-wal");
  const Instant at = now();
  // A coordinator that dies writes nothing.
  const bool fresh =
      !listing->any_alive || (at >= listing->read_at && at - listing->read_at < dies_unseen);
  if (listing->list && fresh && stamp == listing->stamp) return listing->list;
  listing->list = std::make_shared<const RunList>(TRY(read_list(*listing, shelf, at)));
  listing->stamp = std::move(stamp);
  listing->read_at = at;
  listing->any_alive = std::any_of(listing->list->runs.begin(), listing->list->runs.end(),
                                   [](const ListedRun& run) { return run.row.alive; });
  return listing->list;
}

ListedRun Archive::listed(const Shelf& shelf, const Dossier& dossier) {
  ListedRun run{.shelf = shelf.id, .row = dossier.view.row, .note = {}};
  run.note.spent = spent_by(dossier.view.run);
  {
    const auto listing = listing_of(shelf.id);
    const std::lock_guard lock(listing->guard);
    const auto known = listing->names.find(run.row.run_id);
    if (known != listing->names.end())
      run.note.name = known->second;
    else if (listing->ledger)
      run.note.name = listing->names[run.row.run_id] = name_of_run(*listing->ledger, run.row);
  }
  tell_state(dossier.view.run, run);
  return run;
}

std::shared_ptr<Archive::Entry> Archive::entry_of(const std::string& key) {
  const std::lock_guard lock(guard_);
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const auto& each) { return each->key == key; });
  if (found != entries_.end()) {
    entries_.splice(entries_.begin(), entries_, found);
    return entries_.front();
  }
  entries_.push_front(std::make_shared<Entry>());
  entries_.front()->key = key;
  if (entries_.size() > entries_max) entries_.pop_back();
  return entries_.front();
}

Reply<> Archive::read_on(Entry& entry, const Shelf& shelf, const std::string& run_id) {
  Dossier& dossier = entry.dossier;
  if (!entry.ledger) {
    entry.ledger = TRY(open_ledger(outside_, shelf.place.state, shell::LedgerMode::read_only));
    dossier.view = view_of(TRY(entry.ledger->find_run(run_id)));
  }
  dossier.view.row = TRY(entry.ledger->find_run(dossier.view.row.run_id));
  dossier.view.run.alive = dossier.view.row.alive;
  if (dossier.view.row.events <= entry.read.events) return {};
  TRY(entry.ledger->for_each_entry(
      dossier.view.row.run_id, entry.read, [&](std::uint64_t seq, shell::Entry kept) -> Result<> {
        dossier.steps.push_back({format::kind_of(kept.event), hear(dossier.view, seq, kept)});
        Dossier::Step turn = dossier.steps.back();
        if (entry.story.keep(turn.told) && dossier.brief.size() < Dossier::steps_max)
          dossier.brief.push_back(std::move(turn));
        return {};
      }));
  if (dossier.steps.size() > 2 * Dossier::steps_max) {
    const std::size_t old = dossier.steps.size() - Dossier::steps_max;
    dossier.steps.erase(dossier.steps.begin(),
                        dossier.steps.begin() + static_cast<std::ptrdiff_t>(old));
    dossier.first_step += old;
  }
  return {};
}

Reply<> Archive::look(const std::string& shelf_name, const std::string& run_id, const Use& use) {
  return look(TRY(shelf(shelf_name)), run_id, use);
}

Reply<> Archive::look(const Shelf& at, const std::string& run_id, const Use& use) {
  std::string id = run_id;
  if (run_id == "last") {
    const auto ledger = TRY(open_ledger(outside_, at.place.state, shell::LedgerMode::read_only));
    id = TRY(ledger->find_run(run_id)).run_id;
  }
  const auto entry = entry_of(at.id + "/" + id);
  const std::lock_guard lock(entry->guard);
  auto read = read_on(*entry, at, id);
  if (!read) {
    // What could not be read is opened anew by the next one who asks.
    entry->ledger.reset();
    entry->read = {};
    entry->story = {};
    entry->dossier = {};
    return read.error();
  }
  return use(entry->dossier, site_of(at, entry->dossier.view.row));
}

Reply<std::vector<shell::DaySpent>> Archive::spending(const Shelf& shelf,
                                                      const std::string& first) {
  const auto listing = listing_of(shelf.id);
  const std::lock_guard lock(listing->guard);
  if (!listing->ledger) return std::vector<shell::DaySpent>{};
  return TRY(listing->ledger->spending_by_day(first));
}

}  // namespace assay::api
