// SPDX-License-Identifier: MIT
#include "api/goals.h"

#include "api/open_ledger.h"
#include "api/run.h"
#include "api/verify.h"
#include "core/machine.h"
#include "shell/drive.h"

namespace assay::api {

namespace {

constexpr const char* goals_machine = "goals";

Result<> add_commands(core::goals::Plan& plan, const GoalsRequest& request, const Place& place,
                      shell::Outside& outside) {
  VerifyRequest wanted;
  wanted.manifest = core::goals::commands_of(*plan.checks).manifest;
  if (wanted.manifest.commands.empty() || !request.with_commands) return {};
  wanted.policy = request.policy;
  plan.commands = std::make_shared<const core::verify::Plan>(
      TRY(plan_verify(std::move(wanted), place, outside)));
  return {};
}

void add_judges(core::goals::Plan& plan, const GoalsRequest& request, const Place& place) {
  for (std::size_t i = 0; i < request.judges.size(); ++i) {
    const core::agent::Agent& agent = request.judges[i];
    if (request.questions[i].empty()) continue;
    core::goals::Judge& judge = plan.judges.emplace_back();
    judge.order = core::agent::order_of(agent);
    judge.timeout = agent.timeout;
    judge.cwd = place.workspace;
    judge.questions = request.questions[i];
  }
}

}  // namespace

Result<core::goals::State> run_goals(GoalsRequest request, const Place& place,
                                     shell::Outside& outside, shell::Audience& audience) {
  RunNeeds needs{TRY(choose_run_id(request.run_id, outside)), goals_machine, request.env,
                 request.pass_env};
  for (const core::agent::Agent& judge : request.judges) give_variables(needs, judge);
  core::goals::Plan plan = std::move(request.plan);
  plan.workspace = place.workspace;
  plan.checks =
      std::make_shared<const std::vector<core::goals::Check>>(core::goals::checks_of(plan.tasks));
  TRY(add_commands(plan, request, place, outside));
  add_judges(plan, request, place);
  auto ledger = TRY(open_ledger(outside, place.state_dir, shell::LedgerMode::read_write));
  OpenRun run = TRY(begin_run(std::move(ledger), needs, place, outside));
  if (plan.commands) {
    core::verify::Plan commands = *plan.commands;
    add_record(commands, run.running.record, place.log_dir(needs.run_id));
    plan.commands = std::make_shared<const core::verify::Plan>(std::move(commands));
  }
  core::RunStarted first{outside.clock().now(), needs.run_id,
                         std::make_shared<const core::goals::Plan>(std::move(plan))};
  core::Machine machine = TRY(shell::start(run.world(outside, audience), std::move(first)));
  return std::move(std::get<core::goals::State>(machine.state));
}

Result<core::goals::State> resume_goals(const GoalsResume& request, const Place& place,
                                        shell::Outside& outside, shell::Audience& audience) {
  core::Machine machine =
      TRY(resume_run({request.run_id, goals_machine, request.env, request.pass_env, request.agents},
                     place, outside, audience));
  return std::move(std::get<core::goals::State>(machine.state));
}

}  // namespace assay::api
