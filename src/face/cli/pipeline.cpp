// SPDX-License-Identifier: MIT
// `assay pipeline`: a request through research, plan, work, evidence and reviews to a commit.
#include "api/pipeline.h"

#include "api/artifacts.h"
#include "api/definition.h"
#include "api/history.h"
#include "base/text/escape.h"
#include "face/cli/commands.h"
#include "face/cli/pipeline_progress.h"
#include "face/cli/pipeline_view.h"
#include "face/cli/problems.h"
#include "face/cli/spending.h"
#include "face/cli/terminal_person.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace assay::cli {

namespace {

constexpr std::uint64_t request_bytes_max = 4U << 20;

struct Flags {
  api::PipelineRequest start;
  std::string request = "-";
  std::string approval;
  std::string run;
  std::string gate;
  std::string option;
  std::string comment;
  std::string who;
  std::string graph = "mermaid";
  bool from_artifacts = false;
  bool dry_run = false;
};

void print_pipeline_end(Session& session, const api::Run& run) {
  session.exit_status = exit_status(run);
  const format::PipelineStanding standing = pipeline_standing(run);
  session.tell(session.format == OutputFormat::json ? format::pipeline_json(standing)
                                                    : pipeline_report(standing, session));
}

/// Only who can see the question and answer it is asked.
bool has_person(const Session& session) {
  return session.format == OutputFormat::human && ::isatty(STDIN_FILENO) == 1 &&
         ::isatty(STDERR_FILENO) == 1;
}

/// What was typed, or what the file says. Who sits at the terminal is told what is wanted of him.
api::Giving request_text(Session& session, const std::string& path) {
  const api::Giving read = session.given(path, "--request", request_bytes_max);
  if (path != "-" || ::isatty(STDIN_FILENO) != 1) return read;
  return [&session, read] {
    session.problem(
        "What is wanted? Type it and end with Ctrl-D on a line of its own, or stop with Ctrl-C and "
        "give a file: --request FILE\n");
    return read();
  };
}

api::PipelineRequest request_of(Session& session, const Flags& flags) {
  api::PipelineRequest request = flags.start;
  request.request = request_text(session, flags.request);
  if (!flags.approval.empty())
    request.approval =
        flags.approval == "autonomous" ? core::Approval::autonomous : core::Approval::interactive;
  if (flags.from_artifacts) request.beginning = api::Beginning::artifacts;
  return request;
}

void start(Session& session, const Flags& flags) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const api::PipelineRequest request = request_of(session, flags);
  if (flags.dry_run) {
    if (session.lacks_json("a rehearsal")) return;
    const auto draft = api::rehearse_pipeline(request, *site, session.notes());
    return draft ? session.out(pipeline_rehearsal(*draft)) : session.fail(draft.error());
  }
  PipelineProgress progress(session);
  TerminalPerson person(session);
  const auto ended = api::start_pipeline(request, *site, progress,
                                         has_person(session) ? &person : nullptr, session.notes());
  progress.clear();
  if (!ended) return session.fail(ended.error());
  print_pipeline_end(session, *ended);
  tell_where(session, *ended, *site);
}

void resume(Session& session, const Flags& flags) {
  if (flags.from_artifacts) return start(session, flags);
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  PipelineProgress progress(session);
  TerminalPerson person(session);
  const auto ended = api::resume_pipeline(
      flags.run, *site, progress, has_person(session) ? &person : nullptr, flags.start.waits);
  progress.clear();
  if (!ended) return session.fail(ended.error());
  print_pipeline_end(session, *ended);
  tell_where(session, *ended, *site);
}

void status(Session& session, const Flags& flags) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto run = api::find_pipeline(flags.run, *site);
  if (!run) return session.fail(run.error());
  const format::PipelineStanding standing = pipeline_standing(*run);
  if (session.format == OutputFormat::json) return session.out(format::pipeline_json(standing));
  session.tell(pipeline_report(standing, session));
  if (const auto view = api::show_run(run->run_id, *site))
    session.tell(agents_list(view->attempts));
}

std::string who_answers(const Session& session, const Flags& flags) {
  if (!flags.who.empty()) return flags.who;
  const auto user = session.outside.variable("USER");
  return user && !user->empty() ? *user : "`assay pipeline approve`";
}

void approve(Session& session, const Flags& flags) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const shell::Answer answer{flags.option, flags.comment, who_answers(session, flags)};
  const auto run = api::approve_pipeline(flags.run, flags.gate, answer, *site);
  if (!run) return session.fail(run.error());
  if (session.format == OutputFormat::json)
    return session.out(format::pipeline_json(pipeline_standing(*run)));
  session.tell(fmt::format("{}: {}\n", flags.gate, flags.option));
  if (!run->alive)
    session.note(fmt::format("go on with `assay pipeline resume {}`\n", run->run_id));
}

void abort(Session& session, const Flags& flags) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  PipelineProgress progress(session);
  const auto run = api::abort_pipeline(flags.run, "`assay pipeline abort`", *site, progress);
  progress.clear();
  if (!run) return session.fail(run.error());
  const format::PipelineStanding standing = pipeline_standing(*run);
  session.tell(session.format == OutputFormat::json ? format::pipeline_json(standing)
                                                    : pipeline_report(standing, session));
}

// --- definitions and artifacts

/// A definition can be looked at from anywhere.
api::Site any_site(const Session& session) {
  auto site = session.site();
  return site ? site.take() : api::Site{session.outside, {".", {}}, ""};
}

void show_definition(Session& session, const Flags& flags) {
  if (session.lacks_json("a definition")) return;
  const auto source = api::find_definition(any_site(session), flags.start.definition);
  return source ? session.out(source->text) : session.fail(source.error());
}

void check(Session& session, const Flags& flags) {
  const auto checked = api::check_definition(any_site(session), flags.start.definition);
  if (!checked) return session.fail(checked.error());
  session.fail(checked->problems);
  for (const std::string& each : checked->weaker)
    session.note(fmt::format("warning: {}: {}\n", checked->name, printable(each)));
  if (checked->problems.empty())
    return session.out(fmt::format("{}: {} steps, no problems\n", checked->name, checked->steps));
  session.exit_status = 1;
}

void graph(Session& session, const Flags& flags) {
  if (session.lacks_json("a graph")) return;
  const auto source = api::find_definition(any_site(session), flags.start.definition);
  if (!source) return session.fail(source.error());
  const auto definition = api::read_definition(*source);
  if (!definition) return session.fail(definition.error());
  session.out(format::write_pipeline_graph(
      *definition, flags.graph == "dot" ? format::GraphFormat::dot : format::GraphFormat::mermaid));
}

void artifacts(Session& session, const Flags& flags) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto found = api::list_artifacts(flags.start.slug, *site);
  if (!found) return session.fail(found.error());
  if (session.format == OutputFormat::json) return session.out(format::artifacts_json(*found));
  for (const format::FoundArtifact& artifact : *found) {
    session.out(fmt::format("{:<44} {:<22} {}\n", printable(artifact.path), artifact.kind,
                            artifact.status.empty() ? "-" : artifact.status));
    for (const std::string& problem : artifact.problems)
      session.out("    " + printable(problem) + "\n");
  }
}

}  // namespace

void add_pipeline(CLI::App& root, Session& session) {
  auto flags = std::make_shared<Flags>();
  CLI::App* pipeline = root.add_subcommand(
      "pipeline", "Take a request through plan, work, evidence and reviews to a commit");
  pipeline->require_subcommand(1);
  CLI::App* starting = pipeline->add_subcommand("start", "Start a pipeline");
  const auto add_start_flags = [&](CLI::App* command) {
    command
        ->add_option("--request", flags->request, "What is wanted; - is standard input (default)")
        ->type_name("FILE");
    command
        ->add_option("--slug", flags->start.slug,
                     "Name of the feature and its folder. Default: made from the request")
        ->type_name("SLUG");
    command
        ->add_option("--definition", flags->start.definition,
                     "feature (default), quick, roadmap, or a file")
        ->type_name("NAME|FILE");
    command->add_option("--approval", flags->approval, "interactive (default) or autonomous")
        ->check(CLI::IsMember({"interactive", "autonomous"}));
    command->add_flag("--wait", flags->start.waits,
                      "Sleep until a quota is over or a question is answered, and go on");
    command->add_flag("--dry-run", flags->dry_run,
                      "Show steps, roles, programs, gates and budget; nothing is run");
    command->add_flag("--allow-dirty", flags->start.allow_dirty,
                      "Start on a working tree that is not clean");
  };
  add_start_flags(starting);
  starting
      ->add_option("--from", flags->start.from,
                   "Begin with this step; what comes before must be there")
      ->type_name("STEP");
  starting
      ->add_option("--run-id", flags->start.run_id,
                   "Name of the run. Default: made from time and chance")
      ->type_name("ID");
  starting->footer(
      "Exit status: 0 done, 2 bad input (nothing was run), 3 error or exhausted, 4 waiting for a "
      "person,\n"
      "5 a quota or budget is used up, 130 stopped or aborted.");
  starting->callback([flags, &session] { start(session, *flags); });
  const auto with_run = [&](CLI::App* command, bool required) {
    auto* option =
        command->add_option("RUN", flags->run, "Run id, a unique prefix of one, or 'last'");
    if (required) option->required();
    return command;
  };
  CLI::App* resuming = with_run(pipeline->add_subcommand("resume", "Go on with a run"), false);
  resuming->add_flag("--from-artifacts", flags->from_artifacts,
                     "There is no run: begin behind the sound files of an earlier one");
  add_start_flags(resuming);
  resuming->callback([flags, &session] { resume(session, *flags); });
  with_run(pipeline->add_subcommand("status", "Show how a run stands"), false)
      ->callback([flags, &session] { status(session, *flags); });
  CLI::App* approving =
      with_run(pipeline->add_subcommand("approve", "Answer what a run waits for"), true);
  approving->add_option("GATE", flags->gate, "The gate it waits for")->required();
  approving->add_option("OPTION", flags->option, "The option to take")->required();
  approving->add_option("--comment", flags->comment, "Words for the agents of the next step")
      ->type_name("TEXT");
  approving->add_option("--as", flags->who, "Who answers, for the record. Default: $USER")
      ->type_name("NAME");
  approving->callback([flags, &session] { approve(session, *flags); });
  with_run(pipeline->add_subcommand("abort", "End a run for good; its files stay"), true)
      ->callback([flags, &session] { abort(session, *flags); });
  const auto with_definition = [&](CLI::App* command, const char* name) {
    command->add_option(name, flags->start.definition, "feature, quick, roadmap, or a file")
        ->required();
    return command;
  };
  with_definition(pipeline->add_subcommand("show", "Print a definition"), "NAME")
      ->callback([flags, &session] { show_definition(session, *flags); });
  with_definition(pipeline->add_subcommand("check", "Lint a definition"), "FILE")
      ->callback([flags, &session] { check(session, *flags); });
  CLI::App* drawing =
      with_definition(pipeline->add_subcommand("graph", "Draw a definition"), "NAME");
  drawing->add_option("--as", flags->graph, "mermaid (default) or dot")
      ->check(CLI::IsMember({"mermaid", "dot"}));
  drawing->callback([flags, &session] { graph(session, *flags); });
  CLI::App* listing = pipeline->add_subcommand("artifacts", "List what agents wrote for a feature");
  listing->add_option("SLUG", flags->start.slug, "Name of the feature")->required();
  listing->callback([flags, &session] { artifacts(session, *flags); });
}

}  // namespace assay::cli
