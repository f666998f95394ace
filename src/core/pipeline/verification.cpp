// SPDX-License-Identifier: MIT
// What assay finds out itself: the checks of the workspace on the baseline and on the tree as it
// is, and the goals of a phase.
#include "core/agent/decide.h"
#include "core/loop/layers.h"
#include "core/pipeline/turn.h"
#include "core/verify/verdict.h"

#include <algorithm>

namespace assay::core::pipeline {

namespace {

constexpr std::size_t snippet_max = 500;
constexpr Millis goals_time = std::chrono::hours{2};

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

}  // namespace

std::shared_ptr<const verify::Plan> Turn::checks_in(const std::string& directory,
                                                    const std::string& prefix) const {
  auto plan = std::make_shared<verify::Plan>(*s_.plan->gates);
  for (verify::CommandSpec& spec : plan->manifest.commands) spec.id = prefix + "-" + spec.id;
  plan->cwd = directory + plan->cwd.substr(s_.plan->workspace.size());
  plan->workspace = directory;
  plan->manifest_digest = verify::digest_of(plan->manifest);
  return plan;
}

std::vector<CheckResult> Turn::results_of(const verify::State& ran) const {
  const std::vector<std::string> names = check_names(s_.plan->gates->manifest);
  std::vector<CheckResult> results;
  for (std::uint32_t unit = 0; unit < ran.commands.size(); ++unit) {
    const verify::CommandSpec& spec = ran.plan->manifest.commands[unit];
    const verify::CommandState& command = ran.commands[unit];
    const bool passed =
        command.status == verify::Status::pass && !verify::is_ineffective(spec, command);
    results.push_back({names[unit], spec.command, spec.required, passed, command.exit_code,
                       command.tests_executed, snippet_of(ran, unit)});
  }
  return results;
}

// --- the baseline, once

void Turn::start_verification() {
  s_.subjects = tasks_in_set();
  if (!s_.plan->gates) return evaluate();
  const Step& now = step();
  const bool asks = !now.dispatch.role.empty() && s_.plan->hands.contains(now.dispatch.role);
  if (!s_.baseline_done) return open_baseline();
  return asks ? dispatch_tasks() : run_checks();
}

void Turn::open_baseline() {
  s_.phase = Phase::opening_baseline;
  s_.key = new_key();
  ask(OpenCopy{s_.key, s_.plan->workspace, s_.plan->work_dir + "/baseline", s_.baseline_head,
               false});
}

void Turn::run_baseline() {
  s_.phase = Phase::baseline;
  if (stops()) return;
  const std::string again = ++s_.baseline_runs > 1 ? "-" + std::to_string(s_.baseline_runs) : "";
  auto plan = checks_in(s_.plan->work_dir + "/baseline", "baseline" + again);
  const auto count = static_cast<std::uint32_t>(plan->manifest.commands.size());
  s_.checks = {};
  emit(s_.checks.start(at_, s_.run_id, std::move(plan), new_key(1, count).unit, s_.rules));
  if (s_.checks.is_over()) baseline_over();
}

void Turn::baseline_over() {
  s_.baseline = results_of(s_.checks.state());
  s_.baseline_done = true;
  s_.phase = Phase::closing_baseline;
  s_.key = new_key();
  ask(CloseWork{s_.key, s_.plan->workspace, s_.plan->work_dir + "/baseline", ""});
}

// --- the tree as it is

void Turn::run_checks() {
  const Step& now = step();
  const bool asks = !now.dispatch.role.empty() && s_.plan->hands.contains(now.dispatch.role);
  if (asks && s_.jobs.empty() && s_.phase == Phase::closing_baseline) return dispatch_tasks();
  s_.phase = Phase::checking;
  if (stops()) return;
  auto plan = checks_in(s_.plan->workspace, "after-" + std::to_string(++s_.check_runs));
  const auto count = static_cast<std::uint32_t>(plan->manifest.commands.size());
  s_.checks = {};
  emit(s_.checks.start(at_, s_.run_id, std::move(plan), new_key(1, count).unit, s_.rules));
  if (s_.checks.is_over()) checks_over();
}

void Turn::checks_over() {
  s_.after = results_of(s_.checks.state());
  s_.checks_passed = verify::verdict_of(s_.checks.state()).overall == verify::Status::pass;
  look_at_verified();
}

/// Which tree was that? Only this one may be committed.
void Turn::look_at_verified() {
  s_.phase = Phase::looking_after;
  s_.key = new_key();
  InspectWork look{s_.key, "verified", s_.plan->workspace,   {},  {},
                   {},     {},         s_.plan->feature_dir, true};
  look.since_repository = s_.baseline_repository;
  ask(std::move(look));
}

void Turn::tree_known(const loop::WorkSight& sight) {
  if (!sight.problem.empty()) return end(core::Outcome::error, Target::error, sight.problem);
  if (!sight.reached.empty())
    return end(core::Outcome::error, Target::error,
               "tampered with the repository: " + sight.reached.front());
  s_.verified_tree = sight.tree;
  if (step().kind == StepKind::goals) {
    // The goals are those of all tasks.
    for (TaskRecord& record : s_.tasks) {
      record.verified = s_.goals_status == 0;
      record.failed = !record.verified;
    }
    return evaluate();
  }
  for (const std::string& id : s_.subjects) add_check_rows(*task_of(id));
  evaluate();
}

/// The rows of one task: what the checks said before and after, and whether it kept to its files.
void Turn::add_check_rows(const TaskRecord& record) {
  TaskRecord& task = *task_of(record.task.id);
  const std::int64_t round = evidence_round();
  task.regressions.clear();
  const auto row = [&](const CheckResult& check, const std::string& phase,
                       const std::string& name) {
    s_.rows.push_back({task.task.id, phase, name, "assay verify", check.command,
                       check.exit_code < 0 ? std::nullopt : std::optional<int>(check.exit_code),
                       check.snippet, check.passed, "", "", round});
  };
  for (std::size_t i = 0; i < s_.after.size(); ++i) {
    if (i < s_.baseline.size()) {
      row(s_.baseline[i], "baseline", "baseline-" + s_.baseline[i].name);
      if (s_.baseline[i].passed && !s_.after[i].passed)
        task.regressions.push_back(s_.after[i].name + " passed on the baseline");
      if (s_.after[i].tests >= 0 && s_.after[i].tests < s_.baseline[i].tests)
        task.regressions.push_back(
            s_.after[i].name + " ran " + std::to_string(s_.baseline[i].tests) +
            " tests on the baseline, now " + std::to_string(s_.after[i].tests));
    }
    row(s_.after[i], "after", s_.after[i].name);
  }
  CheckResult scope{"scope-check", "", false, task.outside.empty(), 0, -1, ""};
  scope.snippet = task.outside.empty() ? "changed only the files it declared"
                                       : "changed without declaring it: " + task.outside.front();
  row(scope, "after", scope.name);
  if (!task.outside.empty())
    note_issue(task.task.id + " changed files it did not declare: " + task.outside.front());
  task.failed = !s_.checks_passed || !task.regressions.empty();
  task.verified = !task.failed;
  if (!task.failed) return;
  for (const CheckResult& check : s_.after) {
    if (!check.passed)
      s_.contradicted.push_back(task.task.id + ": its report says DONE, but " + check.name +
                                " does not pass");
  }
}

// --- goals

/// The goals of the phase are checked by assay itself, as a command of this run.
void Turn::check_goals() {
  s_.phase = Phase::judging_goals;
  if (stops()) return;
  s_.key = new_key(static_cast<std::uint32_t>(round_of(s_)));
  Launch launch;
  launch.key = s_.key;
  launch.name = "goals-" + std::to_string(s_.key.unit);
  launch.cwd = s_.plan->workspace;
  launch.timeout = goals_time;
  launch.with_credentials = true;
  launch.env = {{"ASSAY_STATE_DIR", s_.plan->state_dir}};
  launch.command = shell_quoted(s_.plan->program) + " -C " + shell_quoted(s_.plan->workspace) +
                   " goals check --allow-missing-summaries --round " +
                   std::to_string(round_of(s_)) + " " + shell_quoted(feature_path(step().phase));
  effects_.emplace_back(StartAttempt{std::move(launch)});
}

void Turn::goals_over(const AttemptEnded& e) {
  if (s_.cancelled) return park();
  const bool exited = e.evidence.exit.kind == ExitKind::exited;
  s_.goals_status = exited ? e.evidence.exit.code : 3;
  s_.next_feedback.clear();
  for (const std::string& line : e.evidence.reading.excerpt) s_.next_feedback += line + "\n";
  look_at_verified();
}

}  // namespace assay::core::pipeline
