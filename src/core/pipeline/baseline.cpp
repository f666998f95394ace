// SPDX-License-Identifier: MIT
// The checks of the workspace before the first agent starts: what everything later is compared
// with.
#include "base/ensure.h"
#include "core/pipeline/gate.h"
#include "core/pipeline/turn.h"
#include "core/verify/verdict.h"

#include <algorithm>

namespace assay::core::pipeline {

/// Old failures can be told from new ones.
bool is_known_red(const CheckResult& check) {
  return check.failed && !check.failed_tests.empty() && check.names_all();
}

/// Before the first agent starts: nobody has had a chance to prepare anything. In the workspace
/// itself, which is clean: a copy would lack what git ignores and the checks need.
void Turn::begin_baseline() {
  for (const std::string& each : s_.plan->weaker) note_issue(each);
  if (s_.plan->gates) {
    for (const std::string& each : s_.plan->gates->sealing.open) note_issue(each);
  }
  const auto& steps = s_.plan->definition.steps;
  const bool verifies = std::any_of(steps.begin(), steps.end(),
                                    [](const Step& each) { return each.kind == StepKind::verify; });
  if (!verifies) return enter_step(s_.step);
  if (!s_.plan->gates)
    return end(core::Outcome::error, Target::error,
               "assay.yaml has no verify: section, so nothing could be proved: `assay init` finds "
               "the gates of a project");
  run_baseline();
}

/// What a run is compared with must prove something itself.
void Turn::judge_baseline(const WorkInspected& e) {
  const work::WorkSight& sight = e.sight;
  if (!sight.problem.empty()) return end(core::Outcome::error, Target::error, sight.problem);
  s_.seen.by_products.insert(sight.changed.begin(), sight.changed.end());
  const auto complain = [&](const CheckResult& check, const std::string& what) {
    end(core::Outcome::error, Target::error,
        "the baseline: " + check.name + " " + what + ": " + check.snippet +
            "; no agent was started");
  };
  bool any = false;
  for (const CheckResult& check : s_.baseline) {
    if (!check.required) continue;
    any = true;
    if (check.passed) continue;
    if (!check.failed)
      return complain(check,
                      "proves nothing, so nothing could be compared with it (make it run on the "
                      "tree as it is: `assay verify` shows what is missing)");
    if (!is_known_red(check))
      return complain(check,
                      "fails before anything was done, and does not name the tests that fail: old "
                      "failures could not be told from new ones (mend it, let the runner name its "
                      "tests or write a report, or make the gate `required: false`)");
    note_issue(check.name + " failed on the baseline already: " + listed(check.failed_tests));
  }
  if (!any)
    return end(core::Outcome::error, Target::error,
               "the baseline: no gate of assay.yaml is required, so nothing could be proved");
  const auto& commands = s_.plan->gates->manifest.commands;
  const bool tests = std::any_of(commands.begin(), commands.end(), [](const auto& spec) {
    return spec.required && spec.gate_type == verify::GateType::test;
  });
  if (!tests) note_issue("no required gate of assay.yaml is a test gate: no test was run");
  enter_step(s_.step);
}

void Turn::start_verification() {
  s_.counting.subjects = tasks_in_set(s_);
  if (!s_.plan->gates) return Gate(*this).evaluate();
  const Step& now = step();
  const bool asks = !now.dispatch.role.empty() && s_.plan->hands.contains(now.dispatch.role);
  if (!s_.baseline_done) return open_baseline();
  return asks ? dispatch_tasks() : run_checks();
}

void Turn::open_baseline() {
  s_.phase = Phase::opening_baseline;
  s_.key = new_key();
  ask(OpenCopy{.key = s_.key,
               .workspace = s_.plan->workspace,
               .directory = s_.plan->work_dir + "/baseline",
               .commit = s_.origin.head,
               .supplies = s_.plan->supplies},
      &Turn::baseline_opened);
}

void Turn::baseline_opened(const WorkDone& e) {
  if (is_done(e)) run_baseline();
}

void Turn::run_baseline() {
  s_.phase = Phase::baseline;
  if (stops()) return;
  const std::string again = ++s_.baseline_runs > 1 ? "-" + std::to_string(s_.baseline_runs) : "";
  auto plan = checks_in(s_, is_new(s_) ? s_.plan->workspace : s_.plan->work_dir + "/baseline",
                        "baseline" + again);
  const auto count = static_cast<std::uint32_t>(plan->manifest.commands.size());
  s_.checks = {};
  emit(s_.checks.start(at_, s_.run_id, std::move(plan), new_key(1, count).unit, s_.rules));
  if (s_.checks.is_over()) baseline_over();
}

void Turn::baseline_over() {
  ENSURE(s_.checks.is_over());
  s_.baseline = results_of(s_, s_.checks.state());
  s_.baseline_done = true;
  s_.phase = Phase::closing_baseline;
  if (is_new(s_)) return look_behind_baseline();
  s_.key = new_key();
  ask(CloseWork{.key = s_.key,
                .workspace = s_.plan->workspace,
                .directory = s_.plan->work_dir + "/baseline",
                .branch = ""},
      &Turn::baseline_closed);
}

/// A copy that stays behind harms nobody.
void Turn::baseline_closed(const WorkDone&) { run_checks(); }

void Turn::look_behind_baseline() {
  s_.key = new_key();
  ask(InspectWork{.key = s_.key,
                  .name = "after-baseline",
                  .directory = s_.plan->workspace,
                  .since = s_.origin.tree,
                  .without = s_.plan->feature_dir,
                  .files_only = true},
      &Turn::judge_baseline);
}

}  // namespace assay::core::pipeline
