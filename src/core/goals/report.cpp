// SPDX-License-Identifier: MIT
#include "core/goals/report.h"

#include "base/ensure.h"

#include <algorithm>

namespace assay::core::goals {

namespace {

Score score_of(const TaskResult& task) {
  const auto met = std::count_if(
      task.findings.begin(), task.findings.end(),
      [](const Finding& finding) { return finding.result.status == CheckStatus::ok; });
  if (met == 0) return Score::fail;
  return static_cast<std::size_t>(met) == task.findings.size() ? Score::pass : Score::partial;
}

Gap gap_of(const Task& task, const Check& check, const CheckResult& result) {
  const bool unknown = result.status == CheckStatus::could_not_check;
  return {task.id,
          check.type,
          check.item,
          check.expected,
          unknown ? "could not check: " + result.actual : result.actual,
          result.path,
          result.line,
          unknown};
}

Status status_of(const std::vector<Gap>& gaps) {
  if (gaps.empty()) return Status::passed;
  const bool unknown =
      std::any_of(gaps.begin(), gaps.end(), [](const Gap& gap) { return gap.unchecked; });
  return unknown ? Status::error : Status::gaps_found;
}

}  // namespace

Report compile_report(std::string phase, std::span<const Task> tasks, std::span<const Check> checks,
                      std::span<const CheckResult> results) {
  ENSURE(checks.size() == results.size());
  Report report;
  report.phase = std::move(phase);
  for (const Task& task : tasks) {
    report.tasks.push_back({task.id, task.title, task.source, Score::fail, {}});
  }
  for (std::size_t i = 0; i < checks.size(); ++i) {
    const Check& check = checks[i];
    ENSURE(check.task < tasks.size());
    report.tasks[check.task].findings.push_back({check.origin, check.type, check.item, results[i]});
    if (results[i].status == CheckStatus::ok) continue;
    report.gaps.push_back(gap_of(tasks[check.task], check, results[i]));
  }
  for (TaskResult& task : report.tasks) {
    task.score = score_of(task);
    report.tasks_passed += task.score == Score::pass ? 1U : 0U;
    if (!task.findings.empty()) continue;
    report.gaps.push_back(
        {task.id, "criterion", task.title, "something to check", "nothing", "", 0, false});
  }
  // No task at all proves nothing either.
  report.status = tasks.empty() ? Status::error : status_of(report.gaps);
  return report;
}

}  // namespace assay::core::goals
