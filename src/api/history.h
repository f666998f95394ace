// SPDX-License-Identifier: MIT
// Runs that were: list them, look at one, explain it, decide it again.
#pragma once

#include "api/run.h"
#include "base/result.h"
#include "core/agent/budget.h"
#include "core/machine.h"
#include "ledger/ledger.h"
#include "shell/ports/outside.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay::api {

Result<std::vector<ledger::RunRow>> list_runs(std::size_t longest, const Site& site);

/// What a list of runs tells beside their rows.
struct RunNote {
  std::string name;  ///< the spec, the feature, the phase or the role; empty: it has none
  core::agent::Spent spent;
};

/// One for each row, in order.
std::vector<RunNote> notes_on(const std::vector<ledger::RunRow>& rows, const Site& site);

/// The same name, from the first event of one run.
std::string name_of_run(ledger::Ledger& ledger, const ledger::RunRow& row);

struct PruneRequest {
  std::vector<std::string> runs;     ///< by name; empty: by the two below, one of which is needed
  std::optional<std::size_t> keep;   ///< the newest so many stay
  std::optional<Millis> older_than;  ///< since they ended
  bool dry_run = false;
};

struct PrunedRun {
  std::string run_id;
  shell::Pruned pruned;  ///< nothing after a dry run
};

/// Removes logs and prompts of runs that have ended; their events stay. Runs that were
/// pruned before have nothing left and are not told.
Reply<std::vector<PrunedRun>> prune_runs(const PruneRequest& request, const Site& site);

Result<ledger::RunRow> find_run(const std::string& name, const Site& site);

/// A run folded from its journal, with every attempt it made.
struct RunView {
  ledger::RunRow row;
  Run run;
  std::vector<core::AttemptEnded> attempts;
  std::vector<std::string> attempt_trees;  ///< what each of them ran on; empty: nobody looked
  /// What the agents of the run were started with, by the name of their attempts.
  struct Agent {
    core::Dialect dialect = core::Dialect::text;
    std::string program;
    std::string cwd;
  };
  std::map<std::string, Agent> agents;
  /// What is at work now, as far as the journal tells.
  struct Started {
    std::string name;
    std::string command;  ///< or the program of an agent
    std::string cwd;
    std::string role;  ///< of an agent; empty: a command
    Instant at{};
  };
  std::map<core::AttemptKey, Started> in_flight;
  std::vector<Started> attempts_started;    ///< how each of `attempts` began
  std::vector<std::uint64_t> attempt_seqs;  ///< the events that tell of their ends
};

RunView view_of(ledger::RunRow row);

/// Fault::not_found: there is no run yet.
Result<std::unique_ptr<ledger::Ledger>> open_history(const Site& site);

Result<RunView> show_run(const std::string& name, const Site& site);

struct Explanation {
  std::uint64_t seq = 0;
  std::string at;
  std::string subject;   ///< id of a command, or empty
  std::string happened;  ///< the event
  std::string decided;   ///< what followed, and why; may be empty
  bool weighty = false;  ///< the event can have turned the run
};

/// Folds one step of the run into the view, and tells it in words.
Explanation hear(RunView& view, std::uint64_t seq, const shell::Entry& entry);

/// `only`: events about this command; empty: all.
/// Returns the run as it is after the last of them.
Result<Run> explain_run(const std::string& name, const std::string& only, const Site& site,
                        const std::function<void(const Explanation&)>& tell);

/// The decisions that turned a run, without what went as expected and what was said before.
struct BriefExplanation {
  Run run;  ///< as it is after the last event
  std::vector<Explanation> kept;
  std::size_t events = 0;  ///< of which these were kept
};
Result<BriefExplanation> explain_briefly(const std::string& name, const std::string& only,
                                         const Site& site);

struct Difference {
  std::uint64_t seq = 0;
  std::string recorded;
  std::string now;
};

struct ReplayReport {
  std::string run_id;
  std::uint64_t events = 0;
  std::vector<Difference> differences;  ///< the first 100
  std::optional<core::Outcome> outcome;
};

/// Decides the whole run again from its journal.
Result<ReplayReport> replay_run(const std::string& name, const Site& site);

}  // namespace assay::api
