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
#include "format/prompt/fill.h"
#include "format/report.h"
#include "format/runners.h"
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
                             const std::vector<OldReport>& old) {
  core::Tally unknown;
  const auto fresh = read_report_files(launch.cwd, launch.reading.report, started, old);
  if (!fresh) {
    unknown.hint = fresh.error().what;
    return unknown;
  }
  std::vector<core::Tally> tallies;
  for (const ReportFile& file : fresh->files) {
    auto tally = format::read_report(file.name, file.bytes);
    if (!tally) {
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

/// From the report where there is one: it says more than the console.
format::TestNames names_of(const core::Launch& launch, Instant started, const std::string& log,
                           const std::vector<OldReport>& old) {
  format::TestNames names;
  if (!launch.reading.report.empty()) {
    const auto fresh = read_report_files(launch.cwd, launch.reading.report, started, old);
    for (std::size_t i = 0; fresh && i < fresh->files.size(); ++i)
      format::add_report_names(fresh->files[i].bytes, names);
    format::settle(names);
  }
  return names == format::TestNames{} ? format::read_test_names(log) : names;
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

/// What the text of the command, or of what it starts, loses for certain. Looked at when it has
/// passed, as the files are then.
std::string swallowed_by_text(const core::Launch& launch) {
  const core::CommandLint lint = format::lint_command(launch.command, sources_in(launch.cwd));
  for (const core::LintFinding& finding : lint.findings) {
    const bool proves_nothing =
        finding.rule == core::LintRule::masked || finding.rule == core::LintRule::constant;
    if (proves_nothing) return finding.why;
  }
  return {};
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
                          const std::string& log, const Before& before) {
  const core::Tally console = format::read_runner_output(launch.command, log, before.started);
  if (launch.reading.report.empty()) return console;
  core::Tally report = tally_of_reports(launch, evidence.started, before.reports);
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
  if (launch.reading.count_tests) {
    reading.tally = count(launch, evidence, log, before);
  } else if (passed && !gh && !log.empty()) {
    reading.tally = format::find_lost_failure(launch.command, log, before.started);
  }
  if (launch.reading.name_tests) {
    format::TestNames names = names_of(launch, evidence.started, log, before.reports);
    reading.passed_tests = std::move(names.passed);
    reading.failed_tests = std::move(names.failed);
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
