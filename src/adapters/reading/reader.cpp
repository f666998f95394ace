// SPDX-License-Identifier: MIT
#include "adapters/reading/reader.h"

#include "adapters/os/bytes.h"
#include "adapters/os/descriptor.h"
#include "adapters/reading/citations.h"
#include "adapters/reading/missing.h"
#include "adapters/reading/report_files.h"
#include "adapters/reading/withheld.h"
#include "base/digest.h"
#include "format/excerpt.h"
#include "format/goals/judgement.h"
#include "format/loop/pull_request.h"
#include "format/outcomes.h"
#include "format/prompt/fill.h"
#include "format/report.h"
#include "format/runners.h"
#include "format/shell/invocation.h"
#include "format/shell/lint.h"
#include "format/shell/traces.h"
#include "format/signal/signal.h"
#include "format/tasks/saying.h"
#include "format/test_names.h"
#include "format/transient.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace assay::reading {

namespace {

using os::Descriptor;

constexpr std::size_t log_bytes_max = 32U << 20;

/// Empty if it cannot be read, or is no plain file.
std::string read_file(const std::string& path) {
  std::string bytes;
  const Descriptor file(
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  struct stat seen {};
  if (!file || ::fstat(file.get(), &seen) != 0 || !S_ISREG(seen.st_mode)) return bytes;
  const auto size = std::min(static_cast<std::size_t>(seen.st_size), log_bytes_max);
  static_cast<void>(os::read_up_to(file.get(), size, bytes));
  return bytes;
}

/// Empty if it cannot be read: then nothing is known, which never helps a gate.
std::string read_log(const core::Captured& output) {
  return output.log_path.empty() || output.stored == 0 ? "" : read_file(output.log_path);
}

core::Tally tally_of_reports(const core::Launch& launch, Instant started,
                             const std::vector<OldReport>& old, format::TestList& tests) {
  core::Tally unknown;
  const auto fresh = read_report_files(launch.cwd, launch.reading.report, started, old);
  if (!fresh) {
    unknown.hint = fresh.error().what;
    return unknown;
  }
  std::vector<core::Tally> tallies;
  for (const ReportFile& file : fresh->files) {
    auto tally = format::read_report(file.name, file.bytes, &tests);
    if (!tally) {
      tests = format::TestList();
      unknown.hint = tally.error().what;
      return unknown;
    }
    tallies.push_back(tally.take());
  }
  core::Tally all = tallies.size() == 1 ? tallies.front() : format::merge(tallies);
  if (!fresh->old.empty()) {
    all.source += "; not of this attempt: " + fresh->old.front();
    if (fresh->old.size() > 1)
      all.source += " and " + std::to_string(fresh->old.size() - 1) + " more";
  }
  return all;
}

/// Evidence is the least of what both say. The report counts; the console may only take away.
core::Tally least(core::Tally report, const core::Tally& console) {
  if (console.failed > report.failed) {
    if (report.failed == 0 && report.known())
      report.source += ", but the console shows failures (" + console.source + ")";
    report.failed = console.failed;
  }
  if (!console.doubt.empty()) report.doubt = console.doubt;
  const bool none_ran = console.known() && console.executed == 0 && !console.source.empty();
  if (none_ran && report.executed > 0 && report.doubt.empty()) {
    report.doubt = "the report says " + std::to_string(report.executed) + " tests ran (" +
                   report.source + "), the console says none did (" + console.source + ")";
  }
  return report;
}

/// Beside the log: the same name with another ending.
std::string outcomes_path(const std::string& log_path) {
  constexpr std::string_view ending = ".log";
  if (!log_path.ends_with(ending)) return "";
  return log_path.substr(0, log_path.size() - ending.size()) + ".tests";
}

/// As durable as the log it stands beside.
bool write_file(const std::string& path, std::string_view bytes) {
  const Descriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  const Descriptor folder(
      ::open(path.substr(0, path.rfind('/')).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return file && folder && os::write_all(file.get(), bytes) == 0 && ::fdatasync(file.get()) == 0 &&
         ::fsync(folder.get()) == 0;
}

core::TestsNamed count_named(const core::TestResults& results) {
  core::TestsNamed named;
  for (const core::TestResult& test : results.tests) {
    switch (test.outcome) {
      case core::TestOutcome::passed: ++named.passed; break;
      case core::TestOutcome::failed: ++named.failed; break;
      case core::TestOutcome::error: ++named.errors; break;
      case core::TestOutcome::skipped:
      case core::TestOutcome::excused: ++named.not_run; break;
    }
  }
  named.more = results.more;
  return named;
}

/// All outcomes beside the log, the failures also here. What cannot be stored is not told of.
void keep_outcomes(const core::TestResults& results, bool by_report, const std::string& log_path,
                   core::Reading& reading) {
  const std::string path = outcomes_path(log_path);
  if (results.tests.empty() || path.empty()) return;
  const std::string text = format::write_outcomes(results);
  core::TestsNamed named = count_named(results);
  named.path = path;
  named.digest = digest_of(text);
  named.counted = static_cast<std::uint64_t>(std::max<std::int64_t>(0, reading.tally.failed));
  named.by_report = by_report;
  if (!write_file(path, text)) return;
  const bool listed = !reading.failed_tests.empty();
  for (const core::TestResult& test : results.tests) {
    if (listed || reading.failed_tests.size() == core::failed_tests_max) break;
    if (did_fail(test.outcome)) reading.failed_tests.push_back(test.id);
  }
  reading.tests = std::make_shared<const core::TestsNamed>(std::move(named));
}

/// For who compares lists of names; nothing, if there are too many.
void list_names(const core::TestResults& results, core::Reading& reading) {
  constexpr std::size_t listed_max = 20'000;
  if (results.more > 0 || results.tests.size() > listed_max) return;
  for (const core::TestResult& test : results.tests) {
    if (test.outcome == core::TestOutcome::passed) reading.passed_tests.push_back(test.id);
    if (did_fail(test.outcome)) reading.failed_tests.push_back(test.id);
  }
}

std::string transient_line(const core::Launch& launch, const std::string& log) {
  const auto patterns = format::TransientPatterns::make(launch.reading.retry_on);
  return patterns ? patterns->find(log) : "";
}

constexpr std::size_t source_max = 1U << 20;

/// Files of the place where a command runs, for the rules that look at what it starts.
format::shell::Sources sources_in(const std::string& cwd) {
  return [cwd](const std::string& path) -> std::optional<std::string> {
    std::string full = path.starts_with('/') ? path : cwd + "/" + path;
    struct stat seen {};
    if (::stat(full.c_str(), &seen) != 0 || !S_ISREG(seen.st_mode)) return {};
    if (static_cast<std::size_t>(seen.st_size) > source_max) return {};
    std::error_code failure;
    full = std::filesystem::canonical(full, failure).string();
    return failure ? std::nullopt : std::optional(read_file(full));
  };
}

/// What make or npm say of a failure that they passed over.
std::string swallowed_by_output(const core::Launch& launch, const core::Captured& output) {
  if (!format::may_pass_over(launch.command)) return {};
  return format::passed_over(read_log(output), launch.command, sources_in(launch.cwd));
}

/// `env: {MAKEFLAGS: -n}` does what the same words in front of the command do.
std::string swallowed_by_variables(const core::Launch& launch) {
  for (const auto& [name, value] : launch.env) {
    if (name == "BASH_ENV") continue;
    if (const auto effect = format::shell::find_hostile_assignment(name + "=" + value))
      return "`" + name + "` in `env` " + std::string(*effect) + ": remove it";
  }
  return {};
}

/// What the text of the command, or of what it starts, loses for certain. Looked at when it has
/// passed, as the files are then.
std::string swallowed_by_text(const core::Launch& launch) {
  const core::CommandLint lint = format::lint_command(launch.command, sources_in(launch.cwd));
  for (const core::LintFinding& finding : lint.findings) {
    const bool proves_nothing =
        finding.rule == core::LintRule::masked || finding.rule == core::LintRule::constant;
    if (proves_nothing) return finding.why;
  }
  return swallowed_by_variables(launch);
}

}  // namespace

core::CommandLint Reader::lint(const std::string& command) { return format::lint_command(command); }

core::CommandLint Reader::foresee(const std::string& command, const std::string& cwd) {
  return format::lint_command(command, sources_in(cwd));
}

Reader::Attempt Reader::attempt_of(const core::Launch& launch) {
  return {launch.cwd, launch.name, launch.key};
}

Reader::Before Reader::note(const core::Launch& launch) {
  Before before;
  before.started = format::read_started(
      launch.command, [&](const std::string& path) { return read_file(launch.cwd + "/" + path); });
  before.report = launch.reading.report;
  if (before.report.empty()) return before;
  const auto busy = [&](const std::string& path) {
    return std::any_of(in_flight_.begin(), in_flight_.end(), [&](const auto& other) {
      const auto& [attempt, noted] = other;
      return std::get<0>(attempt) == launch.cwd && !noted.report.empty() &&
             ::fnmatch(noted.report.c_str(), path.c_str(), FNM_PATHNAME) == 0;
    });
  };
  before.reports = set_reports_aside(launch.cwd, before.report, busy);
  return before;
}

core::Launch Reader::fill_prompt(core::Launch launch) {
  if (!launch.agent && launch.reading.count_tests) {
    Before before = note(launch);
    in_flight_.insert_or_assign(attempt_of(launch), std::move(before));
  }
  if (!launch.agent || launch.agent->values.empty()) return launch;
  core::agent::Order order = *launch.agent;
  std::vector<std::pair<std::string, std::string>> contents;
  for (const auto& [name, path] : order.files) contents.emplace_back(name, read_file(path));
  order.prompt = format::fill_prompt(order, contents);
  order.values.clear();
  order.files.clear();
  launch.agent = std::make_shared<const core::agent::Order>(std::move(order));
  return launch;
}

core::Tally Reader::count(const core::Launch& launch, const core::Evidence& evidence,
                          const std::string& log, const Before& before, format::TestList& tests) {
  const core::Tally console = format::read_runner_output(launch.command, log, before.started);
  if (launch.reading.report.empty()) return console;
  core::Tally report = tally_of_reports(launch, evidence.started, before.reports, tests);
  if (before.started.text_tool.empty()) return least(std::move(report), console);
  return console;
}

core::Reading Reader::read(const core::Launch& launch, const core::Evidence& evidence) {
  core::Reading reading;
  if (launch.agent) {
    if (!evidence.transcript) return reading;
    reading.says_complete =
        format::read_signals(evidence.transcript->final_text, launch.agent->prompt).task_complete;
    if (launch.reading.signals)
      reading.saying = std::make_shared<const core::loop::Saying>(
          format::read_saying(evidence.transcript->final_text, launch.agent->prompt));
    if (!launch.reading.judgement) return reading;
    reading.judgement =
        format::read_judgement(evidence.transcript->final_text, launch.agent->prompt);
    look_up(*reading.judgement,
            {launch.cwd, launch.reading.criterion, launch.reading.never_evidence});
    return reading;
  }
  const core::Exit& exit = evidence.exit;
  Before before;
  if (const auto noted = in_flight_.find(attempt_of(launch)); noted != in_flight_.end()) {
    before = std::move(noted->second);
    in_flight_.erase(noted);
  } else {
    before.started = format::read_started(launch.command);
  }
  const bool ran = exit.kind != core::ExitKind::spawn_failed && exit.kind != core::ExitKind::lost;
  const bool passed = exit.kind == core::ExitKind::exited && exit.code == 0;
  const bool gh = launch.reading.gh != core::GhAnswer::none;
  if (!ran) {
    put_reports_back(launch.cwd, before.reports);
    return reading;
  }
  std::string log = read_log(evidence.output);
  const bool altered = evidence.output.stored > 0 && digest_of(log) != evidence.output.log;
  if (altered) log.clear();
  const bool gate = !gh && !launch.with_credentials;
  if (passed && gate) {
    reading.swallowed = swallowed_by_text(launch);
    if (reading.swallowed.empty()) reading.swallowed = swallowed_by_output(launch, evidence.output);
  }
  if (gh)
    reading.pull_request = std::make_shared<const core::PullRequestSight>(
        format::read_gh_answer(launch.reading.gh, log, exit.code));
  format::TestList tests(launch.cwd, masks_);
  if (launch.reading.count_tests) {
    reading.tally = count(launch, evidence, log, before, tests);
  } else if (passed && !gh && !log.empty()) {
    reading.tally = format::find_lost_failure(launch.command, log, before.started);
  }
  // What only shows text, or ran nothing (a dry run), names nothing that ran.
  const bool idle =
      reading.tally.known() && reading.tally.executed == 0 && reading.tally.failed == 0;
  if ((launch.reading.name_tests || launch.reading.keep_outcomes) &&
      before.started.text_tool.empty() && !idle) {
    // The report says more than the console.
    const bool by_report = !tests.empty();
    if (!by_report) format::read_test_names(log, tests);
    const core::TestResults results = tests.take();
    if (launch.reading.name_tests) list_names(results, reading);
    if (launch.reading.keep_outcomes)
      keep_outcomes(results, by_report, evidence.output.log_path, reading);
  }
  put_reports_back(launch.cwd, before.reports);
  if (altered) reading.tally.doubt = "the stored log is not what was captured: somebody changed it";
  if (launch.reading.look_for_cache)
    reading.cache_marker = format::cache_marker(launch.command, log);
  if (passed) return reading;
  reading.excerpt = format::failure_excerpt(launch.command, log);
  if (gate && !withheld_.empty()) {
    Withheld found = withheld_from_gate(withheld_, launch, log, sources_in(launch.cwd));
    // First where the output itself misses it: then it is the likely cause.
    if (!found.remark.empty())
      reading.excerpt.insert(found.complained ? reading.excerpt.begin() : reading.excerpt.end(),
                             std::move(found.remark));
  }
  if (exit.kind != core::ExitKind::exited) return reading;
  reading.transient = transient_line(launch, log);
  if (exit.code == 126 || exit.code == 127) {
    const auto missing = format::find_missing_program(log, before.started.written);
    if (!missing.name.empty()) reading.missing = describe(missing, launch);
  }
  return reading;
}

}  // namespace assay::reading
