// SPDX-License-Identifier: MIT
// The words and fields of a goals run, as they are stored.
#pragma once

#include "base/record.h"
#include "core/goals/plan.h"
#include "core/goals/report.h"

namespace assay::core::goals {

constexpr auto fields_of(Of<Source>) {
  return record<Source>(field("name", &Source::name), field("text", &Source::text));
}

constexpr auto fields_of(Of<Hollow>) {
  return record<Hollow>(field("command", &Hollow::command), field("why", &Hollow::why));
}

constexpr auto fields_of(Of<CheckResult>) {
  return record<CheckResult>(field("status", &CheckResult::status, required),
                             field("actual", &CheckResult::actual),
                             field("path", &CheckResult::path), field("line", &CheckResult::line));
}

constexpr auto fields_of(Of<Judge>) {
  return record<Judge>(field("order", &Judge::order, required), field("timeout", &Judge::timeout),
                       field("cwd", &Judge::cwd), field("env", &Judge::env, Pairs{}),
                       field("questions", &Judge::questions));
}

constexpr auto fields_of(Of<Gap>) {
  return record<Gap>(field("task", &Gap::task, always), field("type", &Gap::type, always),
                     field("item", &Gap::item, always), field("expected", &Gap::expected, always),
                     field("actual", &Gap::actual, always),
                     field("unchecked", &Gap::unchecked, always, "Nobody could find out."),
                     field("path", &Gap::path), field("line", &Gap::line, Range{1}));
}

/// What is asked of the workspace is read from the task files again, and must come out the same.
struct PlanBeside {
  Digest checks;
};

constexpr auto fields_of(Of<Plan>) {
  return record<Plan>(field("phase", &Plan::phase), field("phase_dir", &Plan::phase_dir),
                      field("workspace", &Plan::workspace), field("report", &Plan::report),
                      field("round", &Plan::round), field("tasks", &Plan::sources, required),
                      beside("checks", &PlanBeside::checks, required), absent(&Plan::tasks),
                      absent(&Plan::checks), field("judges", &Plan::judges),
                      field("budgets", &Plan::budgets), field("verify", &Plan::commands),
                      field("hollow", &Plan::hollow));
}

}  // namespace assay::core::goals
