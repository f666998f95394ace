// SPDX-License-Identifier: MIT
// The checks of the workspace on the tree as it is.
#include "base/ensure.h"
#include "core/pipeline/gate.h"
#include "core/pipeline/goals.h"
#include "core/pipeline/prove.h"
#include "core/pipeline/turn.h"
#include "core/verify/verdict.h"
#include "core/work/test_files.h"

#include <algorithm>
#include <utility>

namespace assay::core::pipeline {

namespace {

std::string snippet_of(const verify::State& ran, std::uint32_t unit) {
  std::string text = verify::summary_line(ran, unit);
  if (ran.commands[unit].notes) {
    for (const std::string& line : ran.commands[unit].notes->excerpt) text += "\n" + line;
  }
  if (text.size() > snippet_max) text.resize(snippet_max);
  // Not in the middle of a character.
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U)
    text.pop_back();
  if (!text.empty() && (static_cast<unsigned char>(text.back()) & 0x80U) != 0) text.pop_back();
  return text;
}

constexpr int cannot_run = 126;

constexpr int not_found = 127;

bool has_mutating(const verify::Manifest& manifest) {
  return std::any_of(manifest.commands.begin(), manifest.commands.end(),
                     [](const verify::CommandSpec& spec) { return spec.mutates_workspace; });
}

bool writes(const State& run) { return run.plan->gates && has_mutating(run.plan->gates->manifest); }

}  // namespace

std::shared_ptr<const verify::Plan> checks_in(const State& run, const std::string& directory,
                                              const std::string& prefix) {
  ENSURE(run.plan->gates && run.plan->gates->cwd.size() >= run.plan->workspace.size());
  auto plan = std::make_shared<verify::Plan>(*run.plan->gates);
  for (verify::CommandSpec& spec : plan->manifest.commands) spec.id = prefix + "-" + spec.id;
  plan->cwd = directory + plan->cwd.substr(run.plan->workspace.size());
  plan->workspace = directory;
  plan->name_tests = is_new(run);
  plan->keeps_outcomes = plan->keeps_outcomes || is_new(run);
  plan->manifest_digest = verify::digest_of(plan->manifest);
  return plan;
}

std::vector<CheckResult> results_of(const State& run, const verify::State& ran) {
  const std::vector<std::string> names = check_names(run.plan->gates->manifest);
  std::vector<CheckResult> results;
  for (std::uint32_t unit = 0; unit < ran.commands.size(); ++unit) {
    const verify::CommandSpec& spec = ran.plan->manifest.commands[unit];
    const verify::CommandState& command = ran.commands[unit];
    const bool passed =
        command.status == verify::Status::pass && !verify::is_ineffective(spec, command);
    results.push_back({names[unit], spec.command, spec.required, passed, command.exit_code,
                       command.tests_executed, snippet_of(ran, unit)});
    CheckResult& result = results.back();
    const bool is_there = command.exit_code != cannot_run && command.exit_code != not_found;
    result.failed = command.status == verify::Status::fail && is_there;
    result.is_test = spec.gate_type == verify::GateType::test;
    if (!command.notes) continue;
    result.passed_tests = command.notes->passed_tests;
    result.failed_tests = command.notes->failed_tests;
  }
  return results;
}

void Turn::look_before_checks() {
  s_.phase = Phase::looking_before;
  s_.key = new_key();
  InspectWork look{.key = s_.key,
                   .name = "before-checks",
                   .directory = s_.plan->workspace,
                   .since = s_.origin.tree,
                   .without = s_.plan->feature_dir,
                   .files_only = true};
  look.named = true;
  if (asks_for_proof(s_)) {
    look.since_head = s_.origin.head;
    look.tests = s_.plan->own_tests;
    if (look.tests.empty()) look.tests.assign(test_file_globs().begin(), test_file_globs().end());
  }
  ask(std::move(look), &Turn::workspace_seen);
}

/// What no task has changed, nor the checks themselves, was changed by somebody this run does not
/// know: a person, or an agent outside of its copy. It is not verified with the rest, not
/// committed, not taken back and charged to nobody.
void Turn::workspace_seen(const WorkInspected& e) {
  const work::WorkSight& sight = e.sight;
  if (!sight.problem.empty()) return end(core::Outcome::error, Target::error, sight.problem);
  s_.seen.differs = {sight.changed.begin(), sight.changed.end()};
  s_.seen.hollow = {sight.empty.begin(), sight.empty.end()};
  s_.seen.fresh = {sight.added.begin(), sight.added.end()};
  s_.seen.leads_out = {sight.differs.begin(), sight.differs.end()};
  s_.seen.tree = sight.tree;
  s_.proving.texts = sight.texts;
  std::vector<std::string> strangers;
  for (const std::string& path : sight.changed) {
    const bool ours =
        s_.seen.by_products.contains(path) || s_.left_over.contains(path) || is_tool_litter(path) ||
        std::any_of(s_.tasks.begin(), s_.tasks.end(),
                    [&](const TaskRecord& record) { return record.changed.contains(path); });
    if (!ours) strangers.push_back(path);
  }
  if (!strangers.empty())
    return wait_for_person(std::move(strangers),
                           "changed in the workspace by nobody this run knows; stash or discard "
                           "it, then go on with `assay pipeline resume`");
  if (step().kind == StepKind::goals) {
    s_.phase = Phase::judging_goals;
    return Goals(*this).check();
  }
  s_.phase = Phase::checking;
  run_checks();
}

void Turn::run_checks() {
  if (is_new(s_) && s_.phase != Phase::checking) return look_before_checks();
  const Step& now = step();
  const bool asks = !now.dispatch.role.empty() && s_.plan->hands.contains(now.dispatch.role);
  if (asks && s_.jobs.empty() && s_.phase == Phase::closing_baseline) return dispatch_tasks();
  s_.phase = Phase::checking;
  if (stops()) return;
  s_.proving.tallies.clear();
  auto plan = checks_in(s_, s_.plan->workspace, "after-" + std::to_string(++s_.check_runs));
  const auto count = static_cast<std::uint32_t>(plan->manifest.commands.size());
  s_.checks = {};
  emit(s_.checks.start(at_, s_.run_id, std::move(plan), new_key(1, count).unit, s_.rules));
  if (s_.checks.is_over()) checks_over();
}

void Turn::checks_over() {
  ENSURE(s_.checks.is_over());
  s_.after = results_of(s_, s_.checks.state());
  s_.checks_passed = verify::verdict_of(s_.checks.state()).overall == verify::Status::pass;
  if (is_new(s_) && verify::manifest_mismatches(s_.checks.state()).empty()) {
    bool all = true;
    for (std::size_t i = 0; i < s_.after.size(); ++i) {
      CheckResult& now = s_.after[i];
      now.known = !now.passed && i < s_.baseline.size() && is_known_red(s_.baseline[i]) &&
                  is_known_red(now) &&
                  missing_from(now.failed_tests, s_.baseline[i].failed_tests).empty();
      all = all && (!now.required || now.passed || now.known);
    }
    const bool any = std::any_of(s_.after.begin(), s_.after.end(),
                                 [](const CheckResult& check) { return check.required; });
    s_.checks_passed = all && any;
  }
  look_at_verified();
}

/// Which tree was that? Only this one may be committed.
void Turn::look_at_verified() {
  s_.phase = Phase::looking_after;
  s_.key = new_key();
  InspectWork look{.key = s_.key,
                   .name = "verified",
                   .directory = s_.plan->workspace,
                   .since = is_new(s_) ? s_.seen.tree : "",
                   .without = s_.plan->feature_dir,
                   .files_only = true};
  look.since_repository = s_.origin.repository;
  look.named = is_new(s_);
  ask(std::move(look), &Turn::tree_known);
}

/// New files are by-products; what was there has to stay as it was. Gates that may write may change
/// what is neither the work of a task nor a test.
std::vector<std::string> Turn::moved_by_checks(const work::WorkSight& sight) {
  const auto is_work = [&](const std::string& path) {
    return is_test_code(path) ||
           std::any_of(s_.tasks.begin(), s_.tasks.end(),
                       [&](const TaskRecord& record) { return record.changed.contains(path); });
  };
  std::vector<std::string> moved;
  for (const std::string& path : sight.changed) {
    const bool added = std::find(sight.added.begin(), sight.added.end(), path) != sight.added.end();
    const bool stands = s_.seen.by_products.contains(path) || is_tool_litter(path);
    if (!added && !stands && (!writes(s_) || is_work(path))) {
      moved.push_back(path);
    } else if ((added && !is_test_code(path)) || (!added && writes(s_))) {
      // What steers tests is no by-product of them: the next look calls it a stranger.
      s_.seen.by_products.insert(path);
    }
  }
  return moved;
}

void Turn::tree_known(const WorkInspected& e) {
  const work::WorkSight& sight = e.sight;
  if (!sight.problem.empty()) return end(core::Outcome::error, Target::error, sight.problem);
  if (!sight.reached.empty())
    return end(core::Outcome::error, Target::error,
               "tampered with the repository: " + sight.reached.front());
  s_.verified_tree = sight.tree;
  s_.verified_name = sight.name;
  if (is_new(s_)) {
    const std::vector<std::string> moved = moved_by_checks(sight);
    // What a gate that may write has written is the tree the checks have to pass on.
    if (!moved.empty() && writes(s_) && !std::exchange(s_.seen.again, true)) return run_checks();
    s_.seen.again = false;
    if (!moved.empty())
      return end(
          core::Outcome::error, Target::error,
          "changed while the checks ran, so nobody knows what they were about: " + listed(moved));
  }
  if (step().kind == StepKind::goals) {
    // The goals are those of all tasks.
    for (TaskRecord& record : s_.tasks) {
      record.faults.clear();
      if (is_new(s_)) find_faults(record);
      for (const std::string& fault : record.faults)
        s_.told.next_feedback += record.task.id + ": " + fault + "\n";
      record.verified = s_.goals_status == 0 && record.faults.empty();
      record.failed = !record.verified;
    }
    return Gate(*this).evaluate();
  }
  Prover(*this).prove();
}

}  // namespace assay::core::pipeline
