// SPDX-License-Identifier: MIT
// What assay finds out itself: the checks of the workspace on the baseline and on the tree as it
// is, and the goals of a phase.
#include "core/agent/decide.h"
#include "core/pipeline/turn.h"
#include "core/verify/verdict.h"
#include "core/work/declared.h"
#include "core/work/test_files.h"

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

constexpr int cannot_run = 126;
constexpr int not_found = 127;
constexpr std::size_t named_max = 5;

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < named_max; ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > named_max)
    text += " and " + std::to_string(names.size() - named_max) + " more";
  return text;
}

/// Of sorted lists: what only the first has.
std::vector<std::string> missing_from(const std::vector<std::string>& wanted,
                                      const std::vector<std::string>& there) {
  std::vector<std::string> gone;
  std::set_difference(wanted.begin(), wanted.end(), there.begin(), there.end(),
                      std::back_inserter(gone));
  return gone;
}

/// "./a/b" and, from below the workspace or a copy of it, "<workspace>/a/b" is "a/b".
std::string plain_path(std::string path, const std::string& workspace, const std::string& copies) {
  if (path.starts_with(copies + "/")) path.erase(0, path.find('/', copies.size() + 1) + 1);
  if (path.starts_with(workspace + "/")) path.erase(0, workspace.size() + 1);
  while (path.starts_with("./")) path.erase(0, 2);
  while (path.ends_with('/')) path.pop_back();
  return path;
}

/// The path itself, or something below it.
bool has_changed(const std::set<std::string>& changed, const std::string& path) {
  if (changed.contains(path)) return true;
  const auto below = changed.lower_bound(path + "/");
  return below != changed.end() && below->starts_with(path + "/");
}

bool has_mutating(const verify::Manifest& manifest) {
  return std::any_of(manifest.commands.begin(), manifest.commands.end(),
                     [](const verify::CommandSpec& spec) { return spec.mutates_workspace; });
}

/// Old failures can be told from new ones.
bool is_known_red(const CheckResult& check) {
  return check.failed && !check.failed_tests.empty() && check.names_all();
}

}  // namespace

std::shared_ptr<const verify::Plan> Turn::checks_in(const std::string& directory,
                                                    const std::string& prefix) const {
  auto plan = std::make_shared<verify::Plan>(*s_.plan->gates);
  for (verify::CommandSpec& spec : plan->manifest.commands) spec.id = prefix + "-" + spec.id;
  plan->cwd = directory + plan->cwd.substr(s_.plan->workspace.size());
  plan->workspace = directory;
  plan->name_tests = is_new();
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

// --- the baseline, once

/// Before the first agent starts: nobody has had a chance to prepare anything. In the workspace
/// itself, which is clean: a copy would lack what git ignores and the checks need.
void Turn::begin_baseline() {
  for (const std::string& each : s_.plan->weaker) note_issue(each);
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
  s_.by_products.insert(sight.changed.begin(), sight.changed.end());
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
  ask(OpenCopy{.key = s_.key,
               .workspace = s_.plan->workspace,
               .directory = s_.plan->work_dir + "/baseline",
               .commit = s_.baseline_head},
      &Turn::baseline_opened);
}

void Turn::baseline_opened(const WorkDone& e) {
  if (is_done(e)) run_baseline();
}

void Turn::run_baseline() {
  s_.phase = Phase::baseline;
  if (stops()) return;
  const std::string again = ++s_.baseline_runs > 1 ? "-" + std::to_string(s_.baseline_runs) : "";
  auto plan = checks_in(is_new() ? s_.plan->workspace : s_.plan->work_dir + "/baseline",
                        "baseline" + again);
  const auto count = static_cast<std::uint32_t>(plan->manifest.commands.size());
  s_.checks = {};
  emit(s_.checks.start(at_, s_.run_id, std::move(plan), new_key(1, count).unit, s_.rules));
  if (s_.checks.is_over()) baseline_over();
}

void Turn::baseline_over() {
  s_.baseline = results_of(s_.checks.state());
  s_.baseline_done = true;
  s_.phase = Phase::closing_baseline;
  if (is_new()) return look_behind_baseline();
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
                  .since = s_.baseline_tree,
                  .without = s_.plan->feature_dir,
                  .files_only = true},
      &Turn::judge_baseline);
}

// --- the tree as it is

void Turn::look_before_checks() {
  s_.phase = Phase::looking_before;
  s_.key = new_key();
  ask(InspectWork{.key = s_.key,
                  .name = "before-checks",
                  .directory = s_.plan->workspace,
                  .since = s_.baseline_tree,
                  .without = s_.plan->feature_dir,
                  .files_only = true},
      &Turn::workspace_seen);
}

/// What no task has changed, nor the checks themselves, was changed by somebody this run does not
/// know: a person, or an agent outside of its copy. It is not verified with the rest, not
/// committed, not taken back and charged to nobody.
void Turn::workspace_seen(const WorkInspected& e) {
  const work::WorkSight& sight = e.sight;
  if (!sight.problem.empty()) return end(core::Outcome::error, Target::error, sight.problem);
  s_.differs = {sight.changed.begin(), sight.changed.end()};
  s_.hollow = {sight.empty.begin(), sight.empty.end()};
  s_.fresh = {sight.added.begin(), sight.added.end()};
  s_.checked_tree = sight.tree;
  std::vector<std::string> strangers;
  for (const std::string& path : sight.changed) {
    const bool ours =
        s_.by_products.contains(path) || s_.left_over.contains(path) || is_tool_litter(path) ||
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
    return check_goals();
  }
  s_.phase = Phase::checking;
  run_checks();
}

void Turn::run_checks() {
  if (is_new() && s_.phase != Phase::checking) return look_before_checks();
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
  if (is_new() && verify::manifest_mismatches(s_.checks.state()).empty()) {
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
                   .since = is_new() ? s_.checked_tree : "",
                   .without = s_.plan->feature_dir,
                   .files_only = true};
  look.since_repository = s_.baseline_repository;
  ask(std::move(look), &Turn::tree_known);
}

void Turn::tree_known(const WorkInspected& e) {
  const work::WorkSight& sight = e.sight;
  if (!sight.problem.empty()) return end(core::Outcome::error, Target::error, sight.problem);
  if (!sight.reached.empty())
    return end(core::Outcome::error, Target::error,
               "tampered with the repository: " + sight.reached.front());
  s_.verified_tree = sight.tree;
  if (is_new() && !(s_.plan->gates && has_mutating(s_.plan->gates->manifest))) {
    // New files are by-products; what was there has to stay as it was.
    std::vector<std::string> moved;
    for (const std::string& path : sight.changed) {
      const bool added =
          std::find(sight.added.begin(), sight.added.end(), path) != sight.added.end();
      if (!added && !s_.by_products.contains(path) && !is_tool_litter(path)) moved.push_back(path);
      // What steers tests is no by-product of them: the next look calls it a stranger.
      if (added && !is_test_code(path)) s_.by_products.insert(path);
    }
    if (!moved.empty())
      return end(
          core::Outcome::error, Target::error,
          "changed while the checks ran, so nobody knows what they were about: " + listed(moved));
  }
  if (step().kind == StepKind::goals) {
    // The goals are those of all tasks.
    for (TaskRecord& record : s_.tasks) {
      record.faults.clear();
      if (is_new()) find_faults(record);
      for (const std::string& fault : record.faults)
        s_.next_feedback += record.task.id + ": " + fault + "\n";
      record.verified = s_.goals_status == 0 && record.faults.empty();
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
  task.faults.clear();
  const auto row = [&](const CheckResult& check, const std::string& phase,
                       const std::string& name) {
    s_.rows.push_back({task.task.id, phase, name, "assay verify", check.command,
                       check.exit_code < 0 ? std::nullopt : std::optional<int>(check.exit_code),
                       check.snippet, check.passed || check.known, "", "", round});
  };
  for (std::size_t i = 0; i < s_.after.size(); ++i) {
    if (i < s_.baseline.size()) {
      row(s_.baseline[i], "baseline", "baseline-" + s_.baseline[i].name);
      if (is_new()) {
        row(s_.after[i], "after", s_.after[i].name);
        continue;
      }
      if (s_.baseline[i].passed && !s_.after[i].passed)
        task.regressions.push_back(s_.after[i].name + " passed on the baseline");
      if (s_.after[i].tests >= 0 && s_.after[i].tests < s_.baseline[i].tests)
        task.regressions.push_back(
            s_.after[i].name + " ran " + std::to_string(s_.baseline[i].tests) +
            " tests on the baseline, now " + std::to_string(s_.after[i].tests));
    }
    row(s_.after[i], "after", s_.after[i].name);
  }
  if (is_new()) {
    find_regressions(task);
    find_faults(task);
    // Only what speaks against a task: that nothing does is no evidence for its work.
    std::string faults;
    for (const std::string& fault : task.faults) faults += (faults.empty() ? "" : "; ") + fault;
    if (!faults.empty())
      row({"work-check", "", true, false, -1, -1, faults.substr(0, snippet_max)}, "after",
          "work-check");
    task.failed = !s_.checks_passed || !task.regressions.empty() || !task.faults.empty();
    task.verified = !task.failed;
    for (const CheckResult& check : s_.after) {
      if (check.required && !check.passed && !check.known)
        note_contradiction(task.task.id + ": its report says DONE, but " + check.name +
                           " does not pass");
    }
    return;
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

/// What was better on the baseline.
void Turn::find_regressions(TaskRecord& task) const {
  for (std::size_t i = 0; i < s_.after.size() && i < s_.baseline.size(); ++i) {
    const CheckResult& before = s_.baseline[i];
    const CheckResult& now = s_.after[i];
    if (before.passed && !now.passed)
      task.regressions.push_back(now.name + " passed on the baseline");
    const std::vector<std::string> gone = missing_from(before.passed_tests, now.passed_tests);
    if (!gone.empty()) {
      task.regressions.push_back(now.name +
                                 ": passed on the baseline and not now: " + listed(gone));
    } else if (before.tests > 0 && now.tests < before.tests) {
      task.regressions.push_back(
          now.name + " ran " + std::to_string(before.tests) + " tests on the baseline, now " +
          (now.tests < 0 ? "nobody knows how many" : std::to_string(now.tests)));
    }
  }
}

/// Whether there is any work, whether it is the work that was asked for, and whether its report is
/// true. All of it against the baseline: what was done and taken back was not done.
void Turn::find_faults(TaskRecord& task) {
  const auto fault = [&](std::string what) {
    note_contradiction(task.task.id + ": " + what);
    task.faults.push_back(std::move(what));
  };
  std::vector<std::string> own;
  std::vector<std::string> outside;
  for (const std::string& path : task.changed) {
    if (!s_.differs.contains(path)) continue;
    const bool declared = task.files.empty() ? !is_test_file(path) || s_.fresh.contains(path)
                                             : work::is_declared(task.files, path);
    const bool fits = declared || follows_declared(task.files, path);
    (fits ? own : outside).push_back(path);
  }
  std::erase_if(own, [&](const std::string& path) { return s_.hollow.contains(path); });
  // The criteria of a goal say more about a task without files than that something has changed.
  const bool may_be_idle = task.files.empty() && step().kind == StepKind::goals;
  if (own.empty() && !may_be_idle) {
    fault(task.files.empty()
              ? "nothing has changed"
              : "nothing has changed in what it was to change: " + listed(task.files));
  } else if (task.claims_documents ||
             (!task.files.empty() &&
              std::all_of(task.files.begin(), task.files.end(),
                          [](const auto& path) { return is_document(path); }))) {
    // No check looks at documents: what was to be written has to be there.
    std::vector<std::string> unwritten;
    for (const std::string& path : task.files) {
      const bool plain = path.find_first_of("*?") == std::string::npos;
      if (plain &&
          !has_changed(s_.differs, plain_path(path, s_.plan->workspace, s_.plan->work_dir)))
        unwritten.push_back(path);
    }
    if (!unwritten.empty()) fault("was to change and did not: " + listed(unwritten));
  }
  std::vector<std::string> untrue;
  for (const agent::ReportedChange& claim : task.claims) {
    const std::string path = plain_path(claim.path, s_.plan->workspace, s_.plan->work_dir);
    if (path.empty() || path.starts_with(s_.plan->feature_dir + "/")) continue;
    if (!has_changed(s_.differs, path)) untrue.push_back(path + " (" + claim.action + ")");
  }
  if (!untrue.empty()) fault("its report names what has not changed: " + listed(untrue));
  if (!outside.empty())
    fault("changed what it did not declare: " + listed(outside) +
          " (take it back, or let the plan declare it)");
}

// --- goals

/// The goals of the phase are checked by assay itself, as a command of this run.
void Turn::check_goals() {
  if (is_new() && s_.phase != Phase::judging_goals) return look_before_checks();
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
  ask(StartAttempt{std::move(launch)}, &Turn::goals_over);
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
