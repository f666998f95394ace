// SPDX-License-Identifier: MIT
#include "api/loop.h"

#include "api/open_ledger.h"
#include "api/run.h"
#include "api/verify.h"
#include "core/machine.h"
#include "shell/drive.h"

namespace assay::api {

namespace {

using core::loop::Hand;

constexpr const char* loop_machine = "loop";
constexpr int orphan_tries = 50;

std::optional<Hand> hand_of(const std::optional<LoopAgent>& wanted) {
  if (!wanted) return std::nullopt;
  Hand hand{core::agent::order_of(wanted->agent), wanted->agent.timeout, {}};
  hand.order.prompt = wanted->prompt;
  return hand;
}

LoopRun loop_view(std::string run_id, core::Machine&& machine) {
  return {std::move(run_id), std::move(std::get<core::loop::State>(machine.state)), machine.outcome,
          machine.parked};
}

/// Which spec a run is about, from its first event alone.
Result<std::string> spec_of(ledger::Ledger& ledger, const std::string& run_id) {
  std::string spec;
  const Error enough{Fault::conflict, "enough"};
  const Result<> read =
      ledger.for_each_entry(run_id, [&](std::uint64_t, const shell::Entry& entry) -> Result<> {
        if (const auto* started = std::get_if<core::RunStarted>(&entry.event)) {
          const auto* plan = std::get_if<std::shared_ptr<const core::loop::Plan>>(&started->plan);
          if (plan != nullptr) spec = (*plan)->spec_dir;
        }
        return enough;
      });
  if (!read && read.error().what != enough.what) return read.error();
  return spec;
}

Result<> add_gates(core::loop::Plan& plan, LoopRequest& request, const Place& place,
                   shell::Outside& outside) {
  if (request.gates.commands.empty()) return {};
  VerifyRequest wanted;
  wanted.manifest = std::move(request.gates);
  wanted.policy = plan.policy;
  plan.gates = std::make_shared<const core::verify::Plan>(
      TRY(plan_verify(std::move(wanted), place, outside)));
  return {};
}

/// The newest run of the spec, and whether what holds it is only a remainder.
struct Found {
  std::optional<LoopRun> run;
  bool is_orphan = false;  ///< held, although its coordinator is no more
};

Result<Found> look_for(const std::string& spec_dir, const Place& place, shell::Outside& outside) {
  auto ledger = open_ledger(outside, place.state_dir, shell::LedgerMode::read_only);
  if (!ledger && ledger.error().fault == Fault::not_found) return Found{};
  if (!ledger) return ledger.error();
  for (const ledger::RunRow& row : TRY((*ledger)->runs(runs_looked_at))) {
    if (row.machine != loop_machine || row.workspace != place.workspace) continue;
    if (TRY(spec_of(**ledger, row.run_id)) != spec_dir) continue;
    LoopRun found = loop_view(row.run_id, TRY(fold(**ledger, row.run_id)));
    found.alive = row.alive;
    const std::string process = "/proc/" + std::to_string(row.coordinator);
    const bool gone = row.coordinator > 0 && !outside.files().is_directory(process);
    return Found{std::move(found), row.alive && gone};
  }
  return Found{};
}

}  // namespace

Result<std::optional<LoopRun>> find_loop(const std::string& spec_dir, const Place& place,
                                         shell::Outside& outside) {
  Found found = TRY(look_for(spec_dir, place, outside));
  // What a killed coordinator was about to start may hold its run for a moment longer.
  for (int tries = 0; found.is_orphan && tries < orphan_tries; ++tries) {
    TRY(outside.output_of({"/bin/sleep", "0.1"}, "/"));
    found = TRY(look_for(spec_dir, place, outside));
  }
  return std::move(found.run);
}

Result<core::loop::Plan> plan_loop(LoopRequest request, const Place& place,
                                   shell::Outside& outside) {
  core::loop::Plan plan = std::move(request.plan);
  plan.workspace = place.workspace;
  plan.executor = hand_of(request.executor);
  plan.qa = hand_of(request.qa);
  plan.reviewer = hand_of(request.reviewer);
  TRY(add_gates(plan, request, place, outside));
  return plan;
}

Result<LoopRun> run_loop(LoopRequest request, const Place& place, shell::Outside& outside,
                         shell::Audience& audience) {
  RunNeeds needs{TRY(choose_run_id(request.run_id, outside)), loop_machine, request.env,
                 request.pass_env};
  for (const auto* each : {&request.executor, &request.qa, &request.reviewer}) {
    if (*each) give_variables(needs, (*each)->agent);
  }
  core::loop::Plan plan = TRY(plan_loop(std::move(request), place, outside));
  plan.log_dir = place.log_dir(needs.run_id);
  plan.work_dir = place.state_dir + "/runs/" + needs.run_id + "/work";
  auto ledger = TRY(open_ledger(outside, place.state_dir, shell::LedgerMode::read_write));
  OpenRun run = TRY(begin_run(std::move(ledger), needs, place, outside));
  run.workshop = TRY(outside.open_workshop(place.workspace, place.state_dir));
  plan.isolation = run.running.record.isolation;
  plan.environment = run.running.record.environment;
  plan.environment_digest = run.running.record.environment_digest;
  if (plan.gates) {
    core::verify::Plan gates = *plan.gates;
    add_record(gates, run.running.record, plan.log_dir);
    plan.gates = std::make_shared<const core::verify::Plan>(std::move(gates));
  }
  core::RunStarted first{outside.clock().now(), needs.run_id,
                         std::make_shared<const core::loop::Plan>(std::move(plan))};
  return loop_view(needs.run_id, TRY(shell::start(run.world(outside, audience), std::move(first))));
}

Result<LoopRun> resume_loop(const LoopResume& request, const Place& place, shell::Outside& outside,
                            shell::Audience& audience) {
  return loop_view(
      request.run_id,
      TRY(resume_run({request.run_id, loop_machine, request.env, request.pass_env, request.agents},
                     place, outside, audience, With::workshop)));
}

Result<LoopRun> cancel_loop(const LoopResume& request, const std::string& by, const Place& place,
                            shell::Outside& outside, shell::Audience& audience) {
  return loop_view(request.run_id,
                   TRY(cancel_run({request.run_id, loop_machine, request.env, request.pass_env}, by,
                                  place, outside, audience)));
}

}  // namespace assay::api
