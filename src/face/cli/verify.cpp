// SPDX-License-Identifier: MIT
// `assay verify`: runs the gates of a manifest or of assay.yaml and returns one verdict.
#include "api/verify.h"

#include "api/tests.h"
#include "base/text/escape.h"
#include "face/cli/commands.h"
#include "face/cli/progress.h"
#include "face/cli/verify_view.h"
#include "format/verify/cases.h"
#include "format/verify/result.h"

#include <algorithm>
#include <vector>

namespace assay::cli {

namespace {

constexpr std::uint64_t manifest_bytes_max = 256U << 20;
constexpr std::uint64_t outcomes_bytes_max = 256U << 20;
constexpr std::uint64_t config_bytes_max = 4U << 20;

struct VerifyFlags {
  api::VerifyRequest request;
  std::string manifest;
  std::string resume;
  std::string junit;
  std::string ctrf;
  std::string sarif;
  bool dry_run = false;

  /// The files beside the result, with the flags that name them.
  std::vector<std::pair<std::string, std::string>> files() const {
    std::vector<std::pair<std::string, std::string>> named;
    for (const auto& [flag, path] :
         {std::pair("--junit", &junit), std::pair("--ctrf", &ctrf), std::pair("--sarif", &sarif)}) {
      if (!path->empty()) named.emplace_back(flag, *path);
    }
    return named;
  }
};

std::vector<core::verify::TestsSince> since_base(const Session& session,
                                                 const core::verify::State& state) {
  const auto site = session.site();
  return site ? api::tests_since(state, *site) : std::vector<core::verify::TestsSince>();
}

void print(Session& session, const api::Run& run, const core::verify::Verdict& verdict,
           Millis took) {
  const auto& state = run.as<core::verify::State>();
  const auto sink = [&](std::string_view text) { session.out(text); };
  switch (session.format) {
    case OutputFormat::json: format::write_verify_json(state, sink); break;
    case OutputFormat::markdown: format::write_verify_markdown(state, sink); break;
    case OutputFormat::human:
      session.tell(verify_report(state, verdict, took, session, since_base(session, state)));
      break;
  }
}

/// The first of the failing tests whose name tells that it stands in this file, which is then told.
std::string take_test_at(std::vector<core::verify::FailingTest>& untold, const std::string& path) {
  const auto found = std::find_if(untold.begin(), untold.end(), [&](const auto& test) {
    return test.id == path || test.id.starts_with(path + ":") || test.id.starts_with(path + " ");
  });
  if (found == untold.end()) return "";
  std::string id = std::move(found->id);
  untold.erase(found);
  return id;
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
    std::vector<core::verify::FailingTest> untold = core::verify::failing_tests(state, unit);
    const std::string& id = plan.manifest.commands[unit].id;
    const auto say = [&](std::string_view text) { session.problem(text); };
    for (format::SourceSpot spot : format::source_spots(*log, plan.cwd)) {
      const std::string test = take_test_at(untold, spot.path);
      spot.path = prefix + spot.path;
      format::write_github_spot(test.empty() ? id : id + ": " + test, spot, say);
    }
    format::write_github_tests(id, untold, say);
  }
}

/// What is kept beside a log, if it is still what it was.
std::string kept_outcomes(shell::Files& files, const core::TestsNamed& named) {
  auto text = files.read(named.path, outcomes_bytes_max);
  return text && digest_of(*text) == named.digest ? text.take() : "";
}

std::string report_in(Session& session, const std::string& flag, const core::verify::State& state,
                      Millis took) {
  shell::Files& files = session.outside.files();
  const auto read = [&](const core::TestsNamed& named) { return kept_outcomes(files, named); };
  std::string text;
  const auto sink = [&](std::string_view more) { text += more; };
  const Instant now = session.outside.clock().now();
  if (flag == "--junit") format::write_verify_junit(state, sink, read);
  if (flag == "--ctrf")
    format::write_verify_ctrf(state, read, {now - took, now}, session.version, sink);
  if (flag != "--sarif") return text;
  const auto site = session.site();
  const std::string path = site ? site->config_file() : "assay.yaml";
  const auto config = files.read(path, config_bytes_max);
  return format::write_verify_sarif(state, path.substr(path.rfind('/') + 1), config ? *config : "",
                                    session.version);
}

/// Files beside the result where they are asked for, annotations and a summary under GitHub
/// Actions.
void write_companions(Session& session, const VerifyFlags& flags, const core::verify::State& state,
                      Millis took) {
  shell::Files& files = session.outside.files();
  for (const auto& [flag, path] : flags.files()) {
    const auto written = files.replace(path, report_in(session, flag, state, took));
    if (!written) session.fail(Error{Fault::io, flag + " " + written.error().what});
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
void remark(Session& session, const core::verify::State& state,
            const core::verify::Verdict& verdict) {
  if (session.format == OutputFormat::human || session.quiet) return;
  for (const std::string& weaker : state.plan->weaker) {
    session.problem("assay: weaker than run " + state.plan->compared_with + ": " +
                    printable(weaker) + "\n");
  }
  for (const std::string& each : state.plan->trusted.ignored)
    session.problem("assay: not heard, gates are from " + printable(state.plan->trusted.ref) +
                    ": " + printable(each) + "\n");
  if (state.plan->trusted.rewritten)
    session.problem("assay: " + printable(state.plan->trusted.ref) +
                    " was moved since the last run, and does not continue what it was\n");
  const bool tested = verdict.why.find("nothing was tested") == std::string::npos;
  if (!tested) session.problem("assay: " + verdict.why + "\n");
}

/// A place where nothing can be written is told before anything runs.
bool can_write(Session& session, const std::string& flag, const std::string& path) {
  shell::Files& files = session.outside.files();
  const std::size_t slash = path.rfind('/');
  const std::string place = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  if (files.is_directory(place) && !files.is_directory(path)) return true;
  session.fail(
      Error{Fault::bad_input,
            flag + " " + path + ": " +
                (files.is_directory(path) ? "is a directory" : place + " is not a directory")});
  return false;
}

void finish(Session& session, const VerifyFlags& flags, const api::Reply<api::Run>& run,
            Progress& progress, const api::Site& site) {
  progress.clear();
  if (!run) return session.fail(run.error());
  const core::verify::Verdict verdict = api::verdict_of(*run);
  session.exit_status = exit_status(*run);
  const auto took = std::chrono::duration_cast<Millis>(progress.elapsed());
  print(session, *run, verdict, took);
  remark(session, run->as<core::verify::State>(), verdict);
  write_companions(session, flags, run->as<core::verify::State>(), took);
  tell_where(session, *run, site);
}

void resume(Session& session, const VerifyFlags& flags, const api::Site& site) {
  const api::VerifyRequest& asked = flags.request;
  const bool contradicts = !flags.manifest.empty() || !asked.only.empty() ||
                           !asked.run_id.empty() || asked.reuse || flags.dry_run;
  if (contradicts)
    return session.fail(
        Error{Fault::bad_input,
              "--resume goes on with the manifest of its run: drop --manifest, --only, --run-id, "
              "--reuse and --dry-run"});
  Progress progress(session);
  finish(session, flags, api::resume_verify(flags.resume, site, progress), progress, site);
}

void verify(Session& session, const VerifyFlags& flags) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  for (const auto& [flag, path] : flags.files()) {
    if (!can_write(session, flag, path)) return;
  }
  if (!flags.resume.empty()) return resume(session, flags, *site);
  api::VerifyRequest request = flags.request;
  for (const auto& [flag, path] : flags.files()) request.written.push_back(path);
  if (!flags.manifest.empty())
    request.manifest = session.given(flags.manifest, "", manifest_bytes_max);
  if (flags.dry_run) {
    const auto plan = api::plan_verify(request, *site);
    return plan ? session.tell(plan_report(*plan, session)) : session.fail(plan.error());
  }
  if (session.outside.variable("ASSAY_ISOLATED"))
    session.note("inside the isolation of another run: what is recorded here goes when that ends");
  Progress progress(session);
  finish(session, flags, api::run_verify(request, *site, progress), progress, *site);
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
  command->add_option("--only", flags->request.only, "Run this command only (may be repeated)")
      ->type_name("ID");
  command
      ->add_option("-j,--jobs", flags->request.jobs,
                   "Parallel-safe commands at a time. Default: number of cores")
      ->type_name("N")
      ->check(CLI::Range(1, 4096));
  command
      ->add_option("--run-id", flags->request.run_id,
                   "Name of the run. Default: made from time and chance")
      ->type_name("ID");
  command->add_flag("--reuse", flags->request.reuse,
                    "Do not run again what passed on this very tree");
  command->add_option("--resume", flags->resume, "Go on with a run whose coordinator died")
      ->type_name("RUN");
  command->add_flag("--sealed", flags->request.sealed,
                    "In a copy with nothing in it that whoever is judged could write");
  command
      ->add_option("--commit", flags->request.commit,
                   "Verify this commit in a clean copy, not the working tree")
      ->type_name("REV")
      ->check([](const std::string& given) {
        return given.empty() ? std::string("names no commit of this repository") : std::string();
      })
      ->excludes("--resume");
  command->add_option("--junit", flags->junit, "Also write the result as JUnit XML")
      ->type_name("FILE");
  command->add_option("--ctrf", flags->ctrf, "Also write it as CTRF, one case per test")
      ->type_name("FILE");
  command->add_option("--sarif", flags->sarif, "Also write what lint finds in gates as SARIF 2.1.0")
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
      "  assay verify --reuse                only what has no PASS on this very tree\n"
      "  assay verify --manifest - --format json < manifest.json\n"
      "  assay verify --commit HEAD~1        what is committed, in a copy\n"
      "  assay verify --resume last          after a crash");
  command->callback([flags, &session] { verify(session, *flags); });
}

}  // namespace assay::cli
