// SPDX-License-Identifier: MIT
#include "api/agent.h"

#include "api/agents.h"

namespace assay::api {

namespace {

constexpr const char* agent_machine = "agent";

Result<core::agent::Plan> make_plan(const AgentOrder& order, const Site& site) {
  const core::agent::Agent& agent = order.agent;
  core::agent::Plan plan;
  plan.order = order_of(agent);
  plan.order.prompt = order.prompt;
  plan.workspace = site.place.workspace;
  const std::string cwd = agent.cwd.empty() ? plan.workspace : plan.workspace + "/" + agent.cwd;
  if (!site.files().is_directory(cwd))
    return Error{Fault::bad_input, "agents." + agent.role + ".cwd: " + cwd + " is not a directory"};
  plan.cwd = TRY(site.files().real_path(cwd));
  plan.timeout = agent.timeout;
  plan.budgets = order.budgets;
  return plan;
}

Reply<std::string> make_prompt(const core::agent::Agent& agent, const Giving& giving,
                               const Site& site) {
  const LoadedPrompt chosen = TRY(load_prompt(site, agent.prompt, "agent"));
  const Given given = TRY(giving());
  std::string prompt = format::render(
      chosen.prompt,
      {{"prompt", given.text}, {"role", agent.role}, {"workspace", site.place.workspace}});
  if (prompt.find_first_not_of(" \t\r\n") != std::string::npos) return prompt;
  return Problem{.code = Code::request_empty, .field = "prompt", .what = "the prompt is empty"};
}

}  // namespace

Reply<Run> dispatch(const AgentOrder& order, const Site& site, shell::Audience& audience) {
  RunNeeds needs{TRY(choose_run_id(order.run_id, site.outside)), agent_machine, {}, {}};
  needs.isolation = order.isolation;
  needs.executor = order.executor;
  give_variables(needs, order.agent);
  core::agent::Plan plan = TRY(make_plan(order, site));
  auto ledger = TRY(open_to_write(site));
  const OpenRun open = TRY(begin_run(std::move(ledger), needs, site));
  plan.log_dir = site.place.state.logs(needs.run_id);
  plan.isolation = open.running.record.agent_isolation;
  plan.environment = open.running.record.agent_environment;
  plan.environment_digest = open.running.record.agent_environment_digest;
  return TRY(start_run(open, needs, std::make_shared<const core::agent::Plan>(std::move(plan)),
                       site, audience));
}

Reply<Run> run_agent(const AgentRequest& request, const Site& site, shell::Audience& audience) {
  const LoadedConfig loaded = TRY(load_config(site));
  core::agent::Agent agent = TRY(agent_for(loaded.config, request.role));
  std::string prompt = TRY(make_prompt(agent, request.prompt, site));
  return dispatch({std::move(agent), std::move(prompt), loaded.config.budgets, request.run_id,
                   loaded.config.isolation, loaded.config.executor},
                  site, audience);
}

Reply<Run> resume_agent(const std::string& name, const Site& site, shell::Audience& audience) {
  const LoadedConfig loaded = TRY(load_config(site));
  return resume_run({name, agent_machine, {}, {}, loaded.config.agents}, site, audience);
}

}  // namespace assay::api
