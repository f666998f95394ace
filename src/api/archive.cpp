// SPDX-License-Identifier: MIT
#include "api/archive.h"

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

std::string shelf_id(const std::string& state_dir) {
  constexpr std::size_t letters = 12;
  return digest_of(state_dir).hex().substr(0, letters);
}

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

}  // namespace

struct Archive::Entry {
  std::string key;
  std::mutex guard;
  std::unique_ptr<ledger::Ledger> ledger;
  shell::Tail read;
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

std::vector<Shelf> Archive::shelves() {
  std::vector<std::string> states =
      named_.empty() ? known_state_dirs(outside_) : std::vector<std::string>{named_};
  // A shared ledger is the same one from wherever it is opened.
  if (!outside_.used_store().url.empty()) {
    if (states.empty()) states.push_back(state_home(outside_) + "/shared");
    states.resize(1);
  }
  std::vector<Shelf> all;
  for (std::string& state : states) {
    Shelf shelf{shelf_id(state), {{}, std::move(state)}};
    const auto listing = listing_of(shelf.id);
    const std::lock_guard lock(listing->guard);
    if (!listing->ledger) {
      auto opened = open_ledger(outside_, shelf.place.state, shell::LedgerMode::read_only);
      if (!opened) continue;
      listing->ledger = opened.take();
    }
    const auto newest = listing->ledger->runs(1);
    if (!newest || newest->empty()) continue;
    shelf.place.workspace = newest->front().workspace;
    all.push_back(std::move(shelf));
  }
  return all;
}

Reply<Shelf> Archive::shelf(const std::string& id) {
  for (Shelf& shelf : shelves()) {
    if (shelf.id == id) return std::move(shelf);
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

Reply<std::vector<ListedRun>> Archive::runs(const Shelf& shelf) {
  const auto listing = listing_of(shelf.id);
  const std::lock_guard lock(listing->guard);
  if (!listing->ledger) return std::vector<ListedRun>{};
  std::vector<ledger::RunRow> rows =
      TRY(listing->ledger->runs(std::numeric_limits<std::size_t>::max()));
  auto spent = TRY(listing->ledger->spending());
  std::vector<ListedRun> all;
  all.reserve(rows.size());
  for (ledger::RunRow& row : rows) {
    ListedRun run{.shelf = shelf.id, .row = std::move(row), .note = {}};
    const auto known = listing->names.find(run.row.run_id);
    run.note.name =
        known != listing->names.end()
            ? known->second
            : listing->names.emplace(run.row.run_id, name_of_run(*listing->ledger, run.row))
                  .first->second;
    if (const auto paid = spent.find(run.row.run_id); paid != spent.end())
      run.note.spent = paid->second;
    complete(*listing, shelf, run);
    all.push_back(std::move(run));
  }
  return all;
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

Reply<> Archive::look(const std::string& shelf_name, const std::string& run_id,
                      const std::function<Reply<>(const Dossier&, const Site&)>& use) {
  const Shelf at = TRY(shelf(shelf_name));
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
