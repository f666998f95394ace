// SPDX-License-Identifier: MIT
#include "api/phases.h"

#include "api/agents.h"
#include "api/sealed.h"
#include "api/verify.h"
#include "base/ensure.h"
#include "format/goals/hollow.h"

#include <fmt/format.h>

#include <set>
#include <utility>

namespace assay::api {

namespace {

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
Reply<> add_judges(core::goals::Plan& plan, const std::vector<std::string>& roles,
                   const format::Config& config, const Site& site) {
  std::set<std::vector<std::string>> different;
  const std::vector<core::agent::Agent> agents = TRY(judges_of(config, roles));
  for (const core::agent::Agent& agent : agents) {
    std::vector<std::string> questions = TRY(questions_for(agent, plan, site));
    different.insert(agent.argv);
    if (questions.empty()) continue;
    plan.judges.push_back({.order = core::agent::order_of(agent),
                           .timeout = agent.timeout,
                           .cwd = site.place.workspace,
                           .env = {},
                           .questions = std::move(questions)});
  }
  const auto needed = static_cast<std::size_t>(config.goals.judges_min);
  if (agents.empty() || different.size() >= needed) return {};
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

Reply<> add_commands(core::goals::Plan& plan, const GoalsWish& wish, const format::Config& config,
                     const Site& site) {
  const std::string& name = wish.name;
  core::verify::Manifest manifest = core::goals::commands_of(*plan.checks).manifest;
  if (manifest.commands.empty()) return {};
  for (core::verify::CommandSpec& spec : manifest.commands)
    spec.id = name.empty() ? spec.id : name + "-" + spec.id;
  plan.commands = TRY(plan_inside(std::move(manifest), config.verify.policy, site));
  plan.commands = TRY(seal_gates(plan.commands, config, {}, wish.work + "/sealed", site));
  note_hollow(plan, site);
  return {};
}

/// What the last round left behind; nothing if there was none or it cannot be read.
std::optional<core::goals::RoundRecord> last_round(const std::string& path, const Site& site,
                                                   std::vector<Note>& notes) {
  const auto text = site.files().read(path, verification_bytes_max);
  if (!text) return std::nullopt;
  auto record = format::read_verification_record(path, *text);
  if (record) return record.take();
  notes.push_back({Note::Kind::plain, "assay: " + record.error().what + ": not compared"});
  return std::nullopt;
}

class PlannedPhases final : public shell::Phases {
 public:
  PlannedPhases(const Site& site, std::shared_ptr<const format::Config> config,
                shell::ExecutorRecord record, const std::string& run_id)
      : site_(site),
        config_(std::move(config)),
        record_(std::move(record)),
        log_dir_(site.place.state.logs(run_id)),
        work_(site.place.state.work(run_id)) {}

  Result<std::shared_ptr<const core::goals::Plan>> plan(const core::PlanGoals& wanted) override {
    const GoalsWish wish{.phase = TRY(find_phase(site_, wanted.phase)),
                         .name = wanted.name,
                         .round = wanted.round,
                         .work = work_,
                         .summaries = Summaries::not_needed};
    auto made = plan_goals(wish, *config_, site_);
    if (!made) {
      std::string all;
      for (const Problem& problem : made.error()) all += (all.empty() ? "" : "; ") + problem.what;
      return Error{Fault::bad_input, all};
    }
    auto plan = std::make_shared<core::goals::Plan>(made.take());
    plan->commands = with_record(plan->commands, record_, log_dir_);
    return std::shared_ptr<const core::goals::Plan>(std::move(plan));
  }

  Result<> write(const core::WriteGoals& wanted) override {
    ENSURE(wanted.plan != nullptr && wanted.report != nullptr);
    const std::string path = wanted.plan->phase_dir + "/verification.md";
    std::vector<Note> notes;
    const format::GoalsResult result =
        compare_rounds({*wanted.report, wanted.plan->round, {}, wanted.tree}, path, site_, notes);
    return site_.files().replace(path, format::write_verification_markdown(result));
  }

 private:
  const Site& site_;
  std::shared_ptr<const format::Config> config_;
  shell::ExecutorRecord record_;
  std::string log_dir_;
  std::string work_;
};

}  // namespace

Result<std::vector<core::agent::Agent>> judges_of(const format::Config& config,
                                                  const std::vector<std::string>& roles) {
  std::vector<core::agent::Agent> judges;
  for (const std::string& role : roles.empty() ? config.goals.judges : roles)
    judges.push_back(TRY(agent_for(config, role)));
  return judges;
}

Reply<core::goals::Plan> plan_goals(const GoalsWish& wish, const format::Config& config,
                                    const Site& site) {
  core::goals::Plan plan = TRY(read_phase(site, wish.phase, wish.summaries));
  plan.round = wish.round;
  plan.workspace = site.place.workspace;
  plan.budgets = config.budgets;
  plan.checks =
      std::make_shared<const std::vector<core::goals::Check>>(core::goals::checks_of(plan.tasks));
  TRY(add_judges(plan, wish.judges, config, site));
  if (wish.with_commands) TRY(add_commands(plan, wish, config, site));
  return plan;
}

format::GoalsResult compare_rounds(format::GoalsResult result, const std::string& path,
                                   const Site& site, std::vector<Note>& notes) {
  if (result.round == 0) return result;
  if (const auto before = last_round(path, site, notes))
    result.progress = core::goals::progress_since(*before, result.report);
  return result;
}

std::unique_ptr<shell::Phases> open_phases(const Site& site,
                                           std::shared_ptr<const format::Config> config,
                                           shell::ExecutorRecord record,
                                           const std::string& run_id) {
  ENSURE(config != nullptr);
  return std::make_unique<PlannedPhases>(site, std::move(config), std::move(record), run_id);
}

}  // namespace assay::api
