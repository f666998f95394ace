// SPDX-License-Identifier: MIT
#include "api/history.h"

#include "base/match.h"
#include "core/explain.h"
#include "shell/drive.h"

namespace assay::api {

namespace {

constexpr std::size_t differences_max = 100;

Result<std::unique_ptr<shell::Ledger>> open(const Place& place, shell::Outside& outside) {
  auto ledger = outside.open_ledger(place.state_dir, shell::LedgerMode::read_only);
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

Result<std::vector<shell::RunRow>> list_runs(std::size_t longest, const Place& place,
                                             shell::Outside& outside) {
  auto ledger = outside.open_ledger(place.state_dir, shell::LedgerMode::read_only);
  if (!ledger && ledger.error().fault == Fault::not_found) return std::vector<shell::RunRow>{};
  if (!ledger) return ledger.error();
  return (*ledger)->runs(longest);
}

Result<shell::RunRow> find_run(const std::string& name, const Place& place,
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
        core::decide(view.machine, entry.event);
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
  const shell::RunRow row = TRY(ledger->find_run(name));
  core::Machine machine;
  bool any = only.empty();
  TRY(ledger->for_each_entry(
      row.run_id, [&](std::uint64_t seq, const shell::Entry& entry) -> Result<> {
        const core::Effects effects = core::decide(machine, entry.event);
        Explanation explanation{seq, to_text(time_of(entry.event)),
                                core::subject(machine, entry.event), core::describe(entry.event),
                                core::explain(machine, entry.event, effects)};
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
  const shell::RunRow row = TRY(ledger->find_run(name));
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
