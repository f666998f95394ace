// SPDX-License-Identifier: MIT
#include "api/history.h"

#include "api/brief.h"
#include "api/open_ledger.h"
#include "base/match.h"
#include "base/text/utf8.h"
#include "core/explain.h"
#include "shell/drive.h"

#include <algorithm>
#include <limits>
#include <set>

namespace assay::api {

namespace {

constexpr std::size_t differences_max = 100;

Instant time_of(const core::Event& event) {
  return std::visit([](const auto& e) { return e.at; }, event);
}

/// The tree that a command in flight runs on, or that a judge is asked about.
std::string tree_of(const core::Machine& machine, std::uint32_t unit) {
  if (const auto* goals = std::get_if<core::goals::State>(&machine.state)) return goals->tree.id;
  const auto* state = std::get_if<core::verify::State>(&machine.state);
  if (state == nullptr || unit >= state->commands.size()) return "";
  const core::Tree* tree = core::verify::tree_of(*state, state->commands[unit]);
  return tree == nullptr ? "" : tree->id;
}

/// What is started now; agents with what they are started with.
void note_started(RunView& view, const core::Effects& effects, Instant at) {
  for (const core::Effect& effect : effects) {
    const auto* start = std::get_if<core::StartAttempt>(&effect);
    if (start == nullptr) continue;
    const core::Launch& launch = start->launch;
    RunView::Started& started = view.in_flight[launch.key];
    started = {launch.name, launch.command, launch.cwd, {}, at};
    if (!launch.agent) continue;
    const core::agent::Order& order = *launch.agent;
    started.command = order.argv.front();
    started.role = order.role;
    view.agents.insert_or_assign(launch.name,
                                 RunView::Agent{order.dialect, order.argv.front(), launch.cwd});
  }
}

/// How the attempt began; what nobody started in this journal began when it says.
void note_ended(RunView& view, const core::AttemptEnded& ended) {
  RunView::Started started{ended.name, {}, {}, {}, ended.evidence.started};
  if (const auto known = view.in_flight.find(ended.key); known != view.in_flight.end()) {
    started = std::move(known->second);
    view.in_flight.erase(known);
  }
  view.attempts_started.push_back(std::move(started));
}

}  // namespace

Result<std::unique_ptr<ledger::Ledger>> open_history(const Site& site) {
  auto ledger = open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only);
  if (!ledger && ledger.error().fault == Fault::not_found) {
    return Error{Fault::not_found, "no runs yet for " + site.place.workspace + " (no ledger in " +
                                       site.place.state.path() + ")"};
  }
  return ledger;
}

Result<std::vector<ledger::RunRow>> list_runs(std::size_t longest, const Site& site) {
  auto ledger = open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only);
  if (!ledger && ledger.error().fault == Fault::not_found) return std::vector<ledger::RunRow>{};
  if (!ledger) return ledger.error();
  return (*ledger)->runs(longest);
}

namespace {

std::string name_of(const core::RunStarted& run) {
  return match(
      run.plan, [](const std::shared_ptr<const core::verify::Plan>&) { return std::string(); },
      [](const std::shared_ptr<const core::agent::Plan>& plan) { return plan->order.role; },
      [](const std::shared_ptr<const core::goals::Plan>& plan) { return plan->phase; },
      [](const std::shared_ptr<const core::loop::Plan>& plan) { return plan->spec; },
      [](const std::shared_ptr<const core::pipeline::Plan>& plan) { return plan->slug; });
}

}  // namespace

// A verify run has no name, and its manifest may be large.
std::string name_of_run(ledger::Ledger& ledger, const ledger::RunRow& row) {
  std::string name;
  if (row.machine == "verify") return name;
  const Error enough{Fault::conflict, ""};
  [[maybe_unused]] const Result<> ended =
      ledger.for_each_entry(row.run_id, [&](std::uint64_t, const shell::Entry& entry) -> Result<> {
        if (const auto* first = std::get_if<core::RunStarted>(&entry.event)) name = name_of(*first);
        return enough;
      });
  return name;
}

std::vector<RunNote> notes_on(const std::vector<ledger::RunRow>& rows, const Site& site) {
  std::vector<RunNote> notes(rows.size());
  const auto ledger = open_history(site);
  if (!ledger) return notes;
  std::map<std::string, core::agent::Spent> spent;
  if (auto told = (*ledger)->spending()) spent = told.take();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    notes[i].name = name_of_run(**ledger, rows[i]);
    if (const auto known = spent.find(rows[i].run_id); known != spent.end())
      notes[i].spent = known->second;
  }
  return notes;
}

namespace {

/// The runs that go: those that are named, or all that have ended but the newest and the young.
Reply<std::vector<ledger::RunRow>> choose_pruned(const PruneRequest& request,
                                                 ledger::Ledger& ledger, Instant now) {
  std::vector<ledger::RunRow> goes;
  for (const std::string& name : request.runs) {
    goes.push_back(TRY(ledger.find_run(name)));
    if (!goes.back().outcome)
      return Error{Fault::bad_input, "run " + goes.back().run_id + " has not ended"};
  }
  if (!request.runs.empty()) return goes;
  const auto rows = TRY(ledger.runs(std::numeric_limits<std::size_t>::max()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ledger::RunRow& row = rows[i];
    const bool kept = request.keep && i < *request.keep;
    const bool young = request.older_than && row.ended && now - *row.ended < *request.older_than;
    if (row.outcome && !kept && !young) goes.push_back(row);
  }
  return goes;
}

}  // namespace

Reply<std::vector<PrunedRun>> prune_runs(const PruneRequest& request, const Site& site) {
  if (request.runs.empty() && !request.keep && !request.older_than)
    return Problem{.code = Code::missing_value, .field = "runs"};
  const auto ledger = TRY(open_to_write(site));
  const Instant now = site.outside.clock().now();
  std::vector<PrunedRun> done;
  for (const ledger::RunRow& row : TRY(choose_pruned(request, *ledger, now))) {
    if (!site.files().is_directory(site.place.state.logs(row.run_id))) continue;
    PrunedRun one{row.run_id, {}};
    if (!request.dry_run) one.pruned = TRY(ledger->prune(row.run_id, now));
    done.push_back(std::move(one));
  }
  return done;
}

Result<ledger::RunRow> find_run(const std::string& name, const Site& site) {
  const auto ledger = TRY(open_history(site));
  return ledger->find_run(name);
}

RunView view_of(ledger::RunRow row) {
  RunView view;
  view.run = {row.run_id, row.machine, {}, row.alive};
  view.row = std::move(row);
  return view;
}

namespace {

void add_attempt(RunView& view, std::uint64_t seq, const core::AttemptEnded& ended) {
  view.attempts.push_back(ended);
  view.attempt_trees.push_back(tree_of(view.run.machine, ended.key.unit));
  view.attempt_seqs.push_back(seq);
  note_ended(view, ended);
}

/// What was in flight is an attempt, too, of which nobody knows the end.
void lose_in_flight(RunView& view, std::uint64_t seq, Instant at, const char* why) {
  while (!view.in_flight.empty()) {
    const auto& [key, started] = *view.in_flight.begin();
    core::AttemptEnded lost;
    lost.at = at;
    lost.key = key;
    lost.name = started.name;
    lost.evidence = core::lost_evidence(why);
    lost.evidence.started = started.at;
    add_attempt(view, seq, lost);
  }
}

/// The event happens to the run, and what it tells of attempts and agents is kept.
core::Effects happen(RunView& view, std::uint64_t seq, const core::Event& event) {
  if (const auto* ended = std::get_if<core::AttemptEnded>(&event)) add_attempt(view, seq, *ended);
  if (std::holds_alternative<core::RunResumed>(event))
    lose_in_flight(view, seq, time_of(event), "its coordinator died");
  if (std::holds_alternative<core::RunConcluded>(event))
    lose_in_flight(view, seq, time_of(event), "its end was never reported");
  core::Effects effects = core::decide(view.run.machine, event);
  note_started(view, effects, time_of(event));
  return effects;
}

}  // namespace

Explanation hear(RunView& view, std::uint64_t seq, const shell::Entry& entry) {
  const core::Effects effects = happen(view, seq, entry.event);
  const core::Machine& machine = view.run.machine;
  return {seq,
          assay::to_text(time_of(entry.event)),
          core::subject(machine, entry.event),
          core::describe(entry.event),
          core::explain(machine, entry.event, effects),
          core::is_weighty(entry.event)};
}

Result<RunView> show_run(const std::string& name, const Site& site) {
  const auto ledger = TRY(open_history(site));
  RunView view = view_of(TRY(ledger->find_run(name)));
  TRY(ledger->for_each_entry(view.row.run_id,
                             [&](std::uint64_t seq, const shell::Entry& entry) -> Result<> {
                               happen(view, seq, entry.event);
                               return {};
                             }));
  return view;
}

Result<Run> explain_run(const std::string& name, const std::string& only, const Site& site,
                        const std::function<void(const Explanation&)>& tell) {
  const auto ledger = TRY(open_history(site));
  const ledger::RunRow row = TRY(ledger->find_run(name));
  core::Machine machine;
  bool any = only.empty();
  TRY(ledger->for_each_entry(
      row.run_id, [&](std::uint64_t seq, const shell::Entry& entry) -> Result<> {
        const core::Effects effects = core::decide(machine, entry.event);
        Explanation explanation{seq,
                                assay::to_text(time_of(entry.event)),
                                core::subject(machine, entry.event),
                                core::describe(entry.event),
                                core::explain(machine, entry.event, effects),
                                core::is_weighty(entry.event)};
        const bool wanted = only.empty() || core::concerns(only, explanation.subject, effects);
        if (wanted) tell(explanation);
        any = any || wanted;
        return {};
      }));
  if (!any)
    return Error{Fault::not_found, "run " + row.run_id + " has no events about '" + only + "'"};
  return Run{row.run_id, row.machine, std::move(machine), row.alive};
}

Result<BriefExplanation> explain_briefly(const std::string& name, const std::string& only,
                                         const Site& site) {
  BriefExplanation brief;
  Brief story;
  brief.run = TRY(explain_run(name, only, site, [&](Explanation each) {
    ++brief.events;
    if (story.keep(each)) brief.kept.push_back(std::move(each));
  }));
  return brief;
}

Result<ReplayReport> replay_run(const std::string& name, const Site& site) {
  const auto ledger = TRY(open_history(site));
  const ledger::RunRow row = TRY(ledger->find_run(name));
  ReplayReport report;
  report.run_id = row.run_id;
  core::Machine machine;
  shell::Trace trace;
  std::string verdict = "none";
  const auto differ = [&](std::uint64_t seq, std::string recorded, std::string now) {
    if (report.differences.size() < differences_max) {
      report.differences.push_back({seq, std::move(recorded), std::move(now)});
    }
  };
  TRY(ledger->for_each_entry(
      row.run_id, [&](std::uint64_t seq, const shell::Entry& entry) -> Result<> {
        ++report.events;
        if (const auto* concluded = std::get_if<core::RunConcluded>(&entry.event)) {
          if (concluded->trace != trace.hex())
            differ(seq, "trace " + concluded->trace, "trace " + trace.hex());
          const std::string recorded(to_text(concluded->outcome));
          if (recorded != verdict) differ(seq, "outcome " + recorded, "outcome " + verdict);
        }
        const core::Effects effects = core::decide(machine, entry.event);
        for (const core::Effect& effect : effects) {
          if (const auto* conclude = std::get_if<core::Conclude>(&effect))
            verdict = to_text(conclude->outcome);
        }
        const std::string now = core::to_text(effects);
        if (now != entry.decision) differ(seq, entry.decision, now);
        trace.add(now);
        return {};
      }));
  report.outcome = machine.outcome;
  return report;
}

}  // namespace assay::api
