// SPDX-License-Identifier: MIT
// The words and fields of a loop run, as they are stored.
#pragma once

#include "base/record.h"
#include "core/loop/plan.h"
#include "core/loop/pull_request.h"
#include "core/evidence/saying.h"
#include "core/evidence/work_sight.h"

namespace assay::core::loop {

constexpr auto words_of(Of<WorkResult::Status>) {
  using Status = WorkResult::Status;
  return words<Status>(
      {{Status::done, "done"}, {Status::conflict, "conflict"}, {Status::failed, "failed"}});
}

constexpr auto fields_of(Of<Hand>) {
  return record<Hand>(field("order", &Hand::order, required), field("timeout", &Hand::timeout),
                      field("env", &Hand::env, Pairs{}));
}

constexpr auto fields_of(Of<GateBefore>) {
  return record<GateBefore>(
      field("id", &GateBefore::id), field("status", &GateBefore::status, LowerCase{}, always),
      field("tests", &GateBefore::tests), field("failed", &GateBefore::failed),
      field("exit_code", &GateBefore::exit_code));
}

/// What is wanted of each task is read from the task list again, and must be as many tasks.
struct PlanBeside {
  std::size_t count = 0;
  std::vector<std::uint32_t> verified;  ///< which tasks an earlier run has verified
  // The policy, part by part.
  Millis default_timeout = verify::Policy{}.default_timeout;
  verify::FlakyPolicy flaky = verify::Policy{}.flaky;
  bool stop_after_failed_stage = false;
};

constexpr auto fields_of(Of<Plan>) {
  return record<Plan>(field("spec", &Plan::spec), field("spec_dir", &Plan::spec_dir),
                      field("workspace", &Plan::workspace), field("work_dir", &Plan::work_dir),
                      field("log_dir", &Plan::log_dir), field("tasks", &Plan::pinned, required),
                      beside("count", &PlanBeside::count, required), absent(&Plan::tasks),
                      unless([](const Plan&) { return Reading::v0_1; }, "reading", &Plan::reading),
                      beside("verified", &PlanBeside::verified), absent(&Plan::verified),
                      field("settings", &Plan::settings, required), field("until", &Plan::until),
                      field("executor", &Plan::executor), field("qa", &Plan::qa),
                      field("reviewer", &Plan::reviewer), field("budgets", &Plan::budgets),
                      field("verify", &Plan::gates), absent(&Plan::policy),
                      beside("default_timeout", &PlanBeside::default_timeout, always),
                      beside("flaky", &PlanBeside::flaky, always),
                      beside("stop_after_failed_stage", &PlanBeside::stop_after_failed_stage),
                      field("isolation", &Plan::isolation),
                      field("environment", &Plan::environment),
                      field("environment_digest", &Plan::environment_digest),
                      field("test_files", &Plan::tests), field("test_setup", &Plan::setup),
                      field("guarded", &Plan::guarded), field("before", &Plan::before));
}

constexpr auto fields_of(Of<Saying>) {
  // Proposed tasks are kept as they were written, in the signals, and read again.
  return record<Saying>(flat(&Saying::signals), absent(&Saying::proposed),
                        absent(&Saying::proposal_problems), field("feedback", &Saying::feedback),
                        field("spec_level", &Saying::spec_level));
}

struct CommitWords;  ///< id, subject, id, subject, ...
struct CommitFiles;  ///< each list headed by the number of its commit: "#0", "/a.c", "#2", "/b.c"

constexpr auto fields_of(Of<WorkSight>) {
  using Sight = WorkSight;
  return record<Sight>(
      field("problem", &Sight::problem), field("tree", &Sight::tree), field("head", &Sight::head),
      field("branch", &Sight::branch), field("continues", &Sight::continues, Opposite{"rewritten"}),
      field("changed", &Sight::changed), field("commits", &Sight::commits, By<CommitWords>{}),
      field("commit_files", &Sight::commits, View<CommitFiles>{}), field("dirty", &Sight::dirty),
      field("tampering", &Sight::tampering), field("added", &Sight::added),
      field("empty", &Sight::empty), field("ticked", &Sight::ticked),
      field("differs", &Sight::differs), field("reached", &Sight::reached),
      field("repository", &Sight::repository), field("ignored", &Sight::ignored),
      field("origin", &Sight::origin), field("since_origin", &Sight::since_origin),
      field("committed_since", &Sight::committed_since));
}

constexpr auto fields_of(Of<WorkResult>) {
  return record<WorkResult>(field("status", &WorkResult::status, required),
                            field("detail", &WorkResult::detail), field("head", &WorkResult::head),
                            field("paths", &WorkResult::paths));
}

constexpr auto fields_of(Of<PullRequestIssue>) {
  using Issue = PullRequestIssue;
  return record<Issue>(field("key", &Issue::key), field("title", &Issue::title),
                       field("text", &Issue::text), field("file", &Issue::file));
}

constexpr auto fields_of(Of<PullRequestSight>) {
  using Sight = PullRequestSight;
  return record<Sight>(field("url", &Sight::url), field("passed", &Sight::passed),
                       field("pending", &Sight::pending), field("issues", &Sight::issues),
                       field("log", &Sight::log), field("problem", &Sight::problem));
}

}  // namespace assay::core::loop
