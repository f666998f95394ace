// SPDX-License-Identifier: MIT
#include "api/goals.h"

#include "api/bus.h"
#include "api/foresight.h"
#include "api/phases.h"
#include "api/verify.h"

#include <fmt/format.h>

namespace assay::api {

namespace {

constexpr const char* goals_machine = "goals";

/// What a verifier says to its coordinator when it is done.
Reply<> log_to_team(const std::string& team, const GoalsCheck& check, const Site& site) {
  using core::goals::Status;
  const core::goals::Report& report = check.result.report;
  core::bus::Message message;
  message.from = "verifier";
  message.to = "coordinator";
  message.type = report.status == Status::passed       ? "verify_passed"
                 : report.status == Status::gaps_found ? "gaps_found"
                                                       : "error";
  message.summary = fmt::format("[verifier] phase {}: {}, {}/{} tasks passed, {} gaps",
                                format::one_line(report.phase), to_text(report.status),
                                report.tasks_passed, report.tasks.size(), report.gaps.size());
  message.ref = check.report_path;
  TRY(log_message(std::move(message), {site.place.workspace, team}, site.outside));
  return {};
}

void tell_sealing(const core::goals::State& state, std::vector<Note>& notes) {
  const core::verify::Plan* commands = state.plan->commands.get();
  if (commands == nullptr || !commands->sealing.on) return;
  const auto tell = [&](std::string text) {
    notes.push_back({Note::Kind::plain, "assay: " + std::move(text)});
  };
  tell("sealed: commands run in a copy, with protected files as " +
       commands->guarded_by.substr(0, 12) + " has them");
  for (const std::string& each : commands->sealing.open) tell(each);
  for (const std::string& path : state.commands.restored())
    tell("sealed commands had " + path + " as the base has it");
}

/// Writes down what came of a run: the report, a message, SARIF.
Reply<GoalsCheck> write_down(Run run, const GoalsFiles& files, const Site& site) {
  GoalsCheck check{.run = std::move(run),
                   .result = {},
                   .markdown = {},
                   .report_path = {},
                   .problems = {},
                   .notes = {}};
  const auto& state = check.run.as<core::goals::State>();
  check.report_path =
      files.report.empty() ? state.plan->phase_dir + "/verification.md" : files.report;
  check.result = compare_rounds(format::goals_result(state), check.report_path, site, check.notes);
  tell_sealing(state, check.notes);
  check.markdown = format::write_verification_markdown(check.result);
  if (state.cancelled) return check;
  TRY(site.files().replace(check.report_path, check.markdown));
  if (!files.team.empty()) {
    if (const auto told = log_to_team(files.team, check, site); !told)
      check.problems = told.error();
  }
  if (!files.sarif.empty())
    TRY(site.files().replace(files.sarif, format::write_goals_sarif(check.result, files.version)));
  return check;
}

}  // namespace

Reply<GoalsCheck> check_goals(const GoalsRequest& request, const Site& site,
                              shell::Audience& audience) {
  const LoadedConfig loaded = TRY(load_config(site));
  const format::Config& config = loaded.config;
  const std::string run_id = TRY(choose_run_id(request.run_id, site.outside));
  const GoalsWish wish{
      .phase = TRY(find_phase(site, request.phase_dir)),
      .round = request.round,
      .judges = request.judges,
      .with_commands = request.with_commands,
      .work = site.place.state.work(run_id),
      .summaries = request.allow_missing_summaries ? Summaries::not_needed : Summaries::needed};
  core::goals::Plan plan = TRY(plan_goals(wish, config, site));
  plan.report = request.files.report;
  RunNeeds needs{run_id, goals_machine,   config.verify.env, config.verify.pass_env,
                 {},     config.isolation};
  needs.executor = config.executor;
  needs.supplies = config.workspace;
  for (const core::agent::Agent& judge : TRY(judges_of(config, request.judges)))
    give_variables(needs, judge);
  auto ledger = TRY(open_to_write(site));
  const OpenRun open = TRY(begin_run(std::move(ledger), needs, site));
  plan.commands =
      with_record(plan.commands, open.running.record, site.place.state.logs(needs.run_id));
  Run run = TRY(start_run(open, needs, std::make_shared<const core::goals::Plan>(std::move(plan)),
                          site, audience));
  return write_down(std::move(run), request.files, site);
}

Reply<GoalsCheck> resume_goals(const std::string& name, const GoalsFiles& files, const Site& site,
                               shell::Audience& audience) {
  const LoadedConfig loaded = TRY(load_config(site));
  Run run = TRY(resume_run(needs_of(name, goals_machine, loaded.config), site, audience));
  return write_down(std::move(run), files, site);
}

Reply<std::vector<core::goals::Task>> explain_goals(const std::string& phase_dir, const Site& site,
                                                    const OnNote& tell) {
  const std::string phase = TRY(find_phase(site, phase_dir));
  core::goals::Plan plan = TRY(read_phase(site, phase, Summaries::not_needed));
  std::vector<std::string> commands;
  for (const auto& one :
       core::goals::commands_of(core::goals::checks_of(plan.tasks)).manifest.commands)
    commands.push_back(one.command);
  tell_losses(site, commands, site.place.workspace, tell);
  return std::move(plan.tasks);
}

}  // namespace assay::api
