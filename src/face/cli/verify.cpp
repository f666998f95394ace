// SPDX-License-Identifier: MIT
// `assay verify`: runs the gates of a manifest or of assay.yaml and returns one verdict.
#include "api/verify.h"

#include "core/verify/verdict.h"
#include "face/cli/commands.h"
#include "face/cli/progress.h"
#include "face/cli/verify_view.h"
#include "format/manifest.h"
#include "format/text/escape.h"
#include "format/verify/result.h"

namespace assay::cli {

namespace {

constexpr std::uint64_t manifest_bytes_max = 256U << 20;

struct VerifyFlags {
  std::string manifest;
  std::vector<std::string> only;
  std::uint32_t jobs = 0;
  std::string run_id;
  std::string resume;
  std::string junit;
  bool dry_run = false;
};

/// The manifest that was named, with the policy of assay.yaml; else the `verify:` section of
/// assay.yaml.
std::optional<api::VerifyRequest> make_request(Session& session, const VerifyFlags& flags,
                                               const api::Place& place) {
  auto loaded = load_config(session, place);
  if (!loaded) return std::nullopt;
  api::VerifyRequest request;
  request.policy = loaded->config.verify.policy;
  request.env = loaded->config.verify.env;
  request.pass_env = loaded->config.verify.pass_env;
  request.only = flags.only;
  request.jobs = flags.jobs;
  request.run_id = flags.run_id;
  if (!flags.manifest.empty()) {
    const auto text = session.outside.files().read(flags.manifest, manifest_bytes_max);
    if (!text) {
      session.fail(Error{Fault::bad_input, text.error().what});
      return std::nullopt;
    }
    format::ManifestReading reading =
        format::read_manifest_json(flags.manifest == "-" ? "<stdin>" : flags.manifest, *text);
    if (!reading.problems.empty()) {
      session.fail(reading.problems);
      return std::nullopt;
    }
    request.manifest = std::move(reading.manifest);
    return request;
  }
  request.manifest = std::move(loaded->config.verify.manifest);
  if (!request.manifest.commands.empty()) return request;
  session.fail(Error{Fault::bad_input,
                     loaded->path.empty()
                         ? "nothing to verify: no assay.yaml in " + place.workspace +
                               " (`assay init` writes one; `--manifest FILE` names another)"
                         : loaded->path + ": no commands under verify: (see `assay help verify`)"});
  return std::nullopt;
}

void print(Session& session, const core::verify::State& state, Millis took) {
  const auto sink = [&](std::string_view text) { session.out(text); };
  switch (session.format) {
    case OutputFormat::json: format::write_verify_json(state, sink); break;
    case OutputFormat::markdown: format::write_verify_markdown(state, sink); break;
    case OutputFormat::human: session.tell(verify_report(state, took, session)); break;
  }
}

/// The places in source files that the outputs of failing commands blame, for the first few of
/// them.
void annotate_sources(Session& session, const core::verify::State& state) {
  constexpr int commands_max = 5;
  const core::verify::Plan& plan = *state.plan;
  const bool below =
      plan.cwd.size() > plan.workspace.size() && plan.cwd.starts_with(plan.workspace);
  const std::string prefix = below ? plan.cwd.substr(plan.workspace.size() + 1) + "/" : "";
  int told = 0;
  for (std::uint32_t unit = 0; unit < state.commands.size() && told < commands_max; ++unit) {
    const std::string path = core::verify::log_path(state, unit);
    if (state.commands[unit].status != core::verify::Status::fail || path.empty()) continue;
    const auto log = session.outside.files().read(path, 64U << 20);
    if (!log) continue;
    ++told;
    for (format::SourceSpot spot : format::source_spots(*log, plan.cwd)) {
      spot.path = prefix + spot.path;
      format::write_github_spot(plan.manifest.commands[unit].id, spot,
                                [&](std::string_view text) { session.problem(text); });
    }
  }
}

/// Files beside the result: JUnit where asked for, annotations and a summary under GitHub Actions.
void write_companions(Session& session, const VerifyFlags& flags,
                      const core::verify::State& state) {
  shell::Files& files = session.outside.files();
  if (!flags.junit.empty()) {
    std::string xml;
    format::write_verify_junit(state, [&](std::string_view text) { xml += text; });
    if (const auto written = files.replace(flags.junit, xml); !written) {
      session.fail(Error{Fault::io, "--junit " + written.error().what});
    }
  }
  if (session.outside.variable("GITHUB_ACTIONS") != "true") return;
  format::write_github_annotations(state, [&](std::string_view text) { session.problem(text); });
  annotate_sources(session, state);
  const auto summary = session.outside.variable("GITHUB_STEP_SUMMARY");
  if (!summary || summary->empty()) return;
  std::string table;
  format::write_github_summary(state, [&](std::string_view text) { table += text; });
  if (const auto appended = files.append(*summary, table); !appended)
    session.problem(appended.error().what + "\n");
}

/// What the result has no key for, where it is not a person who reads it.
void remark(Session& session, const core::verify::State& state) {
  if (session.format == OutputFormat::human || session.quiet) return;
  for (const std::string& weaker : state.plan->weaker) {
    session.problem("assay: weaker than run " + state.plan->compared_with + ": " +
                    format::printable(weaker) + "\n");
  }
  const core::verify::Verdict verdict = core::verify::verdict_of(state);
  const bool tested = verdict.why.find("nothing was tested") == std::string::npos;
  if (!tested) session.problem("assay: " + verdict.why + "\n");
}

/// A place where nothing can be written is told before anything runs.
bool can_write_junit(Session& session, const std::string& path) {
  if (path.empty()) return true;
  shell::Files& files = session.outside.files();
  const std::size_t slash = path.rfind('/');
  const std::string place = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  if (files.is_directory(place) && !files.is_directory(path)) return true;
  session.fail(
      Error{Fault::bad_input,
            "--junit " + path + ": " +
                (files.is_directory(path) ? "is a directory" : place + " is no directory")});
  return false;
}

void finish(Session& session, const VerifyFlags& flags, const Result<core::verify::State>& run,
            Progress& progress) {
  progress.clear();
  if (!run) {
    session.fail(run.error());
    return;
  }
  session.exit_status = core::exit_status(core::verify::verdict_of(*run).outcome);
  print(session, *run, std::chrono::duration_cast<Millis>(progress.elapsed()));
  remark(session, *run);
  write_companions(session, flags, *run);
}

void resume(Session& session, const VerifyFlags& flags, const api::Place& place) {
  const bool contradicts =
      !flags.manifest.empty() || !flags.only.empty() || !flags.run_id.empty() || flags.dry_run;
  if (contradicts) {
    session.fail(Error{
        Fault::bad_input,
        "--resume goes on with the manifest of its run: drop --manifest, --only, --run-id and "
        "--dry-run"});
    return;
  }
  const auto loaded = load_config(session, place);
  if (!loaded) return;
  Progress progress(session);
  const api::ResumeRequest request{flags.resume, loaded->config.verify.env,
                                   loaded->config.verify.pass_env};
  finish(session, flags, api::resume_verify(request, place, session.outside, progress), progress);
}

void verify(Session& session, const VerifyFlags& flags) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  if (!can_write_junit(session, flags.junit)) return;
  if (!flags.resume.empty()) return resume(session, flags, *place);
  auto request = make_request(session, flags, *place);
  if (!request) return;
  if (flags.dry_run) {
    request->foresee = true;
    const auto plan = api::plan_verify(std::move(*request), *place, session.outside);
    if (!plan) return session.fail(plan.error());
    session.tell(plan_report(*plan, session));
    return;
  }
  Progress progress(session);
  finish(session, flags, api::run_verify(std::move(*request), *place, session.outside, progress),
         progress);
}

}  // namespace

void add_verify(CLI::App& root, Session& session) {
  auto flags = std::make_shared<VerifyFlags>();
  CLI::App* command =
      root.add_subcommand("verify", "Run the gates of a manifest or of assay.yaml; one verdict");
  command
      ->add_option("--manifest", flags->manifest,
                   "Manifest as JSON; - is standard input. Default: assay.yaml")
      ->type_name("FILE");
  command->add_option("--only", flags->only, "Run this command only (may be repeated)")
      ->type_name("ID");
  command
      ->add_option("-j,--jobs", flags->jobs,
                   "Parallel-safe commands at a time. Default: number of cores")
      ->type_name("N")
      ->check(CLI::Range(1, 4096));
  command
      ->add_option("--run-id", flags->run_id, "Name of the run. Default: made from time and chance")
      ->type_name("ID");
  command->add_option("--resume", flags->resume, "Go on with a run whose coordinator died")
      ->type_name("RUN");
  command->add_option("--junit", flags->junit, "Also write the result as JUnit XML")
      ->type_name("FILE");
  command->add_flag("--dry-run", flags->dry_run,
                    "Show the schedule and the lint findings; run nothing");
  command->footer(
      "Exit status: 0 PASS, 1 FAIL, 2 bad input (nothing was run), 3 ERROR (could not find out, or "
      "a gate proved\n"
      "nothing), 130 cancelled.\n\n"
      "Examples:\n"
      "  assay verify                        the gates of assay.yaml\n"
      "  assay verify --only unit            one of them\n"
      "  assay verify --manifest - --format json < manifest.json\n"
      "  assay verify --resume last          after a crash");
  command->callback([flags, &session] { verify(session, *flags); });
}

}  // namespace assay::cli
