// SPDX-License-Identifier: MIT
// `assay goals`: hold what the tasks of a phase promised against the workspace as it is.
#include "api/goals.h"

#include "api/bus.h"
#include "face/cli/commands.h"
#include "face/cli/foresight.h"
#include "face/cli/goals_view.h"
#include "face/cli/prompts.h"
#include "format/goals/impl_task.h"
#include "format/goals/summary.h"
#include "format/goals/verification.h"

#include <fmt/format.h>

#include <set>

namespace assay::cli {

namespace {

using format::Problem;

constexpr std::uint64_t summary_bytes_max = 4U << 20;
constexpr std::uint64_t verification_bytes_max = 64U << 20;

struct GoalsFlags {
  std::string phase_dir;
  std::string out;
  std::string sarif;
  std::string team;
  std::string resume;
  std::string run_id;
  std::uint32_t round = 0;
  std::vector<std::string> judges;
  bool no_commands = false;
  bool allow_missing_summaries = false;
};

/// As it is from here, else from the workspace.
Result<std::string> find_phase(Session& session, const api::Place& place,
                               const std::string& written) {
  shell::Files& files = session.outside.files();
  if (files.is_directory(written)) return files.real_path(written);
  const std::string below = place.workspace + "/" + written;
  if (!written.starts_with("/") && files.is_directory(below)) return files.real_path(below);
  return Error{Fault::bad_input,
               written + ": no such directory (it should hold .task/IMPL-*.json)"};
}

/// "phase-3" is phase 3; any other folder is called by its name.
std::string phase_name(const std::string& directory) {
  const std::string name = directory.substr(directory.rfind('/') + 1);
  constexpr std::string_view prefix = "phase-";
  const std::string rest = name.starts_with(prefix) ? name.substr(prefix.size()) : "";
  const bool number = !rest.empty() && rest.find_first_not_of("0123456789") == std::string::npos;
  return number ? rest : name;
}

std::vector<std::string> names_like(Session& session, const std::string& directory,
                                    std::string_view prefix, std::string_view suffix) {
  std::vector<std::string> names;
  for (const std::string& name : session.outside.files().list(directory)) {
    if (name.starts_with(prefix) && name.ends_with(suffix)) names.push_back(name);
  }
  return names;
}

void read_tasks(Session& session, const std::string& phase, core::goals::Plan& plan,
                std::vector<Problem>& problems) {
  const std::vector<std::string> names = names_like(session, phase + "/.task", "IMPL-", ".json");
  if (names.empty())
    problems.push_back({phase + "/.task", "no IMPL-*.json in it: nothing was planned"});
  for (const std::string& name : names) {
    const auto text =
        session.outside.files().read(phase + "/.task/" + name, format::impl_task_bytes_max);
    if (!text) {
      problems.push_back({".task/" + name, text.error().what});
      continue;
    }
    format::ImplTaskReading reading = format::read_impl_task(".task/" + name, *text);
    problems.insert(problems.end(), reading.problems.begin(), reading.problems.end());
    plan.sources.push_back({".task/" + name, *text});
    plan.tasks.push_back(std::move(reading.task));
  }
  if (!problems.empty()) return;
  for (const std::string& what : core::goals::dependency_problems(plan.tasks))
    problems.push_back({".task", what});
}

void check_summaries(Session& session, const std::string& phase, std::vector<Problem>& problems) {
  const std::vector<std::string> names = names_like(session, phase, "summary-", ".md");
  if (names.empty())
    problems.push_back(
        {phase, "no summary-*.md in it: nothing was executed (--allow-missing-summaries goes on)"});
  for (const std::string& name : names) {
    const auto text = session.outside.files().read(phase + "/" + name, summary_bytes_max);
    const auto summary = text ? format::read_task_summary(name, *text) : text.error();
    if (!summary) problems.push_back({name, summary.error().what});
  }
}

std::optional<core::goals::Plan> read_phase(Session& session, const GoalsFlags& flags,
                                            const std::string& phase, bool with_summaries) {
  core::goals::Plan plan;
  plan.phase = phase_name(phase);
  plan.phase_dir = phase;
  plan.report = flags.out;
  plan.round = flags.round;
  std::vector<Problem> problems;
  read_tasks(session, phase, plan, problems);
  if (with_summaries && !flags.allow_missing_summaries) check_summaries(session, phase, problems);
  if (problems.empty()) return plan;
  session.fail(problems);
  return std::nullopt;
}

/// What the last round left behind; nothing if there was none or it cannot be read.
std::optional<core::goals::RoundRecord> last_round(Session& session, const std::string& path) {
  const auto text = session.outside.files().read(path, verification_bytes_max);
  if (!text) return std::nullopt;
  auto record = format::read_verification_record(path, *text);
  if (record) return record.take();
  session.note("assay: " + record.error().what + ": not compared\n");
  return std::nullopt;
}

bool write(Session& session, const std::string& path, const std::string& content) {
  const auto written = session.outside.files().replace(path, content);
  if (!written) session.fail(written.error());
  return bool(written);
}

/// What a verifier says to its coordinator when it is done.
void log_to_team(Session& session, const std::string& team, const std::string& workspace,
                 const core::goals::Report& report, const std::string& out) {
  using core::goals::Status;
  core::bus::Message message;
  message.from = "verifier";
  message.to = "coordinator";
  message.type = report.status == Status::passed       ? "verify_passed"
                 : report.status == Status::gaps_found ? "gaps_found"
                                                       : "error";
  message.summary = fmt::format("[verifier] phase {}: {}, {}/{} tasks passed, {} gaps",
                                format::one_line(report.phase), to_text(report.status),
                                report.tasks_passed, report.tasks.size(), report.gaps.size());
  message.ref = out;
  const auto logged = api::log_message(std::move(message), {workspace, team}, session.outside);
  if (!logged) session.fail(logged.error());
}

void tell(Session& session, const GoalsFlags& flags, const std::string& out,
          const core::goals::State& state) {
  format::GoalsResult result{core::goals::report_of(state), flags.round, {}};
  if (flags.round > 0) {
    if (const auto before = last_round(session, out))
      result.progress = core::goals::progress_since(*before, result.report);
  }
  session.exit_status = core::exit_status(core::goals::outcome_of(state, result.report));
  const std::string markdown = format::write_verification_markdown(result);
  if (state.cancelled) return session.note("assay: cancelled; nothing was written\n");
  if (!write(session, out, markdown)) return;
  if (!flags.team.empty())
    log_to_team(session, flags.team, state.plan->workspace, result.report, out);
  if (!flags.sarif.empty() &&
      !write(session, flags.sarif, format::write_goals_sarif(result, session.version)))
    return;
  switch (session.format) {
    case OutputFormat::json: return session.out(format::write_goals_json(result));
    case OutputFormat::markdown: return session.out(markdown);
    case OutputFormat::human:
      session.tell(goals_report(result, session));
      return session.note(fmt::format("written to {}\n", out));
  }
}

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

/// Who is asked, and what. False if that cannot be: everything is said then.
bool add_judges(Session& session, const GoalsFlags& flags, const format::Config& config,
                const api::Place& place, api::GoalsRequest& request) {
  const std::vector<std::string>& roles = flags.judges.empty() ? config.goals.judges : flags.judges;
  const std::vector<core::goals::Check> checks = core::goals::checks_of(request.plan.tasks);
  std::set<std::vector<std::string>> different;
  for (const std::string& role : roles) {
    auto agent = core::agent::resolve(config.agents, role);
    if (!agent) return session.fail(agent.error()), false;
    const auto prompt = load_prompt(session, place, agent->prompt, "judge");
    if (!prompt) return false;
    different.insert(agent->argv);
    std::vector<std::string>& questions = request.questions.emplace_back();
    for (const std::uint32_t check : core::goals::semantic_checks(checks))
      questions.push_back(question(*prompt, request.plan.tasks[checks[check].task], checks[check],
                                   place.workspace));
    request.judges.push_back(agent.take());
  }
  request.plan.budgets = config.budgets;
  const auto needed = static_cast<std::size_t>(config.goals.judges_min);
  if (roles.empty() || different.size() >= needed) return true;
  session.fail(
      Error{Fault::bad_input, fmt::format("goals.judges: {} different agents have to judge, but {} "
                                          "would (--judge ROLE can be repeated)",
                                          needed, different.size())});
  return false;
}

/// What is slow here are commands and judges: each is named when it starts.
class Narrator final : public shell::Audience {
 public:
  explicit Narrator(Session& session) : session_(session) {}
  void started(const core::Launch& launch) override {
    session_.note(launch.agent ? fmt::format("asking {}\n", launch.name)
                               : fmt::format("running {}\n", format::one_line(launch.command)));
  }

 private:
  Session& session_;
};

std::string report_path(const GoalsFlags& flags, const std::string& phase) {
  return flags.out.empty() ? phase + "/verification.md" : flags.out;
}

void resume(Session& session, const GoalsFlags& flags, const api::Place& place) {
  if (!flags.phase_dir.empty())
    return session.fail(Error{Fault::bad_input, "--resume knows its phase: drop PHASE_DIR"});
  const auto loaded = load_config(session, place);
  if (!loaded) return;
  Narrator audience(session);
  const api::GoalsResume request{flags.resume, loaded->config.verify.env,
                                 loaded->config.verify.pass_env, loaded->config.agents};
  const auto state = api::resume_goals(request, place, session.outside, audience);
  if (!state) return session.fail(state.error());
  GoalsFlags same = flags;
  same.round = state->plan->round;
  tell(session, same, report_path(flags, state->plan->phase_dir), *state);
}

void check(Session& session, const GoalsFlags& flags) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  if (!flags.resume.empty()) return resume(session, flags, *place);
  if (flags.phase_dir.empty())
    return session.fail(Error{Fault::bad_input, "which phase? `assay goals check PHASE_DIR`"});
  const auto phase = find_phase(session, *place, flags.phase_dir);
  if (!phase) return session.fail(phase.error());
  auto plan = read_phase(session, flags, *phase, true);
  if (!plan) return;
  const auto loaded = load_config(session, *place);
  if (!loaded) return;
  api::GoalsRequest request;
  request.plan = std::move(*plan);
  request.with_commands = !flags.no_commands;
  request.policy = loaded->config.verify.policy;
  request.env = loaded->config.verify.env;
  request.pass_env = loaded->config.verify.pass_env;
  request.run_id = flags.run_id;
  if (!add_judges(session, flags, loaded->config, *place, request)) return;
  Narrator audience(session);
  const auto state = api::run_goals(std::move(request), *place, session.outside, audience);
  if (!state) return session.fail(state.error());
  tell(session, flags, report_path(flags, *phase), *state);
}

void explain(Session& session, const GoalsFlags& flags) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  const auto phase = find_phase(session, *place, flags.phase_dir);
  if (!phase) return session.fail(phase.error());
  const auto plan = read_phase(session, flags, *phase, false);
  if (!plan) return;
  std::vector<std::string> commands;
  for (const auto& one :
       core::goals::commands_of(core::goals::checks_of(plan->tasks)).manifest.commands)
    commands.push_back(one.command);
  tell_losses(session, commands, place->workspace);
  session.tell(session.format == OutputFormat::json ? goals_readings_json(plan->tasks)
                                                    : goals_readings(plan->tasks, session));
}

}  // namespace

void add_goals(CLI::App& root, Session& session) {
  auto flags = std::make_shared<GoalsFlags>();
  CLI::App* goals = root.add_subcommand(
      "goals", "Check what the tasks of a phase promised against the code as it is");
  goals->require_subcommand(1);
  CLI::App* checking =
      goals->add_subcommand("check", "Check every criterion and write verification.md");
  checking->add_option("PHASE_DIR", flags->phase_dir, "Holds .task/IMPL-*.json and summary-*.md");
  checking
      ->add_option("--out", flags->out, "Write the report here. Default: PHASE_DIR/verification.md")
      ->type_name("FILE");
  checking->add_option("--sarif", flags->sarif, "Also write the gaps as SARIF 2.1.0")
      ->type_name("FILE");
  checking
      ->add_option("--round", flags->round,
                   "Which round of closing gaps this is; compares with the last")
      ->type_name("N")
      ->check(CLI::Range(1, 100000));
  checking
      ->add_option("--run-id", flags->run_id, "Name of the run. Default: made from time and chance")
      ->type_name("ID");
  checking
      ->add_option("--judge", flags->judges,
                   "Ask this role about what no program can decide (may be repeated)")
      ->type_name("ROLE");
  checking->add_option("--team", flags->team, "Also log the outcome to the bus of this team")
      ->type_name("TEAM");
  checking->add_option("--resume", flags->resume, "Go on with a run whose coordinator died")
      ->type_name("RUN");
  checking->add_flag("--no-commands", flags->no_commands,
                     "Run nothing; what needs a command stays a gap");
  checking->add_flag("--allow-missing-summaries", flags->allow_missing_summaries,
                     "Go on without summary-*.md");
  checking->footer(
      "Exit status: 0 passed, 1 gaps found, 2 bad input (nothing was run), 3 a check could not be "
      "carried out, 130 cancelled.");
  checking->callback([flags, &session] { check(session, *flags); });
  CLI::App* reading = goals->add_subcommand("explain", "Tell how each criterion is read, and why");
  reading->add_option("PHASE_DIR", flags->phase_dir, "Holds .task/IMPL-*.json")->required();
  reading->callback([flags, &session] { explain(session, *flags); });
}

}  // namespace assay::cli
