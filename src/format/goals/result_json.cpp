// SPDX-License-Identifier: MIT
// The report of a phase as JSON and as SARIF.
#include "format/goals/result_records.h"
#include "format/goals/verification.h"
#include "format/record/put.h"
#include "format/sarif/sarif.h"

#include <fmt/format.h>

#include <map>
#include <set>

namespace assay::format {

namespace {

using core::goals::Finding;
using core::goals::Gap;
using core::goals::Progress;
using core::goals::Status;
using core::goals::TaskResult;

GoalsTaskShown as_shown(const TaskResult& task) {
  GoalsTaskShown out{task.id, task.title, task.source, task.score, {}};
  for (const Finding& finding : task.findings) {
    const core::goals::CheckResult& result = finding.result;
    out.checks.push_back({.origin = finding.origin,
                          .type = finding.type,
                          .item = finding.item,
                          .status = result.status,
                          .actual = result.actual,
                          .path = result.path,
                          .line = result.path.empty() ? 0 : result.line});
  }
  return out;
}

GoalsProgressShown as_shown(const Progress& progress) {
  return {progress.since,      progress.closed, progress.dropped,
          progress.still_open, progress.fresh,  progress.regressed};
}

GoalsShown as_shown(const GoalsResult& result) {
  GoalsShown out;
  out.phase = result.report.phase;
  out.status = result.report.status;
  out.tasks_checked = result.report.tasks.size();
  out.tasks_passed = result.report.tasks_passed;
  out.gaps = result.report.gaps;
  for (const TaskResult& task : result.report.tasks) out.tasks.push_back(as_shown(task));
  out.tree = result.tree;
  out.round = result.round;
  if (result.progress) out.progress = as_shown(*result.progress);
  return out;
}

/// Where a gap is, or where it was promised.
SarifFinding finding_of(const Gap& gap, const std::map<std::string, std::string>& sources) {
  const auto source = sources.find(gap.task);
  const std::string promised = source == sources.end() ? "" : source->second;
  return {.rule = "goals/" + gap.type,
          .about = "A goal of type " + gap.type + " is not met",
          .is_error = !gap.unchecked && gap.type != "semantic",
          .message = fmt::format("{}: {}. Expected: {}. Actual: {}", gap.task, gap.item,
                                 gap.expected, gap.actual),
          .path = gap.path.empty() ? promised : gap.path,
          .line = gap.line,
          .fingerprint = core::goals::fingerprint(gap.task, gap.type, gap.item),
          .fingerprint_name = "assayGap/v1"};
}

}  // namespace

std::string write_goals_json(const GoalsResult& result) {
  std::string out;
  JsonWriter json(out, JsonLayout::indented);
  stored::put_value(json, as_shown(result));
  out.push_back('\n');
  return out;
}

std::string write_goals_sarif(const GoalsResult& result, std::string_view version) {
  SarifRun run{.tool = "assay goals",
               .version = std::string(version),
               .succeeded = result.report.status != Status::error};
  std::map<std::string, std::string> sources;
  for (const TaskResult& task : result.report.tasks) sources[task.id] = task.source;
  std::set<std::string> open_before;
  if (result.progress) {
    for (const Gap& gap : result.progress->still_open)
      open_before.insert(core::goals::fingerprint(gap.task, gap.type, gap.item));
  }
  for (const Gap& gap : result.report.gaps) {
    SarifFinding& finding = run.findings.emplace_back(finding_of(gap, sources));
    if (result.progress)
      finding.baseline = open_before.contains(finding.fingerprint) ? "unchanged" : "new";
  }
  return write_sarif(run);
}

}  // namespace assay::format
