// SPDX-License-Identifier: MIT
// `assay loop`: drive the tasks of a spec through agents, and believe nothing they say.
#include "api/loop.h"

#include "api/history.h"
#include "api/rehearsal.h"
#include "core/loop/carry.h"
#include "core/work/test_files.h"
#include "face/cli/commands.h"
#include "face/cli/foresight.h"
#include "face/cli/loop_progress.h"
#include "face/cli/loop_view.h"
#include "face/cli/prompts.h"
#include "face/cli/spending.h"
#include "format/spec/guarded.h"
#include "format/spec/state.h"
#include "format/tasks/check_json.h"
#include "format/text/escape.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::cli {

namespace {

using format::TaskFinding;
using format::TasksReading;

constexpr std::uint64_t spec_file_max = 8U << 20;

struct LoopFlags {
  std::string spec_dir;
  std::optional<std::int32_t> max_task_iterations;
  std::optional<std::int32_t> max_global_iterations;
  std::optional<std::int32_t> jobs;
  std::string until;
  std::string run_id;
  bool recovery_mode = false;
  bool allow_dirty = false;
  bool dry_run = false;
};

struct Spec {
  std::string path;      ///< absolute
  std::string relative;  ///< to the workspace
  std::string name;
  std::string text;  ///< of tasks.md
  TasksReading reading;
};

void say(Session& session, const std::string& error, const std::string& hint) {
  session.problem(error + "\n" + hint + "\n");
  session.exit_status = usage_status;
}

/// As it is from here, else from the workspace, else by its name below specs/.
std::optional<std::string> find_folder(Session& session, const api::Place& place,
                                       const std::string& written) {
  shell::Files& files = session.outside.files();
  std::vector<std::string> candidates = {written};
  if (!written.starts_with("/")) {
    candidates.push_back(place.workspace + "/" + written);
    candidates.push_back(place.workspace + "/specs/" + written);
  }
  for (const std::string& path : candidates) {
    if (!files.is_directory(path)) continue;
    if (auto real = files.real_path(path)) return real.take();
  }
  return std::nullopt;
}

std::optional<Spec> find_spec(Session& session, const api::Place& place,
                              const std::string& written) {
  auto path = find_folder(session, place, written);
  if (!path) {
    say(session, fmt::format("ERROR: Spec directory missing at {}/", written),
        "Create the spec, or name the folder that holds its tasks.md");
    return std::nullopt;
  }
  if (!path->starts_with(place.workspace + "/")) {
    say(session, fmt::format("ERROR: {} is not inside the workspace {}", *path, place.workspace),
        "Name a folder of the workspace, or choose the workspace with -C DIR");
    return std::nullopt;
  }
  Spec spec;
  spec.path = *path;
  spec.relative = path->substr(place.workspace.size() + 1);
  spec.name = path->substr(path->rfind('/') + 1);
  auto text = session.outside.files().read(spec.path + "/tasks.md", spec_file_max);
  if (!text) {
    const bool missing = text.error().fault == Fault::not_found;
    say(session,
        missing ? fmt::format("ERROR: Tasks file missing at {}/tasks.md", spec.relative)
                : fmt::format("ERROR: {}", text.error().what),
        "Write the list of tasks there: `- [ ] 1.1 Title` with Do, Files, Done when, Verify, "
        "Commit");
    return std::nullopt;
  }
  spec.text = text.take();
  spec.reading = format::read_tasks(spec.text);
  if (spec.reading.problems.empty()) return spec;
  session.fail(spec.reading.problems);
  return std::nullopt;
}

bool has_gates(const format::Config& config) { return !config.verify.manifest.commands.empty(); }

std::vector<TaskFinding> findings_of(const Spec& spec, const format::Config& config) {
  return format::lint_tasks(spec.reading, spec.text, {has_gates(config)});
}

/// What a Verify starts loses failures as it stands now. A task may be there to change that, so it
/// is a warning.
void add_foreseen(Session& session, const api::Place& place, const Spec& spec,
                  std::vector<TaskFinding>& findings) {
  for (const core::loop::Task& task : spec.reading.tasks) {
    for (const core::loop::TaskCommand& command : task.commands) {
      if (command.lint.has(core::LintRule::masked) || command.lint.has(core::LintRule::constant))
        continue;
      for (const core::LintFinding& finding :
           foreseen_losses(session, command.command, place.workspace)) {
        findings.push_back(
            {task.line, "verify-starts-masked", false,
             fmt::format("`{}`: {}", format::printable(command.command), finding.why),
             "let the command that checks decide the exit status, unless a task before it will"});
      }
    }
  }
  std::stable_sort(findings.begin(), findings.end(),
                   [](const TaskFinding& a, const TaskFinding& b) { return a.line < b.line; });
}

void check(Session& session, const LoopFlags& flags) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  const auto spec = find_spec(session, *place, flags.spec_dir);
  if (!spec) return;
  const auto loaded = load_config(session, *place);
  if (!loaded) return;
  std::vector<TaskFinding> findings = findings_of(*spec, loaded->config);
  add_foreseen(session, *place, *spec, findings);
  const bool errors = std::any_of(findings.begin(), findings.end(),
                                  [](const TaskFinding& finding) { return finding.is_error; });
  session.exit_status = errors ? 1 : 0;
  session.out(
      session.format == OutputFormat::json
          ? format::write_loop_check_json(spec->name, spec->reading, findings)
          : findings_report(spec->relative + "/tasks.md", spec->reading, findings, session));
}

// --- before a run

/// What makes a run pointless. A finding about a task that is ticked, or about how tasks were
/// grouped, is not of that kind: conflicts are found when they happen.
std::vector<TaskFinding> obstacles(const Spec& spec, const format::Config& config) {
  std::vector<TaskFinding> found = findings_of(spec, config);
  std::erase_if(found, [&](const TaskFinding& finding) {
    if (!finding.is_error || finding.rule.starts_with("parallel-")) return true;
    const auto& tasks = spec.reading.tasks;
    const auto after = std::find_if(tasks.begin(), tasks.end(), [&](const core::loop::Task& task) {
      return task.line > finding.line;
    });
    // A tick is no better than the Verify it is checked by.
    const bool proves_nothing =
        finding.rule == "verify-masked" || finding.rule == "verify-constant" ||
        finding.rule == "verify-detaches" || finding.rule == "verify-unparsable";
    if (proves_nothing) return false;
    const bool of_task = finding.rule.find("verify") != std::string::npos;
    return of_task && after != tasks.begin() && std::prev(after)->checked;
  });
  return found;
}

bool check_list(Session& session, const Spec& spec, const format::Config& config,
                const std::string& until) {
  const std::vector<TaskFinding> found = obstacles(spec, config);
  if (!found.empty()) {
    session.problem(findings_report(spec.relative + "/tasks.md", spec.reading, found, session));
    say(session, "assay: nothing was run: these tasks could not be verified",
        fmt::format("`assay loop check {}` shows everything", spec.relative));
    return false;
  }
  const auto& tasks = spec.reading.tasks;
  const bool blind =
      !has_gates(config) && std::any_of(tasks.begin(), tasks.end(), [](const auto& task) {
        return !task.checked && !task.verify && task.commands.empty();
      });
  if (blind) {
    say(session,
        fmt::format(
            "assay: nothing was run: tasks of {}/tasks.md have no Verify, and assay.yaml has no "
            "verify: commands that could stand in for it",
            spec.relative),
        "`assay init` finds the checks of a project");
    return false;
  }
  const bool known =
      until.empty() ||
      std::any_of(tasks.begin(), tasks.end(), [&](const auto& task) { return task.id == until; });
  if (!known) session.fail(Error{Fault::bad_input, "--until " + until + ": no task has this id"});
  return known;
}

/// The repository must be one in which what an agent did can be told from what was there.
bool check_repository(Session& session, const api::Place& place, const Spec& spec,
                      const LoopFlags& flags) {
  const shell::RepositoryFacts git = session.outside.repository(place.workspace);
  const auto refuse = [&](const std::string& what) {
    session.fail(Error{Fault::bad_input, what});
    return false;
  };
  if (!git.is_repository)
    return refuse(place.workspace +
                  " is not a git repository: run `git init` and commit what is there");
  if (git.head.empty())
    return refuse("the repository has no commit yet: commit what is there first");
  if (!git.busy.empty())
    return refuse("git is in the middle of " + git.busy + ": finish or abort it");
  std::vector<std::string> dirty = git.dirty;
  std::erase_if(dirty,
                [&](const std::string& path) { return path.starts_with(spec.relative + "/"); });
  if (!dirty.empty() && !flags.allow_dirty) {
    std::string names;
    for (std::size_t i = 0; i < dirty.size() && i < 5; ++i)
      names += "\n  " + format::printable(dirty[i]);
    if (dirty.size() > 5) names += fmt::format("\n  and {} more", dirty.size() - 5);
    return refuse("the working tree is not clean: commit or stash these, or use --allow-dirty" +
                  names);
  }
  if (!git.branch.empty() && git.branch == git.default_branch)
    session.note(
        fmt::format("warning: working on the default branch {}; `git switch -c {}` makes one "
                    "for this spec\n",
                    git.branch, spec.name));
  return true;
}

/// The state file is only read to notice that somebody else has been here.
bool check_state(Session& session, const Spec& spec) {
  const auto text = session.outside.files().read(spec.path + "/.ralph-state.json", spec_file_max);
  if (!text)
    return text.error().fault == Fault::not_found ? true : (session.fail(text.error()), false);
  const format::StateReading state = format::read_spec_state(*text);
  if (!state.problem.empty()) {
    say(session,
        fmt::format("ERROR: State file missing or corrupt at {}/.ralph-state.json", spec.relative),
        fmt::format("{}; remove it: `assay loop run` makes a new one", state.problem));
    return false;
  }
  const auto& tasks = spec.reading.tasks;
  const auto open =
      std::find_if(tasks.begin(), tasks.end(), [](const auto& task) { return !task.checked; });
  const auto index = static_cast<std::size_t>(open - tasks.begin());
  const bool told = state.fields && (state.fields->task_index > 0 || state.fields->total_tasks > 0);
  if (told && (state.fields->task_index != index || state.fields->total_tasks != tasks.size()))
    session.note(
        fmt::format("note: .ralph-state.json says task {} of {}, tasks.md says {} of {}: "
                    "tasks.md and evidence decide\n",
                    state.fields->task_index, state.fields->total_tasks, index, tasks.size()));
  return true;
}

/// Whether the program of an agent can be started, as far as a look tells.
bool is_there(Session& session, const api::Place& place, const core::agent::Agent& agent) {
  shell::Files& files = session.outside.files();
  const std::string& program = agent.argv.front();
  if (program.starts_with("/")) return files.is_executable(program);
  if (program.find('/') != std::string::npos)
    return files.is_executable(place.workspace + "/" + (agent.cwd.empty() ? "" : agent.cwd + "/") +
                               program);
  std::string path = session.outside.variable("PATH").value_or("/usr/bin:/bin");
  for (const auto& [name, value] : agent.env) {
    if (name == "PATH") path = value;
  }
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    if (files.is_executable(path.substr(at, end - at) + "/" + program)) return true;
    at = end + 1;
  }
  return false;
}

/// Files that a task has to name before it may touch them.
void add_guarded(core::loop::Plan& plan, const core::verify::Manifest& gates) {
  for (const std::string_view glob : core::test_file_globs()) plan.tests.emplace_back(glob);
  plan.setup = format::test_setup();
  plan.guarded = format::gate_files();
  const auto take = [&](const std::string& command) {
    for (std::string& script : format::scripts_of(command)) {
      auto& all = plan.guarded;
      if (std::find(all.begin(), all.end(), script) == all.end()) all.push_back(std::move(script));
    }
  };
  for (const core::verify::CommandSpec& spec : gates.commands) take(spec.command);
  for (const core::loop::Task& task : plan.tasks) {
    for (const core::loop::TaskCommand& command : task.commands) take(command.command);
  }
}

bool add_agent(Session& session, const api::Place& place, const format::Config& config,
               const std::string& role, std::optional<api::LoopAgent>& out) {
  const std::string way_out =
      role == "executor"
          ? "`assay doctor` shows which agents are there"
          : fmt::format("another agent may do it: \"*\": {{use: executor}} in agents:{}",
                        role == "reviewer" ? "; or loop: {review: false}" : "");
  auto agent = core::agent::resolve(config.agents, role);
  if (!agent) {
    session.fail(agent.error());
    session.problem(way_out + "\n");
    return false;
  }
  if (!is_there(session, place, *agent)) {
    say(session,
        fmt::format("assay: nothing was run: the program of role {} is not there: {}", role,
                    format::printable(agent->argv.front())),
        "install it, or put it on PATH; " + way_out);
    return false;
  }
  auto prompt = load_template(session, place, agent->prompt, role);
  if (!prompt) return false;
  out = api::LoopAgent{agent.take(), std::move(prompt->text)};
  return true;
}

bool add_agents(Session& session, const api::Place& place, const format::Config& config,
                api::LoopRequest& request) {
  const auto& tasks = request.plan.tasks;
  const bool verifies = std::any_of(tasks.begin(), tasks.end(),
                                    [](const auto& task) { return task.verify && !task.checked; });
  return add_agent(session, place, config, "executor", request.executor) &&
         (!verifies || add_agent(session, place, config, "qa", request.qa)) &&
         (!request.plan.settings.review ||
          add_agent(session, place, config, "reviewer", request.reviewer));
}

core::LoopSettings settings_of(const format::Config& config, const LoopFlags& flags) {
  core::LoopSettings settings = config.loop;
  if (flags.max_task_iterations) settings.max_task_iterations = *flags.max_task_iterations;
  if (flags.max_global_iterations) settings.max_global_iterations = *flags.max_global_iterations;
  if (flags.jobs) settings.jobs = *flags.jobs;
  settings.recovery_mode = settings.recovery_mode || flags.recovery_mode;
  return settings;
}

// --- running

format::LoopStanding standing_of(const api::LoopRun& run) {
  return {run.state, run.outcome, run.parked, run.alive};
}

void finish(Session& session, const Result<api::LoopRun>& run, LoopProgress& progress) {
  progress.clear();
  if (!run) return session.fail(run.error());
  const bool stopped = !run->outcome && !run->state.stopped_by.empty();
  session.exit_status = run->outcome                 ? core::exit_status(*run->outcome)
                        : stopped                    ? stopped_status
                        : !run->state.person.empty() ? core::person_status
                                                     : core::parked_status;
  const format::LoopStanding standing = standing_of(*run);
  if (session.format == OutputFormat::json) return session.out(format::loop_json(standing));
  session.tell(loop_report(standing, session));
  if (format::status_of(standing) != "DONE") return;
  session.out("ALL_TASKS_COMPLETE\n");
  if (!run->state.pull_request.url.empty())
    session.out(fmt::format("\nPR: {}\n", run->state.pull_request.url));
}

void print_rehearsal(Session& session, const core::loop::Plan& plan) {
  std::vector<std::string> commands;
  for (const core::Launch& wanted : api::rehearse(std::make_shared<const core::loop::Plan>(plan))) {
    const core::Launch launch = session.outside.reader().fill_prompt(wanted);
    if (!launch.agent) {
      session.tell(
          fmt::format("--- {}: assay runs: {}\n", launch.name, format::printable(launch.command)));
      commands.push_back(launch.command);
      continue;
    }
    std::string command;
    for (const std::string& word : launch.agent->argv) command += " " + word;
    session.out(fmt::format("--- {}:{}\n{}\n", launch.name, format::printable(command),
                            launch.agent->prompt));
  }
  tell_losses(session, commands, plan.workspace);
}

/// Goes on with what was interrupted, unless its user has changed the list since.
std::optional<bool> goes_on(Session& session, const api::Place& place, const Spec& spec,
                            const std::optional<api::LoopRun>& last) {
  if (!last || last->outcome) return false;
  if (last->alive) {
    session.fail(
        Error{Fault::conflict,
              fmt::format("run {} is at work on this spec: `assay loop status {}` shows it, "
                          "`assay loop cancel {}` stops it",
                          last->run_id, spec.relative, spec.relative)});
    return std::nullopt;
  }
  const format::TasksDifference seen =
      format::compare_tasks(core::loop::list_of(last->state), spec.text);
  if (seen.tampering.empty()) return true;
  if (core::loop::is_list_in_doubt(last->state)) {
    const std::string kept = place.state_dir + "/runs/" + last->run_id + "/tasks.md.changed";
    const auto written = session.outside.files().replace(kept, spec.text);
    session.note(fmt::format(
        "note: tasks.md is not as run {} left it when it was interrupted: it is restored{}\n",
        last->run_id, written ? "; what was found is kept in " + kept : ""));
    return true;
  }
  session.note(
      fmt::format("note: tasks.md was changed ({}): a new run starts with what is verified\n",
                  format::printable(seen.tampering.front())));
  return false;
}

void run(Session& session, const LoopFlags& flags) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  auto spec = find_spec(session, *place, flags.spec_dir);
  if (!spec) return;
  auto loaded = load_config(session, *place);
  if (!loaded) return;
  const auto last = api::find_loop(spec->relative, *place, session.outside);
  if (!last) return session.fail(last.error());
  format::Config& config = loaded->config;
  LoopProgress progress(session);
  if (!flags.dry_run) {
    const std::optional<bool> resumes = goes_on(session, *place, *spec, *last);
    if (!resumes) return;
    if (*resumes) {
      session.note(fmt::format("going on with run {}\n", (*last)->run_id));
      const api::LoopResume request{(*last)->run_id, config.verify.env, config.verify.pass_env,
                                    config.agents};
      return finish(session, api::resume_loop(request, *place, session.outside, progress),
                    progress);
    }
  }
  if (!check_state(session, *spec) || !check_list(session, *spec, config, flags.until)) return;
  if (!check_repository(session, *place, *spec, flags)) return;
  api::LoopRequest request;
  request.plan.spec = spec->name;
  request.plan.spec_dir = spec->relative;
  request.plan.pinned = std::make_shared<const std::string>(spec->text);
  request.plan.tasks = spec->reading.tasks;
  // What passed when an unfinished run began is no failure from before this one.
  if (*last && (*last)->outcome != core::Outcome::passed)
    request.plan.before = (*last)->state.baseline;
  add_guarded(request.plan, config.verify.manifest);
  request.plan.settings = settings_of(config, flags);
  request.plan.until = flags.until;
  request.plan.budgets = config.budgets;
  request.plan.policy = config.verify.policy;
  request.gates = config.verify.manifest;
  request.env = config.verify.env;
  request.pass_env = config.verify.pass_env;
  request.run_id = flags.run_id;
  if (!add_agents(session, *place, config, request)) return;
  if (flags.dry_run) {
    const auto plan = api::plan_loop(std::move(request), *place, session.outside);
    return plan ? print_rehearsal(session, *plan) : session.fail(plan.error());
  }
  if (*last && !(*last)->outcome) {
    const api::LoopResume old{(*last)->run_id, {}, {}};
    const auto ended =
        api::cancel_loop(old, "a change of tasks.md", *place, session.outside, progress);
    if (!ended) return session.fail(ended.error());
  }
  finish(session, api::run_loop(std::move(request), *place, session.outside, progress), progress);
}

// --- looking at it, calling it off

void status(Session& session, const LoopFlags& flags) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  const auto spec = find_spec(session, *place, flags.spec_dir);
  if (!spec) return;
  const auto last = api::find_loop(spec->relative, *place, session.outside);
  if (!last) return session.fail(last.error());
  if (!*last) {
    const auto done = std::count_if(spec->reading.tasks.begin(), spec->reading.tasks.end(),
                                    [](const auto& task) { return task.checked; });
    if (session.format == OutputFormat::json)
      return session.out(format::no_loop_json(spec->relative, static_cast<std::size_t>(done),
                                              spec->reading.tasks.size()));
    return session.tell(
        fmt::format("no run of this spec yet; {} of {} tasks are ticked\n"
                    "next: `assay loop run {}`\n",
                    done, spec->reading.tasks.size(), spec->relative));
  }
  const format::LoopStanding standing = standing_of(**last);
  if (session.format == OutputFormat::json) return session.out(format::loop_json(standing));
  session.tell(loop_report(standing, session));
  if (const auto view = api::show_run((*last)->run_id, *place, session.outside))
    session.tell(agents_list(view->attempts));
}

void cancel(Session& session, const LoopFlags& flags) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  const auto spec = find_spec(session, *place, flags.spec_dir);
  if (!spec) return;
  const auto last = api::find_loop(spec->relative, *place, session.outside);
  if (!last) return session.fail(last.error());
  if (!*last || (*last)->outcome)
    return session.fail(
        Error{Fault::bad_input, "there is no run of " + spec->relative + " to cancel"});
  LoopProgress progress(session);
  const auto ended = api::cancel_loop({(*last)->run_id, {}, {}}, "`assay loop cancel`", *place,
                                      session.outside, progress);
  progress.clear();
  if (!ended) return session.fail(ended.error());
  const format::LoopStanding standing = standing_of(*ended);
  session.tell(session.format == OutputFormat::json ? format::loop_json(standing)
                                                    : loop_report(standing, session));
}

}  // namespace

void add_loop(CLI::App& root, Session& session) {
  auto flags = std::make_shared<LoopFlags>();
  CLI::App* loop = root.add_subcommand(
      "loop", "Drive the tasks of a spec through agents, verifying every claim");
  loop->require_subcommand(1);
  const auto with_spec = [&](CLI::App* command) {
    command
        ->add_option("SPEC_DIR", flags->spec_dir, "Folder with tasks.md, or its name below specs/")
        ->required();
    return command;
  };
  CLI::App* running =
      with_spec(loop->add_subcommand("run", "Run the open tasks, or go on with them"));
  running
      ->add_option("--max-task-iterations", flags->max_task_iterations,
                   "Attempts per task (default 5)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  running
      ->add_option("--max-global-iterations", flags->max_global_iterations,
                   "Attempts of all tasks together (default 100)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000));
  running->add_flag("--recovery-mode", flags->recovery_mode,
                    "Insert fix tasks for what fails, instead of trying the same again");
  running->add_option("--jobs", flags->jobs, "Agents at the same time; 1: [P] tasks run one by one")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  running->add_option("--until", flags->until, "Stop after this task")->type_name("TASK_ID");
  running
      ->add_option("--run-id", flags->run_id, "Name of the run. Default: made from time and chance")
      ->type_name("ID");
  running->add_flag("--allow-dirty", flags->allow_dirty,
                    "Start on a working tree that is not clean");
  running->add_flag("--dry-run", flags->dry_run,
                    "Print what would be started, with full prompts; start nothing");
  running->footer(
      "Killed or stopped, the same command line goes on where evidence ends.\n"
      "Exit status: 0 done, 1 the gates of the workspace fail at the end, 2 bad input (nothing was "
      "run),\n3 retries used up or could not find out, 4 waits for a person, 5 a quota or budget "
      "is "
      "used up, 130 "
      "stopped.");
  running->callback([flags, &session] { run(session, *flags); });
  CLI::App* looking = with_spec(loop->add_subcommand("status", "Show how its newest run stands"));
  looking->callback([flags, &session] { status(session, *flags); });
  CLI::App* ending = with_spec(loop->add_subcommand("cancel", "End its run for good"));
  ending->callback([flags, &session] { cancel(session, *flags); });
  CLI::App* checking = with_spec(loop->add_subcommand("check", "Lint its tasks.md"));
  checking->footer("Exit status: 0 no errors, 1 findings of severity error, 2 bad input.");
  checking->callback([flags, &session] { check(session, *flags); });
}

}  // namespace assay::cli
