// SPDX-License-Identifier: MIT
#include "api/pipeline.h"

#include "api/open_ledger.h"
#include "api/run.h"
#include "api/verify.h"
#include "core/machine.h"
#include "shell/drive.h"

#include <algorithm>

namespace assay::api {

namespace {

constexpr const char* pipeline_machine = "pipeline";

PipelineRun pipeline_view(std::string run_id, core::Machine&& machine) {
  return {std::move(run_id), std::move(std::get<core::pipeline::State>(machine.state)),
          machine.outcome, machine.parked};
}

Result<ledger::RunRow> find_row(ledger::Ledger& ledger, const std::string& name) {
  if (!name.empty()) {
    ledger::RunRow row = TRY(ledger.find_run(name));
    if (row.machine == pipeline_machine) return row;
    return Error{Fault::bad_input,
                 "run " + row.run_id + " is of the machine " + row.machine + ", not a pipeline"};
  }
  for (ledger::RunRow& row : TRY(ledger.runs(runs_looked_at))) {
    if (row.machine == pipeline_machine) return row;
  }
  return Error{Fault::not_found, "there is no pipeline run yet: `assay pipeline start`"};
}

Result<> add_gates(core::pipeline::Plan& plan, PipelineRequest& request, const Place& place,
                   shell::Outside& outside) {
  if (request.gates.commands.empty()) return {};
  VerifyRequest wanted;
  wanted.manifest = std::move(request.gates);
  wanted.policy = request.policy;
  plan.gates = std::make_shared<const core::verify::Plan>(
      TRY(plan_verify(std::move(wanted), place, outside)));
  return {};
}

}  // namespace

Result<PipelineRun> find_pipeline(const std::string& name, const Place& place,
                                  shell::Outside& outside) {
  auto ledger = TRY(open_ledger(outside, place.state_dir, shell::LedgerMode::read_only));
  const ledger::RunRow row = TRY(find_row(*ledger, name));
  PipelineRun found = pipeline_view(row.run_id, TRY(fold(*ledger, row.run_id)));
  found.alive = row.alive;
  return found;
}

namespace {

/// A link on the way there would lead everything that is written into another place.
Result<> make_feature_folder(const std::string& workspace, const std::string& feature_dir,
                             shell::Files& files) {
  const std::string path = workspace + "/" + feature_dir;
  const Error astray{Fault::bad_input,
                     feature_dir +
                         ": is reached through a symbolic link; artifacts are written only "
                         "into folders of the workspace itself"};
  if (!files.is_within(path, workspace)) return astray;
  TRY(files.make_directories(path));
  const std::string there = TRY(files.real_path(path));
  const std::string wanted = TRY(files.real_path(workspace)) + "/" + feature_dir;
  return there == wanted ? Result<>() : Result<>(astray);
}

}  // namespace

Result<PipelineRun> run_pipeline(PipelineRequest request, const Place& place,
                                 shell::Outside& outside, shell::Audience& audience,
                                 shell::Person* person) {
  RunNeeds needs{TRY(choose_run_id(request.run_id, outside)), pipeline_machine, request.env,
                 request.pass_env};
  core::pipeline::Plan plan = std::move(request.plan);
  plan.workspace = place.workspace;
  plan.state_dir = place.state_dir;
  plan.feature_dir = core::pipeline::feature_folder(plan.slug);
  while (plan.feature_dir.ends_with('/')) plan.feature_dir.pop_back();
  plan.log_dir = place.log_dir(needs.run_id);
  plan.work_dir = place.state_dir + "/runs/" + needs.run_id + "/work";
  plan.program = TRY(outside.files().real_path("/proc/self/exe"));
  for (const auto& [role, agent] : request.agents) {
    core::loop::Hand hand{core::agent::order_of(agent.agent), agent.agent.timeout, {}};
    give_variables(needs, agent.agent);
    hand.order.prompt = agent.prompt;
    plan.hands.emplace(role, std::move(hand));
  }
  TRY(add_gates(plan, request, place, outside));
  auto ledger = TRY(open_ledger(outside, place.state_dir, shell::LedgerMode::read_write));
  OpenRun run = TRY(begin_run(std::move(ledger), needs, place, outside));
  run.workshop = TRY(outside.open_workshop(place.workspace, place.state_dir));
  run.approvals = outside.open_approvals(place.state_dir, needs.run_id, person);
  TRY(make_feature_folder(place.workspace, plan.feature_dir, outside.files()));
  TRY(outside.files().replace(place.workspace + "/" + plan.feature_dir + "/initial-request.md",
                              plan.request));
  plan.isolation = run.running.record.isolation;
  plan.environment = run.running.record.environment;
  plan.environment_digest = run.running.record.environment_digest;
  if (plan.gates) {
    core::verify::Plan gates = *plan.gates;
    add_record(gates, run.running.record, plan.log_dir);
    plan.gates = std::make_shared<const core::verify::Plan>(std::move(gates));
  }
  core::RunStarted first{outside.clock().now(), needs.run_id,
                         std::make_shared<const core::pipeline::Plan>(std::move(plan))};
  return pipeline_view(needs.run_id,
                       TRY(shell::start(run.world(outside, audience), std::move(first))));
}

Result<PipelineRun> resume_pipeline(const LoopResume& request, const Place& place,
                                    shell::Outside& outside, shell::Audience& audience,
                                    shell::Person* person) {
  const PipelineRun found = TRY(find_pipeline(request.run_id, place, outside));
  return pipeline_view(
      found.run_id, TRY(resume_run({found.run_id, pipeline_machine, request.env, request.pass_env,
                                    request.agents},
                                   place, outside, audience, With::workshop, person)));
}

Result<PipelineRun> abort_pipeline(const LoopResume& request, const std::string& by,
                                   const Place& place, shell::Outside& outside,
                                   shell::Audience& audience) {
  const PipelineRun found = TRY(find_pipeline(request.run_id, place, outside));
  if (found.outcome) return Error{Fault::bad_input, "run " + found.run_id + " has ended already"};
  return pipeline_view(
      found.run_id, TRY(cancel_run({found.run_id, pipeline_machine, request.env, request.pass_env},
                                   by, place, outside, audience)));
}

Result<PipelineRun> approve_pipeline(const std::string& name, const std::string& gate_id,
                                     const shell::Answer& answer, const Place& place,
                                     shell::Outside& outside) {
  PipelineRun found = TRY(find_pipeline(name, place, outside));
  const core::pipeline::State& state = found.state;
  if (found.outcome || state.waiting_for.empty())
    return Error{Fault::bad_input, "run " + found.run_id + " waits for no answer"};
  if (state.waiting_for != gate_id)
    return Error{Fault::bad_input, "run " + found.run_id + " waits for " + state.waiting_for +
                                       ", not for " + gate_id};
  const core::pipeline::Question question = core::pipeline::question_of(state);
  std::string options;
  for (const core::pipeline::Option& option : question.options)
    options += (options.empty() ? "" : ", ") + option.id;
  const bool known = std::any_of(question.options.begin(), question.options.end(),
                                 [&](const auto& option) { return option.id == answer.option; });
  if (!known)
    return Error{Fault::bad_input,
                 gate_id + " has no option '" + answer.option + "' now: choose one of " + options};
  shell::Answer named = answer;
  named.nonce = state.nonce;
  TRY(outside.give_approval(place.state_dir, found.run_id, gate_id,
                            core::pipeline::answers_to(state, gate_id), named));
  return found;
}

std::vector<std::string> missing_programs(const PipelineRequest& request, const Place& place,
                                          shell::Outside& outside) {
  std::vector<std::string> found;
  for (const auto& [role, agent] : request.agents) {
    const core::agent::Order order = core::agent::order_of(agent.agent);
    if (order.argv.empty()) continue;
    const std::string& program = order.argv.front();
    std::vector<std::string> places;
    if (program.find('/') != std::string::npos) {
      places.push_back(program.starts_with("/") ? program : place.workspace + "/" + program);
    } else {
      std::string path = outside.variable("PATH").value_or("/usr/bin:/bin");
      for (const auto& [name, value] : agent.agent.env) {
        if (name == "PATH") path = value;
      }
      for (std::size_t at = 0; at <= path.size();) {
        const std::size_t colon = std::min(path.find(':', at), path.size());
        places.push_back(path.substr(at, colon - at) + "/" + program);
        at = colon + 1;
      }
    }
    const bool there = std::any_of(places.begin(), places.end(), [&](const std::string& each) {
      return outside.files().is_executable(each);
    });
    if (!there)
      found.push_back("agents." + role + ": the program " + program +
                      " is not there: install it, or name another one");
  }
  return found;
}

std::string first_open_step(const core::pipeline::Plan& plan, const Place& place,
                            shell::Outside& outside, std::vector<std::string>& taken_over) {
  using core::pipeline::StepKind;
  auto shop = outside.open_workshop(place.workspace, place.state_dir);
  if (!shop) return "";
  std::string feature = core::pipeline::feature_folder(plan.slug);
  while (feature.ends_with('/')) feature.pop_back();
  for (const core::pipeline::Step& step : plan.definition.steps) {
    if (step.kind == StepKind::prepare || step.kind == StepKind::approval) continue;
    // Nobody's word that something was done, verified or approved is taken over.
    if (step.kind != StepKind::agents) return step.id;
    for (const core::pipeline::Instance& instance : step.dispatch.instances) {
      core::ReadOutputs wanted{{}, step.id, place.workspace, feature, step.dispatch.outputs, {}};
      for (core::pipeline::Output& output : wanted.outputs)
        output.path = core::pipeline::fill(output.path,
                                           {plan.slug, "", instance.name, instance.focus, "", "1"});
      const core::pipeline::Outputs found = (*shop)->outputs(wanted);
      const bool sound =
          !found.artifacts.empty() &&
          std::all_of(found.artifacts.begin(), found.artifacts.end(), [](const auto& a) {
            return a.exists && a.problems.empty() &&
                   a.status.value_or(core::agent::CompletionStatus::done) ==
                       core::agent::CompletionStatus::done;
          });
      if (!sound) return step.id;
      for (const auto& artifact : found.artifacts) taken_over.push_back(artifact.path);
    }
  }
  return "";
}

}  // namespace assay::api
