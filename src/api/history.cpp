// SPDX-License-Identifier: MIT
#include "api/history.h"

#include "api/open_ledger.h"
#include "base/match.h"
#include "core/explain.h"
#include "shell/drive.h"

#include <limits>

namespace assay::api {

namespace {

constexpr std::size_t differences_max = 100;

Result<std::unique_ptr<ledger::Ledger>> open(const Place& place, shell::Outside& outside) {
  auto ledger = open_ledger(outside, place.state_dir, shell::LedgerMode::read_only);
  if (!ledger && ledger.error().fault == Fault::not_found) {
    return Error{Fault::not_found,
                 "no runs yet for " + place.workspace + " (no ledger in " + place.state_dir + ")"};
  }
  return ledger;
}

Instant time_of(const core::Event& event) {
  return std::visit([](const auto& e) { return e.at; }, event);
}

}  // namespace

Result<std::vector<ledger::RunRow>> list_runs(std::size_t longest, const Place& place,
                                              shell::Outside& outside) {
  auto ledger = open_ledger(outside, place.state_dir, shell::LedgerMode::read_only);
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

/// What the first event calls the run. A verify run has no name, and its manifest may be large.
std::string name_of(ledger::Ledger& ledger, const ledger::RunRow& row) {
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

}  // namespace

std::vector<RunNote> notes_on(const std::vector<ledger::RunRow>& rows, const Place& place,
                              shell::Outside& outside) {
  std::vector<RunNote> notes(rows.size());
  const auto ledger = open(place, outside);
  if (!ledger) return notes;
  std::map<std::string, core::agent::Spent> spent;
  if (auto told = (*ledger)->spending()) spent = told.take();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    notes[i].name = name_of(**ledger, rows[i]);
    if (const auto known = spent.find(rows[i].run_id); known != spent.end())
      notes[i].spent = known->second;
  }
  return notes;
}

Result<std::vector<PrunedRun>> prune_runs(const PruneRequest& request, const Place& place,
                                          shell::Outside& outside) {
  const auto ledger = TRY(open_ledger(outside, place.state_dir, shell::LedgerMode::read_write));
  const Instant now = outside.clock().now();
  std::vector<ledger::RunRow> goes;
  for (const std::string& name : request.runs) {
    goes.push_back(TRY(ledger->find_run(name)));
    if (!goes.back().outcome)
      return Error{Fault::bad_input, "run " + goes.back().run_id + " has not ended"};
  }
  if (request.runs.empty()) {
    const auto rows = TRY(ledger->runs(std::numeric_limits<std::size_t>::max()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const ledger::RunRow& row = rows[i];
      const bool kept = request.keep && i < *request.keep;
      const bool young = request.older_than && row.ended && now - *row.ended < *request.older_than;
      if (row.outcome && !kept && !young) goes.push_back(row);
    }
  }
  std::vector<PrunedRun> done;
  for (const ledger::RunRow& row : goes) {
    if (!outside.files().is_directory(place.log_dir(row.run_id))) continue;
    PrunedRun one{row.run_id, {}};
    if (!request.dry_run) one.pruned = TRY(ledger->prune(row.run_id, now));
    done.push_back(std::move(one));
  }
  return done;
}

Result<ledger::RunRow> find_run(const std::string& name, const Place& place,
                                shell::Outside& outside) {
  const auto ledger = TRY(open(place, outside));
  return ledger->find_run(name);
}

Result<RunView> show_run(const std::string& name, const Place& place, shell::Outside& outside) {
  const auto ledger = TRY(open(place, outside));
  RunView view;
  view.row = TRY(ledger->find_run(name));
  TRY(ledger->for_each_entry(
      view.row.run_id, [&](std::uint64_t, const shell::Entry& entry) -> Result<> {
        for (const core::Effect& effect : core::decide(view.machine, entry.event)) {
          const auto* start = std::get_if<core::StartAttempt>(&effect);
          if (start == nullptr || !start->launch.agent) continue;
          const core::agent::Order& order = *start->launch.agent;
          view.agents.insert_or_assign(
              start->launch.name,
              RunView::Agent{order.dialect, order.argv.front(), start->launch.cwd});
        }
        if (const auto* ended = std::get_if<core::AttemptEnded>(&entry.event))
          view.attempts.push_back(*ended);
        return {};
      }));
  return view;
}

Result<core::Machine> explain_run(const std::string& name, const std::string& only,
                                  const Place& place, shell::Outside& outside,
                                  const std::function<void(const Explanation&)>& tell) {
  const auto ledger = TRY(open(place, outside));
  const ledger::RunRow row = TRY(ledger->find_run(name));
  core::Machine machine;
  bool any = only.empty();
  TRY(ledger->for_each_entry(
      row.run_id, [&](std::uint64_t seq, const shell::Entry& entry) -> Result<> {
        const core::Effects effects = core::decide(machine, entry.event);
        Explanation explanation{seq,
                                to_text(time_of(entry.event)),
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
  return machine;
}

Result<ReplayReport> replay_run(const std::string& name, const Place& place,
                                shell::Outside& outside) {
  const auto ledger = TRY(open(place, outside));
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
