// SPDX-License-Identifier: MIT
// All runs of this user, whatever workspaces they belong to, for a face that is asked about them
// again and again by several threads: what was read once is kept, and only what came since is read.
// It reads and never writes.
#pragma once

#include "api/events.h"
#include "api/run_state.h"

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace assay::api {

/// One ledger.
struct Shelf {
  std::string id;  ///< for addresses: short, safe, the same tomorrow
  Place place;     ///< the workspace is that of its newest run
};

/// The id of the ledger in a state directory.
std::string shelf_id(const std::string& state_dir);

/// A run as lists show it.
struct ListedRun {
  std::string shelf;
  ledger::RunRow row;
  RunNote note;
  RunState state = RunState::running;
  std::string waits_for = {};  ///< in words; empty: for nothing
  std::optional<Instant> waits_until = {};
};

/// All runs of one ledger, newest first, as they were when they were last read.
struct RunList {
  std::uint64_t version = 0;  ///< another one whenever they were read again
  std::vector<ListedRun> runs;
};

/// One run, folded as far as its journal went when it was last looked at.
struct Dossier {
  RunView view;
  /// What happened and what was decided, the last `steps_max` of them.
  struct Step {
    std::string_view kind;  ///< of the event
    Explanation told;
  };
  std::vector<Step> steps;
  std::uint64_t first_step = 1;  ///< number of the first of them
  /// What turned the run (api/brief), from its beginning, at most `steps_max` of them.
  std::vector<Step> brief;

  static constexpr std::size_t steps_max = 20'000;
};

/// In one word, with what it waits for.
void tell_state(const Run& run, ListedRun& listed);

class Archive {
 public:
  using SiteOf = std::function<Site(const Place&)>;

  /// `named`: a state directory that is shown alone; empty: all of this user.
  Archive(shell::Outside& outside, SiteOf site_of, std::string named = {})
      : outside_(outside), site_of_(std::move(site_of)), named_(std::move(named)) {}

  shell::Outside& outside() const { return outside_; }
  Instant now() const { return outside_.clock().now(); }

  /// Ledgers as they are now, by the path of their state directories.
  std::vector<Shelf> shelves();
  /// Code::not_found: there is none.
  Reply<Shelf> shelf(const std::string& id);
  Reply<Site> site(const std::string& id);
  /// Of the workspace that the run worked in.
  Site site_of(const Shelf& shelf, const ledger::RunRow& row) const;

  /// Read again only if the ledger has changed, or somebody may have died; of a long list only the
  /// newest `newest_read` runs, as long as all others have ended.
  Reply<std::shared_ptr<const RunList>> runs(const Shelf& shelf);
  std::size_t newest_read = 200;
  ListedRun listed(const Shelf& shelf, const Dossier& dossier);

  /// Calls `use` with the run as it is now; nobody else looks at it meanwhile. The run must be
  /// named in full, or "last".
  using Use = std::function<Reply<>(const Dossier&, const Site&)>;
  Reply<> look(const std::string& shelf, const std::string& run_id, const Use& use);
  Reply<> look(const Shelf& shelf, const std::string& run_id, const Use& use);

  /// Money by day, of one ledger.
  Reply<std::vector<shell::DaySpent>> spending(const Shelf& shelf, const std::string& first);

 private:
  struct Entry;
  struct Listing;

  std::shared_ptr<Entry> entry_of(const std::string& key);
  Reply<> read_on(Entry& entry, const Shelf& shelf, const std::string& run_id);
  std::shared_ptr<Listing> listing_of(const std::string& shelf);
  std::vector<std::string> state_dirs() const;
  std::optional<Shelf> shelf_at(std::string state_dir);
  Result<RunList> read_list(Listing& listing, const Shelf& shelf, Instant at);
  void complete(Listing& listing, const Shelf& shelf, ListedRun& run);

  shell::Outside& outside_;
  SiteOf site_of_;
  std::string named_;
  std::mutex guard_;
  std::list<std::shared_ptr<Entry>> entries_;  ///< the last used first
  std::map<std::string, std::shared_ptr<Listing>> listings_;
};

}  // namespace assay::api
