// SPDX-License-Identifier: MIT
// `assay pipeline`: a request through research, plan, work, evidence and reviews to a commit.
#include "api/pipeline.h"

#include "api/history.h"
#include "face/cli/commands.h"
#include "face/cli/foresight.h"
#include "face/cli/pipeline_progress.h"
#include "face/cli/pipeline_view.h"
#include "face/cli/prompts.h"
#include "face/cli/spending.h"
#include "face/cli/terminal_person.h"
#include "format/completion/completion.h"
#include "format/embedded.h"
#include "format/pipeline/pipeline.h"
#include "format/pipeline/strength.h"
#include "format/text/escape.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace assay::cli {

namespace {

using core::pipeline::Definition;

constexpr std::uint64_t request_bytes_max = 4U << 20;
constexpr std::uint64_t definition_bytes_max = 4U << 20;
constexpr std::uint64_t artifact_bytes_max = 4U << 20;
constexpr int waiting_status = 4;

struct Flags {
  std::string request = "-";
  std::string slug;
  std::string definition;
  std::string approval;
  std::string from;
  std::string run;
  std::string gate;
  std::string option;
  std::string comment;
  std::string graph = "mermaid";
  std::string run_id;
  bool allow_dirty = false;
  bool from_artifacts = false;
  bool dry_run = false;
};

struct Source {
  std::string name;
  std::string text;
};

/// A built-in name, else a file from here, else from the workspace.
Result<Source> find_source(Session& session, const std::string& written,
                           const std::string& workspace) {
  if (const auto own = format::embedded("pipelines/" + written + ".yaml"))
    return Source{written + ".yaml", std::string(*own)};
  shell::Files& files = session.outside.files();
  for (const std::string& path : {written, workspace + "/" + written}) {
    if (!files.is_regular(path)) continue;
    return Source{written, TRY(files.read(path, definition_bytes_max))};
  }
  return Error{
      Fault::bad_input,
      fmt::format("{}: no built-in pipeline (feature, quick, roadmap) and no file", written)};
}

std::optional<format::PipelineReading> read_definition(Session& session, const Source& source) {
  format::PipelineReading reading = format::read_pipeline(source.name, source.text);
  if (reading.problems.empty()) return reading;
  session.fail(reading.problems);
  return std::nullopt;
}

/// A name for folders, from the first words of the request.
std::string slug_of(std::string_view request) {
  std::string slug;
  for (const char c : request) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 && byte < 0x80) {
      slug += static_cast<char>(std::tolower(byte));
    } else if (!slug.empty() && slug.back() != '-') {
      if (slug.size() > 40) break;
      slug += '-';
    }
    if (slug.size() >= 60) break;
  }
  while (!slug.empty() && slug.back() == '-') slug.pop_back();
  return slug.empty() ? "feature" : slug;
}

bool is_slug(const std::string& text) {
  const bool plain = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_.") == text.npos;
  return plain && !text.empty() && text.size() <= 100 && text.front() != '.' && text.front() != '-';
}

bool add_agents(Session& session, const api::Place& place, const format::Config& config,
                const Definition& definition, api::PipelineRequest& request) {
  for (const core::pipeline::Step& step : definition.steps) {
    const std::string& role = step.dispatch.role;
    if (role.empty() || request.agents.contains(role)) continue;
    // A role that is asked only if it is configured has to be named: "*" does not mean it.
    const bool named = std::any_of(config.agents.begin(), config.agents.end(),
                                   [&](const core::AgentSpec& spec) { return spec.role == role; });
    if (step.dispatch.if_configured && !named) continue;
    auto agent = core::agent::resolve(config.agents, role);
    if (!agent) return session.fail(agent.error()), false;
    auto prompt = load_template(session, place, agent->prompt, role);
    if (!prompt) return false;
    request.agents.emplace(role, api::LoopAgent{agent.take(), std::move(prompt->text)});
  }
  return true;
}

bool check_repository(Session& session, const api::Place& place, const Flags& flags,
                      core::pipeline::Plan& plan) {
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
  const std::string own = core::pipeline::feature_folder(plan.slug) + "/";
  if (session.outside.is_ignored(place.workspace, own + "initial-request.md"))
    return refuse(
        own +
        " is ignored by git: agents work in copies of what git sees, so take it out of .gitignore");
  for (const std::string& path : git.dirty) {
    if (!path.starts_with(own)) plan.dirty.push_back(path);
  }
  if (!plan.dirty.empty() && !flags.allow_dirty) {
    std::string names;
    for (std::size_t i = 0; i < plan.dirty.size() && i < 5; ++i)
      names += "\n  " + format::printable(plan.dirty[i]);
    return refuse("the working tree is not clean: commit or stash these, or use --allow-dirty" +
                  names);
  }
  plan.allow_dirty = flags.allow_dirty;
  plan.on_default_branch = !git.branch.empty() && git.branch == git.default_branch;
  const auto policy = plan.definition.steps.front().default_branch;
  if (plan.on_default_branch && policy == core::pipeline::BranchPolicy::refuse)
    return refuse("this pipeline does not run on the default branch " + git.branch);
  if (plan.on_default_branch && policy == core::pipeline::BranchPolicy::warn)
    session.note(fmt::format("warning: working on the default branch {}\n", git.branch));
  return true;
}

/// Everything that can be known before an agent is paid: whether the run could prove anything, and
/// whether those it asks are there.
bool check_means(Session& session, const api::Place& place, const api::PipelineRequest& request,
                 const std::string& from) {
  std::vector<std::string> faults = format::unproved_ways(request.plan.definition, from);
  if (!from.empty() && !faults.empty())
    faults.front() = "--from " + from + " would jump over verification: " + faults.front();
  const auto& steps = request.plan.definition.steps;
  const bool verifies = std::any_of(steps.begin(), steps.end(), [](const auto& step) {
    return step.kind == core::pipeline::StepKind::verify;
  });
  const auto& gates = request.gates.commands;
  if (verifies && gates.empty())
    faults.push_back(
        "assay.yaml has no verify: section, so nothing could be proved: `assay init` finds the "
        "gates of a project");
  if (verifies && !gates.empty() &&
      std::none_of(gates.begin(), gates.end(), [](const auto& gate) { return gate.required; }))
    faults.push_back("assay.yaml: no gate under verify: is required, so nothing could be proved");
  for (std::string& each : api::missing_programs(request, place, session.outside))
    faults.push_back(std::move(each));
  for (const std::string& fault : faults) session.fail(Error{Fault::bad_input, fault});
  return faults.empty();
}

/// A definition that only has the name of a built-in one.
std::vector<std::string> weaker_than_built_in(const Definition& definition) {
  const auto own = format::embedded("pipelines/" + definition.name + ".yaml");
  if (!own) return {};
  const format::PipelineReading usual = format::read_pipeline(definition.name, *own);
  return format::weaker_in(definition, usual.definition);
}

/// What a run would do; nothing is run.
std::string rehearsal(const api::PipelineRequest& request) {
  const Definition& definition = request.plan.definition;
  std::string text = fmt::format("{} ({}): nothing is run\n", format::printable(request.plan.slug),
                                 format::printable(definition.name));
  for (const core::pipeline::Step& step : definition.steps) {
    const std::string& role = step.dispatch.role;
    const auto agent = request.agents.find(role);
    std::string who;
    if (agent != request.agents.end()) {
      const core::agent::Order order = core::agent::order_of(agent->second.agent);
      const std::size_t count = std::max<std::size_t>(1, step.dispatch.instances.size());
      who = fmt::format("  {} x{}: {}", role, count,
                        order.argv.empty() ? "" : format::printable(order.argv.front()));
    } else if (!role.empty()) {
      who = fmt::format("  {}: not configured, not asked", role);
    }
    text += fmt::format("  {:<10} {} ({}){}\n", format::printable(step.id),
                        format::printable(step.title), to_text(step.kind), who);
  }
  text += "gates, on the baseline before the first agent and on the tree after the work:\n";
  for (const core::verify::CommandSpec& gate : request.gates.commands)
    text += fmt::format("  {:<10} {}{}\n", format::printable(gate.id),
                        format::printable(gate.command), gate.required ? "" : "  (not required)");
  const core::Limits& limits = request.plan.budgets.run;
  text += fmt::format(
      "budget: {} launches, {} tokens, {} USD\n",
      limits.launches ? std::to_string(*limits.launches) : "any number of",
      limits.tokens ? std::to_string(*limits.tokens) : "any number of",
      limits.micro_usd ? fmt::format("{:.2f}", double(*limits.micro_usd) / 1e6) : "any amount of");
  text += fmt::format("approvals: {}\n", request.plan.approval == core::Approval::autonomous
                                             ? "autonomous"
                                             : "interactive");
  return text;
}

format::PipelineStanding standing_of(const api::PipelineRun& run) {
  return {run.state, run.outcome, run.parked, run.alive};
}

void finish(Session& session, const Result<api::PipelineRun>& run) {
  if (!run) return session.fail(run.error());
  const bool stopped = !run->outcome && !run->state.stopped_by.empty();
  const bool waits =
      !run->outcome && (!run->state.waiting_for.empty() || !run->state.strangers.empty());
  session.exit_status = run->outcome ? core::exit_status(*run->outcome)
                        : stopped    ? stopped_status
                        : waits      ? waiting_status
                                     : core::parked_status;
  const format::PipelineStanding standing = standing_of(*run);
  session.tell(session.format == OutputFormat::json ? format::pipeline_json(standing)
                                                    : pipeline_report(standing, session));
}

/// Only who can see the question and answer it is asked.
bool has_person(const Session& session) {
  return session.format == OutputFormat::human && ::isatty(STDIN_FILENO) == 1 &&
         ::isatty(STDERR_FILENO) == 1;
}

void go_on(Session& session, const api::Place& place, const format::Config& config,
           const std::string& run) {
  PipelineProgress progress(session);
  TerminalPerson person(session);
  const api::LoopResume request{run, config.verify.env, config.verify.pass_env, config.agents};
  const auto ended = api::resume_pipeline(request, place, session.outside, progress,
                                          has_person(session) ? &person : nullptr);
  progress.clear();
  finish(session, ended);
}

void start(Session& session, const Flags& flags) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  const auto loaded = load_config(session, *place);
  if (!loaded) return;
  const format::Config& config = loaded->config;
  const auto source =
      find_source(session, flags.definition.empty() ? config.pipeline.definition : flags.definition,
                  place->workspace);
  if (!source) return session.fail(source.error());
  auto reading = read_definition(session, *source);
  if (!reading) return;
  if (flags.request == "-" && ::isatty(STDIN_FILENO) == 1)
    session.problem(
        "What is wanted? Type it and end with Ctrl-D on a line of its own, or stop with Ctrl-C and "
        "give a file: --request FILE\n");
  const auto text = session.outside.files().read(flags.request, request_bytes_max);
  if (!text) return session.fail(Error{Fault::bad_input, "--request " + text.error().what});
  const bool binary = text->find('\0') != std::string::npos;
  if (binary || text->find_first_not_of(" \t\r\n") == std::string::npos)
    return session.fail(
        Error{Fault::bad_input,
              binary ? "the request is not a text"
                     : "the request is empty: say what is wanted in a file (--request FILE) "
                       "or on standard input"});
  api::PipelineRequest request;
  request.plan.slug = flags.slug.empty() ? slug_of(*text) : flags.slug;
  if (!is_slug(request.plan.slug))
    return session.fail(
        Error{Fault::bad_input,
              "--slug " + flags.slug + ": only a-z, 0-9, '-', '_' and '.', at most 100"});
  request.plan.request = *text;
  request.plan.source = source->text;
  request.plan.source_name = source->name;
  request.plan.definition = reading->definition;
  request.plan.approval = config.pipeline.approval;
  if (!flags.approval.empty())
    request.plan.approval =
        flags.approval == "autonomous" ? core::Approval::autonomous : core::Approval::interactive;
  request.plan.concurrency = config.pipeline.concurrency;
  request.plan.on_exhausted = config.pipeline.on_exhausted;
  request.plan.from = flags.from;
  if (!flags.from.empty() &&
      core::pipeline::find_step(request.plan.definition, flags.from) == nullptr)
    return session.fail(
        Error{Fault::bad_input, "--from " + flags.from + ": the pipeline has no such step"});
  request.plan.budgets = config.budgets;
  request.gates = config.verify.manifest;
  request.policy = config.verify.policy;
  request.env = config.verify.env;
  request.pass_env = config.verify.pass_env;
  request.run_id = flags.run_id;
  if (!add_agents(session, *place, config, request.plan.definition, request)) return;
  if (!check_means(session, *place, request, flags.from)) return;
  request.plan.weaker = weaker_than_built_in(request.plan.definition);
  for (const std::string& each : request.plan.weaker)
    session.note(fmt::format("warning: {}\n", format::printable(each)));
  if (!check_repository(session, *place, flags, request.plan)) return;
  if (flags.dry_run) {
    std::vector<std::string> commands;
    for (const auto& gate : request.gates.commands) commands.push_back(gate.command);
    tell_losses(session, commands, place->workspace);
    return session.out(rehearsal(request));
  }
  if (flags.from_artifacts) {
    std::vector<std::string> taken_over;
    request.plan.from = api::first_open_step(request.plan, *place, session.outside, taken_over);
    for (const std::string& path : taken_over)
      session.note(fmt::format("taken over, unverified: {}\n", format::printable(path)));
  }
  PipelineProgress progress(session);
  TerminalPerson person(session);
  const auto ended = api::run_pipeline(std::move(request), *place, session.outside, progress,
                                       has_person(session) ? &person : nullptr);
  progress.clear();
  finish(session, ended);
}

void resume(Session& session, const Flags& flags) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  const auto loaded = load_config(session, *place);
  if (!loaded) return;
  if (flags.from_artifacts) return start(session, flags);
  go_on(session, *place, loaded->config, flags.run);
}

void status(Session& session, const Flags& flags) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  const auto run = api::find_pipeline(flags.run, *place, session.outside);
  if (!run) return session.fail(run.error());
  const format::PipelineStanding standing = standing_of(*run);
  if (session.format == OutputFormat::json) return session.out(format::pipeline_json(standing));
  session.tell(pipeline_report(standing, session));
  if (const auto view = api::show_run(run->run_id, *place, session.outside))
    session.tell(agents_list(view->attempts));
}

void approve(Session& session, const Flags& flags) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  const auto user = session.outside.variable("USER");
  const shell::Answer answer{flags.option, flags.comment,
                             user && !user->empty() ? *user : "`assay pipeline approve`", false};
  const auto run = api::approve_pipeline(flags.run, flags.gate, answer, *place, session.outside);
  if (!run) return session.fail(run.error());
  const format::PipelineStanding standing = standing_of(*run);
  if (session.format == OutputFormat::json) return session.out(format::pipeline_json(standing));
  session.tell(fmt::format("{}: {}\n", flags.gate, flags.option));
  if (!run->alive)
    session.note(fmt::format("go on with `assay pipeline resume {}`\n", run->run_id));
}

void abort(Session& session, const Flags& flags) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  PipelineProgress progress(session);
  const auto run = api::abort_pipeline({flags.run, {}, {}}, "`assay pipeline abort`", *place,
                                       session.outside, progress);
  progress.clear();
  if (!run) return session.fail(run.error());
  const format::PipelineStanding standing = standing_of(*run);
  session.tell(session.format == OutputFormat::json ? format::pipeline_json(standing)
                                                    : pipeline_report(standing, session));
}

// --- definitions and artifacts

std::optional<Source> source_of(Session& session, const std::string& written) {
  const auto place = session.place();
  auto source = find_source(session, written, place ? place->workspace : ".");
  if (source) return source.take();
  session.fail(source.error());
  return std::nullopt;
}

void show(Session& session, const Flags& flags) {
  if (const auto source = source_of(session, flags.definition)) session.out(source->text);
}

void check(Session& session, const Flags& flags) {
  const auto source = source_of(session, flags.definition);
  if (!source) return;
  const format::PipelineReading reading = format::read_pipeline(source->name, source->text);
  if (!reading.problems.empty()) {
    session.fail(reading.problems);
    session.exit_status = 1;
    return;
  }
  const std::vector<std::string> unproved = format::unproved_ways(reading.definition, "");
  for (const std::string& each : unproved)
    session.fail(Error{Fault::bad_input, source->name + ": " + each});
  for (const std::string& each : weaker_than_built_in(reading.definition))
    session.note(fmt::format("warning: {}: {}\n", source->name, format::printable(each)));
  if (!unproved.empty()) {
    session.exit_status = 1;
    return;
  }
  session.out(
      fmt::format("{}: {} steps, no problems\n", source->name, reading.definition.steps.size()));
}

void graph(Session& session, const Flags& flags) {
  const auto source = source_of(session, flags.definition);
  if (!source) return;
  const auto reading = read_definition(session, *source);
  if (!reading) return;
  session.out(format::write_pipeline_graph(
      reading->definition,
      flags.graph == "dot" ? format::GraphFormat::dot : format::GraphFormat::mermaid));
}

void collect(Session& session, const std::string& root, const std::string& below, int depth,
             std::vector<format::FoundArtifact>& found) {
  shell::Files& files = session.outside.files();
  const std::string directory = below.empty() ? root : root + "/" + below;
  for (const std::string& name : files.list(directory)) {
    const std::string path = below.empty() ? name : below + "/" + name;
    if (files.is_directory(root + "/" + path)) {
      if (depth < 8) collect(session, root, path, depth + 1, found);
      continue;
    }
    const auto kind = format::artifact_kind(path);
    if (!kind || found.size() >= 10'000) continue;
    format::FoundArtifact artifact{path, std::string(to_text(*kind)), "", {}};
    const auto text = files.read(root + "/" + path, artifact_bytes_max);
    if (!text) {
      artifact.problems.push_back(text.error().what);
    } else {
      const format::ArtifactReading reading = format::read_artifact(*kind, path, *text);
      for (const format::Problem& problem : reading.problems)
        artifact.problems.push_back(problem.where + ": " + problem.what);
      if (reading.completion)
        artifact.status =
            reading.completion->status == core::agent::CompletionStatus::done ? "DONE"
            : reading.completion->status == core::agent::CompletionStatus::needs_revision
                ? "NEEDS_REVISION"
                : "ERROR";
    }
    found.push_back(std::move(artifact));
  }
}

void artifacts(Session& session, const Flags& flags) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  if (!is_slug(flags.slug))
    return session.fail(Error{Fault::bad_input, flags.slug + " is not the name of a feature"});
  const std::string root = place->workspace + "/" + core::pipeline::feature_folder(flags.slug);
  if (!session.outside.files().is_directory(root))
    return session.fail(Error{Fault::bad_input, root + ": no such directory"});
  std::vector<format::FoundArtifact> found;
  collect(session, root.ends_with('/') ? root.substr(0, root.size() - 1) : root, "", 0, found);
  if (session.format == OutputFormat::json) return session.out(format::artifacts_json(found));
  for (const format::FoundArtifact& artifact : found) {
    session.out(fmt::format("{:<44} {:<22} {}\n", format::printable(artifact.path), artifact.kind,
                            artifact.status.empty() ? "-" : artifact.status));
    for (const std::string& problem : artifact.problems)
      session.out("    " + format::printable(problem) + "\n");
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
        ->add_option("--slug", flags->slug,
                     "Name of the feature and its folder. Default: made from the request")
        ->type_name("SLUG");
    command
        ->add_option("--definition", flags->definition,
                     "feature (default), quick, roadmap, or a file")
        ->type_name("NAME|FILE");
    command->add_option("--approval", flags->approval, "interactive (default) or autonomous")
        ->check(CLI::IsMember({"interactive", "autonomous"}));
    command->add_flag("--dry-run", flags->dry_run,
                      "Show steps, roles, programs, gates and budget; nothing is run");
    command->add_flag("--allow-dirty", flags->allow_dirty,
                      "Start on a working tree that is not clean");
  };
  add_start_flags(starting);
  starting
      ->add_option("--from", flags->from, "Begin with this step; what comes before must be there")
      ->type_name("STEP");
  starting
      ->add_option("--run-id", flags->run_id, "Name of the run. Default: made from time and chance")
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
  approving->callback([flags, &session] { approve(session, *flags); });
  with_run(pipeline->add_subcommand("abort", "End a run for good; its files stay"), true)
      ->callback([flags, &session] { abort(session, *flags); });
  const auto with_definition = [&](CLI::App* command, const char* name) {
    command->add_option(name, flags->definition, "feature, quick, roadmap, or a file")->required();
    return command;
  };
  with_definition(pipeline->add_subcommand("show", "Print a definition"), "NAME")
      ->callback([flags, &session] { show(session, *flags); });
  with_definition(pipeline->add_subcommand("check", "Lint a definition"), "FILE")
      ->callback([flags, &session] { check(session, *flags); });
  CLI::App* drawing =
      with_definition(pipeline->add_subcommand("graph", "Draw a definition"), "NAME");
  drawing->add_option("--as", flags->graph, "mermaid (default) or dot")
      ->check(CLI::IsMember({"mermaid", "dot"}));
  drawing->callback([flags, &session] { graph(session, *flags); });
  CLI::App* listing = pipeline->add_subcommand("artifacts", "List what agents wrote for a feature");
  listing->add_option("SLUG", flags->slug, "Name of the feature")->required();
  listing->callback([flags, &session] { artifacts(session, *flags); });
}

}  // namespace assay::cli
