// SPDX-License-Identifier: MIT
// `assay loop`: drive the tasks of a spec through agents, and believe nothing they say.
#include "api/loop.h"

#include "api/history.h"
#include "base/text/escape.h"
#include "face/cli/commands.h"
#include "face/cli/loop_progress.h"
#include "face/cli/loop_view.h"
#include "face/cli/problems.h"
#include "face/cli/spending.h"
#include "format/tasks/check_json.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::cli {

namespace {

struct LoopFlags {
  api::LoopRequest request;
  std::string sarif;
  bool dry_run = false;
};

void check_spec(Session& session, const LoopFlags& flags) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto checked = api::check_spec(*site, flags.request.spec_dir);
  if (!checked) return session.fail(checked.error());
  const auto& [spec, findings] = *checked;
  const bool errors =
      std::any_of(findings.begin(), findings.end(),
                  [](const format::TaskFinding& finding) { return finding.is_error; });
  session.exit_status = errors ? 1 : 0;
  if (!flags.sarif.empty()) {
    const auto written = session.outside.files().replace(
        flags.sarif,
        format::write_loop_check_sarif(spec.relative + "/tasks.md", findings, session.version));
    if (!written) return session.fail(Error{Fault::io, "--sarif " + written.error().what});
  }
  session.out(session.format == OutputFormat::json
                  ? format::write_loop_check_json(spec.name, spec.reading, findings)
                  : findings_report(spec.relative + "/tasks.md", spec.reading, findings, session));
}

void print_rehearsal(Session& session, const api::LoopRehearsal& rehearsal) {
  for (const core::Launch& launch : rehearsal.launches) {
    if (!launch.agent) {
      session.tell(fmt::format("--- {}: assay runs: {}\n", launch.name, printable(launch.command)));
      continue;
    }
    std::string command;
    for (const std::string& word : launch.agent->argv) command += " " + word;
    session.out(
        fmt::format("--- {}:{}\n{}\n", launch.name, printable(command), launch.agent->prompt));
  }
  for (const api::Note& warning : rehearsal.warnings) session.notes()(warning);
}

void print_loop_end(Session& session, const api::Run& run) {
  session.exit_status = exit_status(run);
  const format::LoopStanding standing = loop_standing(run);
  if (session.format == OutputFormat::json) return session.out(format::loop_json(standing));
  session.tell(loop_report(standing, session));
  if (format::status_of(standing) != "DONE") return;
  session.out("ALL_TASKS_COMPLETE\n");
  if (!standing.state.pull_request.url.empty())
    session.out(fmt::format("\nPR: {}\n", standing.state.pull_request.url));
}

void run(Session& session, const LoopFlags& flags) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  if (flags.dry_run) {
    if (session.lacks_json("a rehearsal")) return;
    const auto rehearsal = api::rehearse_loop(flags.request, *site, session.notes());
    return rehearsal ? print_rehearsal(session, *rehearsal) : session.fail(rehearsal.error());
  }
  LoopProgress progress(session);
  const auto ended = api::run_loop(flags.request, *site, progress, session.notes());
  progress.clear();
  if (!ended) return session.fail(ended.error());
  print_loop_end(session, *ended);
  tell_where(session, *ended, *site);
}

void print_unstarted(Session& session, const api::Spec& spec) {
  const auto& tasks = spec.reading.tasks;
  const auto done =
      std::count_if(tasks.begin(), tasks.end(), [](const auto& task) { return task.checked; });
  if (session.format == OutputFormat::json)
    return session.out(
        format::no_loop_json(spec.relative, static_cast<std::size_t>(done), tasks.size()));
  session.tell(
      fmt::format("no run of this spec yet; {} of {} tasks are ticked\n"
                  "next: `assay loop run {}`\n",
                  done, tasks.size(), spec.relative));
}

void tell_spec(Session& session, const LoopFlags& flags) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto found = api::loop_status(flags.request.spec_dir, *site);
  if (!found) return session.fail(found.error());
  if (!found->run) return print_unstarted(session, found->spec);
  const format::LoopStanding standing = loop_standing(*found->run);
  if (session.format == OutputFormat::json) return session.out(format::loop_json(standing));
  session.tell(loop_report(standing, session));
  if (const auto view = api::show_run(found->run->run_id, *site))
    session.tell(agents_list(view->attempts));
}

void cancel(Session& session, const LoopFlags& flags) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  LoopProgress progress(session);
  const auto ended =
      api::cancel_loop(flags.request.spec_dir, "`assay loop cancel`", *site, progress);
  progress.clear();
  if (!ended) return session.fail(ended.error());
  const format::LoopStanding standing = loop_standing(*ended);
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
        ->add_option("SPEC_DIR", flags->request.spec_dir,
                     "Folder with tasks.md, or its name below specs/")
        ->required();
    return command;
  };
  CLI::App* running =
      with_spec(loop->add_subcommand("run", "Run the open tasks, or go on with them"));
  running
      ->add_option("--max-task-iterations", flags->request.max_task_iterations,
                   "Attempts per task (default 5)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  running
      ->add_option("--max-global-iterations", flags->request.max_global_iterations,
                   "Attempts of all tasks together (default 100)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000));
  running->add_flag("--recovery-mode", flags->request.recovery_mode,
                    "Insert fix tasks for what fails, instead of trying the same again");
  running
      ->add_option("--jobs", flags->request.jobs,
                   "Agents at the same time; 1: [P] tasks run one by one")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  running->add_option("--until", flags->request.until, "Stop after this task")
      ->type_name("TASK_ID");
  running
      ->add_option("--run-id", flags->request.run_id,
                   "Name of the run. Default: made from time and chance")
      ->type_name("ID");
  running->add_flag("--allow-dirty", flags->request.allow_dirty,
                    "Start on a working tree that is not clean");
  running->add_flag("--wait", flags->request.waits,
                    "Sleep until a quota is over and go on, instead of ending with status 5");
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
  looking->callback([flags, &session] { tell_spec(session, *flags); });
  CLI::App* ending = with_spec(loop->add_subcommand("cancel", "End its run for good"));
  ending->callback([flags, &session] { cancel(session, *flags); });
  CLI::App* checking = with_spec(loop->add_subcommand("check", "Lint its tasks.md"));
  checking->add_option("--sarif", flags->sarif, "Also write the findings as SARIF 2.1.0")
      ->type_name("FILE");
  checking->footer("Exit status: 0 no errors, 1 findings of severity error, 2 bad input.");
  checking->callback([flags, &session] { check_spec(session, *flags); });
}

}  // namespace assay::cli
