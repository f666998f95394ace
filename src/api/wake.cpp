// SPDX-License-Identifier: MIT
#include "api/wake.h"

#include "api/loop.h"
#include "api/notify.h"
#include "api/open_ledger.h"
#include "api/pipeline.h"
#include "core/standing.h"

#include <set>

namespace assay::api {

namespace {

constexpr std::string_view not_yet = "its time has not come";

/// Why it is not to be gone on with now; empty: it is.
std::string reason_to_leave(const std::string& run_id, const core::Machine& machine,
                            const Site& site) {
  if (machine.outcome || !machine.parked) return "it is not parked";
  using Kind = core::Standing::Kind;
  const Kind kind = core::standing_of(machine).kind;
  if (kind == Kind::stopped) return "somebody stopped it";
  if (kind == Kind::waiting) {
    const auto* state = std::get_if<core::pipeline::State>(&machine.state);
    const bool answered = state != nullptr && has_answer(run_id, *state, site);
    return answered ? "" : "it waits for a person";
  }
  if (!machine.parked->until) return "it waits for somebody: " + machine.parked->reason;
  return is_time_up(machine, site.outside.clock().now()) ? "" : std::string(not_yet);
}

Reply<Run> resume_due(const ledger::RunRow& row, const core::Machine& machine, const Site& site,
                      shell::Audience& audience) {
  const LoadedConfig loaded = TRY(load_config(site));
  RunNeeds needs = needs_of(row.run_id, row.machine, loaded.config);
  needs.is_wanted = [&](const core::Machine& now) {
    return reason_to_leave(row.run_id, now, site).empty();
  };
  needs.not_before = machine.parked->until.value_or(Instant{});
  const auto* state = std::get_if<core::loop::State>(&machine.state);
  if (state == nullptr) return resume_run(std::move(needs), site, audience);
  return wake_loop(row.workspace + "/" + state->plan->spec_dir, std::move(needs), site, audience);
}

WakeResult wake_one(const ledger::RunRow& row, ledger::Ledger& ledger, const Site& site,
                    shell::Audience& audience) {
  WakeResult result{.run_id = row.run_id, .machine = row.machine, .workspace = row.workspace};
  const auto machine = fold(ledger, row.run_id);
  if (!machine) {
    result.left = machine.error().what;
    result.is_problem = true;
    return result;
  }
  if (machine->parked) result.until = machine->parked->until;
  result.left = reason_to_leave(row.run_id, *machine, site);
  if (!result.left.empty()) return result;
  auto run = resume_due(row, *machine, site, audience);
  if (run) {
    result.run = run.take();
    return result;
  }
  const Problem& problem = run.error().front();
  result.left = problem.what;
  // Somebody else is at it, or was.
  result.is_problem = problem.code != Code::conflict && problem.code != Code::run_at_work;
  return result;
}

}  // namespace

bool is_time_up(const core::Machine& machine, Instant now) {
  if (!machine.parked) return false;
  const core::RunParked& parked = *machine.parked;
  return parked.until && (*parked.until <= now || now < parked.at);
}

Reply<std::vector<WakeResult>> wake_runs(const Site& site, shell::Audience& audience) {
  std::vector<WakeResult> results;
  auto ledger = open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only);
  if (!ledger && ledger.error().fault == Fault::not_found) return results;
  if (!ledger) return ledger.error();
  for (const ledger::RunRow& row : TRY((*ledger)->runs(shell::RunFilter{.here = true}))) {
    const bool rests = row.parked && !row.outcome && !row.alive;
    if (rests && row.workspace == site.place.workspace)
      results.push_back(wake_one(row, **ledger, site, audience));
  }
  if (!site.files().list(site.place.state.notices()).empty()) send_for_delivery(site);
  return results;
}

std::vector<WakeResult> wake_all(shell::Outside& outside, const SiteAt& at,
                                 shell::Audience& audience) {
  std::vector<WakeResult> results;
  for (const std::string& state : known_state_dirs(outside)) {
    const auto ledger = open_ledger(outside, state, shell::LedgerMode::read_only);
    const auto rows = ledger ? (*ledger)->runs(shell::RunFilter{.here = true})
                             : Result<std::vector<ledger::RunRow>>(ledger.error());
    if (!rows) {
      results.push_back({.workspace = state, .left = rows.error().what, .is_problem = true});
      continue;
    }
    std::set<std::string> workspaces;
    for (const ledger::RunRow& row : *rows) {
      if (row.parked && !row.outcome) workspaces.insert(row.workspace);
    }
    for (const std::string& workspace : workspaces) {
      if (!outside.files().is_directory(workspace)) continue;
      auto woken = wake_runs(at({workspace, state}), audience);
      if (!woken) {
        results.push_back(
            {.workspace = workspace, .left = woken.error().front().what, .is_problem = true});
        continue;
      }
      for (WakeResult& each : *woken) results.push_back(std::move(each));
    }
  }
  return results;
}

}  // namespace assay::api
