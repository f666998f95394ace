// SPDX-License-Identifier: MIT
// The words and fields of a loop run, as they are stored.
#pragma once

#include "base/record.h"
#include "core/evidence/saying.h"
#include "core/loop/layers.h"
#include "core/loop/plan.h"
#include "core/work/records.h"

namespace assay::core::loop {

constexpr auto words_of(Of<LayerStatus>) {
  return words<LayerStatus>({{LayerStatus::passed, "passed"},
                             {LayerStatus::failed, "failed"},
                             {LayerStatus::skipped, "skipped"}});
}

constexpr auto fields_of(Of<Layer>) {
  return record<Layer>(field("name", &Layer::name), field("status", &Layer::status),
                       field("why", &Layer::why));
}

constexpr auto fields_of(Of<GateBefore>) {
  return record<GateBefore>(
      field("id", &GateBefore::id), field("status", &GateBefore::status, LowerCase{}, always),
      field("tests", &GateBefore::tests), field("failed", &GateBefore::failed),
      field("exit_code", &GateBefore::exit_code), field("failing", &GateBefore::failing));
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
  return record<Plan>(
      field("spec", &Plan::spec), field("spec_dir", &Plan::spec_dir),
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
      field("isolation", &Plan::isolation), field("environment", &Plan::environment),
      field("environment_digest", &Plan::environment_digest), field("test_files", &Plan::tests),
      field("test_setup", &Plan::setup), field("guarded", &Plan::guarded),
      field("before", &Plan::before), field("weaker", &Plan::weaker),
      field("supplies", &Plan::supplies), field("own_tests", &Plan::own_tests),
      field("notify", &Plan::notify), field("protected", &Plan::protected_globs),
      field("protected_changed", &Plan::protected_changed), field("tools", &Plan::tools),
      field("proofs", &Plan::proofs));
}

constexpr auto fields_of(Of<Saying>) {
  // Proposed tasks are kept as they were written, in the signals, and read again.
  return record<Saying>(flat(&Saying::signals), absent(&Saying::proposed),
                        absent(&Saying::proposal_problems), field("feedback", &Saying::feedback),
                        field("spec_level", &Saying::spec_level));
}

}  // namespace assay::core::loop
