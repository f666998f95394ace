// SPDX-License-Identifier: MIT
#include "api/agent.h"

#include "api/open_ledger.h"
#include "api/run.h"
#include "core/machine.h"
#include "shell/drive.h"

namespace assay::api {

namespace {

constexpr const char* agent_machine = "agent";

Result<core::agent::Plan> make_plan(const AgentRequest& request, const Place& place,
                                    shell::Outside& outside) {
  const core::agent::Agent& agent = request.agent;
  core::agent::Plan plan;
  plan.order = order_of(agent);
  plan.order.prompt = request.prompt;
  plan.workspace = place.workspace;
  const std::string cwd = agent.cwd.empty() ? place.workspace : place.workspace + "/" + agent.cwd;
  if (!outside.files().is_directory(cwd))
    return Error{Fault::bad_input, "agents." + agent.role + ".cwd: " + cwd + " is not a directory"};
  plan.cwd = TRY(outside.files().real_path(cwd));
  plan.timeout = agent.timeout;
  plan.budgets = request.budgets;
  return plan;
}

AgentRun view_of(core::Machine&& machine) {
  return {std::move(std::get<core::agent::State>(machine.state)), machine.outcome, machine.parked};
}

}  // namespace

Result<AgentRun> run_agent(const AgentRequest& request, const Place& place, shell::Outside& outside,
                           shell::Audience& audience) {
  RunNeeds needs{TRY(choose_run_id(request.run_id, outside)), agent_machine, {}, {}};
  give_variables(needs, request.agent);
  core::agent::Plan plan = TRY(make_plan(request, place, outside));
  auto ledger = TRY(open_ledger(outside, place.state_dir, shell::LedgerMode::read_write));
  OpenRun run = TRY(begin_run(std::move(ledger), needs, place, outside));
  plan.log_dir = place.log_dir(needs.run_id);
  plan.isolation = run.running.record.isolation;
  plan.environment = run.running.record.agent_environment;
  plan.environment_digest = run.running.record.agent_environment_digest;
  core::RunStarted first{outside.clock().now(), needs.run_id,
                         std::make_shared<const core::agent::Plan>(std::move(plan))};
  return view_of(TRY(shell::start(run.world(outside, audience), std::move(first))));
}

Result<AgentRun> resume_agent(const std::string& run_id, std::vector<core::AgentSpec> agents,
                              const Place& place, shell::Outside& outside,
                              shell::Audience& audience) {
  return view_of(TRY(
      resume_run({run_id, agent_machine, {}, {}, std::move(agents)}, place, outside, audience)));
}

}  // namespace assay::api
