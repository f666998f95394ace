// SPDX-License-Identifier: MIT
// `assay goals`: hold what the tasks of a phase promised against the workspace as it is.
#include "api/goals.h"

#include "face/cli/commands.h"
#include "face/cli/goals_view.h"

#include <fmt/format.h>

namespace assay::cli {

namespace {

struct GoalsFlags {
  api::GoalsRequest request;
  std::string resume;
  bool no_commands = false;
};

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

void print_goals_end(Session& session, const api::GoalsCheck& check) {
  session.exit_status = exit_status(check.run);
  for (const api::Note& note : check.notes) session.notes()(note);
  if (check.run.as<core::goals::State>().cancelled)
    return session.note("assay: cancelled; nothing was written\n");
  session.fail(check.problems);
  switch (session.format) {
    case OutputFormat::json: return session.out(format::write_goals_json(check.result));
    case OutputFormat::markdown: return session.out(check.markdown);
    case OutputFormat::human:
      session.tell(goals_report(check.result, session));
      return session.note(fmt::format("written to {}\n", check.report_path));
  }
}

void check_goals(Session& session, const GoalsFlags& flags) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  api::GoalsRequest request = flags.request;
  request.files.version = session.version;
  request.with_commands = !flags.no_commands;
  const bool resumes = !flags.resume.empty();
  if (resumes && !request.phase_dir.empty())
    return session.fail(Error{Fault::bad_input, "--resume knows its phase: drop PHASE_DIR"});
  if (!resumes && request.phase_dir.empty())
    return session.fail(Error{Fault::bad_input, "which phase? `assay goals check PHASE_DIR`"});
  Narrator audience(session);
  const auto checked = resumes ? api::resume_goals(flags.resume, request.files, *site, audience)
                               : api::check_goals(request, *site, audience);
  if (!checked) return session.fail(checked.error());
  print_goals_end(session, *checked);
  tell_where(session, checked->run, *site);
}

void explain_goals(Session& session, const GoalsFlags& flags) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto tasks = api::explain_goals(flags.request.phase_dir, *site, session.notes());
  if (!tasks) return session.fail(tasks.error());
  session.tell(session.format == OutputFormat::json ? goals_readings_json(*tasks)
                                                    : goals_readings(*tasks, session));
}

}  // namespace

void add_goals(CLI::App& root, Session& session) {
  auto flags = std::make_shared<GoalsFlags>();
  CLI::App* goals = root.add_subcommand(
      "goals", "Check what the tasks of a phase promised against the code as it is");
  goals->require_subcommand(1);
  CLI::App* checking =
      goals->add_subcommand("check", "Check every criterion and write verification.md");
  checking->add_option("PHASE_DIR", flags->request.phase_dir,
                       "Holds .task/IMPL-*.json and summary-*.md");
  checking
      ->add_option("--out", flags->request.files.report,
                   "Write the report here. Default: PHASE_DIR/verification.md")
      ->type_name("FILE");
  checking->add_option("--sarif", flags->request.files.sarif, "Also write the gaps as SARIF 2.1.0")
      ->type_name("FILE");
  checking
      ->add_option("--round", flags->request.round,
                   "Which round of closing gaps this is; compares with the last")
      ->type_name("N")
      ->check(CLI::Range(1, 100000));
  checking
      ->add_option("--run-id", flags->request.run_id,
                   "Name of the run. Default: made from time and chance")
      ->type_name("ID");
  checking
      ->add_option("--judge", flags->request.judges,
                   "Ask this role about what no program can decide (may be repeated)")
      ->type_name("ROLE");
  checking
      ->add_option("--team", flags->request.files.team,
                   "Also log the outcome to the bus of this team")
      ->type_name("TEAM");
  checking->add_option("--resume", flags->resume, "Go on with a run whose coordinator died")
      ->type_name("RUN");
  checking->add_flag("--no-commands", flags->no_commands,
                     "Run nothing; what needs a command stays a gap");
  checking->add_flag("--allow-missing-summaries", flags->request.allow_missing_summaries,
                     "Go on without summary-*.md");
  checking->footer(
      "Exit status: 0 passed, 1 gaps found, 2 bad input (nothing was run), 3 a check could not be "
      "carried out, 130 cancelled.");
  checking->callback([flags, &session] { check_goals(session, *flags); });
  CLI::App* reading = goals->add_subcommand("explain", "Tell how each criterion is read, and why");
  reading->add_option("PHASE_DIR", flags->request.phase_dir, "Holds .task/IMPL-*.json")->required();
  reading->callback([flags, &session] { explain_goals(session, *flags); });
}

}  // namespace assay::cli
