// SPDX-License-Identifier: MIT
#include "api/goals.h"

#include "api/agents.h"
#include "api/bus.h"
#include "api/foresight.h"
#include "api/phase.h"
#include "api/verify.h"
#include "format/goals/hollow.h"

#include <fmt/format.h>

#include <set>

namespace assay::api {

namespace {

constexpr const char* goals_machine = "goals";
constexpr std::uint64_t verification_bytes_max = 64U << 20;

/// What a judge is asked about one criterion.
std::string question(const format::Prompt& prompt, const core::goals::Task& task,
                     const core::goals::Check& check, const std::string& workspace) {
  std::string files;
  for (const core::goals::FileGoal& file : task.files) files += file.path + "\n";
  return format::render(prompt, {{"workspace", workspace},
                                 {"goal_id", task.id},
                                 {"criterion", std::get<core::goals::Semantic>(check.form).text},
                                 {"files", files}});
}

Reply<std::vector<std::string>> questions_for(const core::agent::Agent& agent,
                                              const core::goals::Plan& plan, const Site& site) {
  const LoadedPrompt loaded = TRY(load_prompt(site, agent.prompt, "judge"));
  std::vector<std::string> questions;
  const std::vector<core::goals::Check>& checks = *plan.checks;
  for (const std::uint32_t check : core::goals::semantic_checks(checks))
    questions.push_back(question(loaded.prompt, plan.tasks[checks[check].task], checks[check],
                                 site.place.workspace));
  return questions;
}

/// Who is asked, and what. As many different agents as are configured have to be.
Reply<> add_judges(core::goals::Plan& plan, RunNeeds& needs, const std::vector<std::string>& roles,
                   const format::Config& config, const Site& site) {
  std::set<std::vector<std::string>> different;
  for (const std::string& role : roles) {
    const core::agent::Agent agent = TRY(agent_for(config, role));
    std::vector<std::string> questions = TRY(questions_for(agent, plan, site));
    different.insert(agent.argv);
    give_variables(needs, agent);
    if (questions.empty()) continue;
    plan.judges.push_back({.order = core::agent::order_of(agent),
                           .timeout = agent.timeout,
                           .cwd = site.place.workspace,
                           .env = {},
                           .questions = std::move(questions)});
  }
  const auto needed = static_cast<std::size_t>(config.goals.judges_min);
  if (roles.empty() || different.size() >= needed) return {};
  return Problem{
      .code = Code::too_few_judges,
      .field = "judges",
      .what = fmt::format("goals.judges: {} different agents have to judge, but {} would", needed,
                          different.size())};
}

/// Commands that find their own words, or what the phase says of itself.
void note_hollow(core::goals::Plan& plan, const Site& site) {
  const std::string& workspace = site.place.workspace;
  const bool inside = plan.phase_dir == workspace || plan.phase_dir.starts_with(workspace + "/");
  if (!inside) return;
  const std::string folder =
      plan.phase_dir == workspace ? "." : plan.phase_dir.substr(workspace.size() + 1);
  const std::vector<format::PhaseFile> files = phase_files(plan, folder, site);
  for (const core::goals::Check& check : *plan.checks) {
    const auto* command = std::get_if<core::goals::Command>(&check.form);
    std::string why = command == nullptr ? "" : format::why_hollow(*command, folder, files);
    if (!why.empty()) plan.hollow.push_back({command->command, std::move(why)});
  }
}

Reply<> add_commands(core::goals::Plan& plan, const format::Config& config, const Site& site) {
  core::verify::Manifest manifest = core::goals::commands_of(*plan.checks).manifest;
  if (manifest.commands.empty()) return {};
  plan.commands = TRY(plan_inside(std::move(manifest), config.verify.policy, site));
  note_hollow(plan, site);
  return {};
}

/// What the last round left behind; nothing if there was none or it cannot be read.
std::optional<core::goals::RoundRecord> last_round(const Site& site, GoalsCheck& check) {
  const auto text = site.files().read(check.report_path, verification_bytes_max);
  if (!text) return std::nullopt;
  auto record = format::read_verification_record(check.report_path, *text);
  if (record) return record.take();
  check.notes.push_back({Note::Kind::plain, "assay: " + record.error().what + ": not compared"});
  return std::nullopt;
}

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
  check.result = format::goals_result(state);
  if (check.result.round > 0) {
    if (const auto before = last_round(site, check))
      check.result.progress = core::goals::progress_since(*before, check.result.report);
  }
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
  const std::string phase = TRY(find_phase(site, request.phase_dir));
  core::goals::Plan plan = TRY(read_phase(
      site, phase, request.allow_missing_summaries ? Summaries::not_needed : Summaries::needed));
  const LoadedConfig loaded = TRY(load_config(site));
  const format::Config& config = loaded.config;
  plan.report = request.files.report;
  plan.round = request.round;
  plan.workspace = site.place.workspace;
  plan.budgets = config.budgets;
  plan.checks =
      std::make_shared<const std::vector<core::goals::Check>>(core::goals::checks_of(plan.tasks));
  RunNeeds needs{"", goals_machine,   config.verify.env, config.verify.pass_env,
                 {}, config.isolation};
  needs.executor = config.executor;
  needs.supplies = config.workspace;
  TRY(add_judges(plan, needs, request.judges.empty() ? config.goals.judges : request.judges, config,
                 site));
  needs.run_id = TRY(choose_run_id(request.run_id, site.outside));
  if (request.with_commands) TRY(add_commands(plan, config, site));
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
