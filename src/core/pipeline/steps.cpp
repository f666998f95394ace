// SPDX-License-Identifier: MIT
// Entering a step and leaving it: what its kind does first, and where its routes lead.
#include "base/digest.h"
#include "core/pipeline/turn.h"

#include <algorithm>

namespace assay::core::pipeline {

namespace {

constexpr std::size_t title_max = 300;

/// In which wave each task is, and how many of each wave may be worked on at once. A task that no
/// wave names comes last, and none comes before one it depends on.
std::vector<std::int64_t> set_waves(std::vector<TaskRecord>& tasks,
                                    const std::vector<agent::TaskWave>& waves) {
  std::vector<std::int64_t> limits;
  for (const agent::TaskWave& wave : waves) limits.push_back(wave.max_concurrent);
  std::map<std::string, TaskRecord*> by_id;
  for (TaskRecord& record : tasks) {
    record.wave = waves.size();
    by_id[record.task.id] = &record;
  }
  for (std::size_t i = waves.size(); i-- > 0;) {
    for (const std::string& id : waves[i].tasks) {
      if (const auto found = by_id.find(id); found != by_id.end()) found->second->wave = i;
    }
  }
  for (bool moved = true; moved;) {
    moved = false;
    for (TaskRecord& record : tasks) {
      for (const std::string& id : record.task.depends_on) {
        const auto found = by_id.find(id);
        if (found == by_id.end() || found->second->wave <= record.wave) continue;
        record.wave = found->second->wave;
        moved = true;
      }
    }
  }
  return limits;
}

bool is_error(const Job& job) { return job.status == agent::CompletionStatus::error; }

}  // namespace

// --- the beginning

void Turn::begin() {
  s_.phase = Phase::looking;
  s_.key = new_key();
  ask(InspectWork{.key = s_.key,
                  .name = "baseline",
                  .directory = s_.plan->workspace,
                  .without = s_.plan->feature_dir,
                  .files_only = true},
      &Turn::baseline_seen);
}

void Turn::baseline_seen(const WorkInspected& e) {
  if (!e.sight.problem.empty()) return end(core::Outcome::error, Target::error, e.sight.problem);
  s_.baseline_tree = e.sight.tree;
  s_.baseline_head = e.sight.head;
  s_.baseline_branch = e.sight.branch;
  s_.baseline_repository = e.sight.repository;
  tag();
}

/// What the run goes back to is the commit in the journal. The tag is for people: moving it changes
/// nothing.
void Turn::tag() {
  const auto& steps = s_.plan->definition.steps;
  if (!s_.plan->from.empty()) {
    const auto found = std::find_if(steps.begin(), steps.end(),
                                    [&](const Step& each) { return each.id == s_.plan->from; });
    if (found != steps.end()) s_.step = static_cast<std::size_t>(found - steps.begin());
  }
  s_.tag = "pipeline-baseline-" + s_.run_id;
  s_.phase = Phase::tagging;
  s_.key = new_key();
  ask(TagCommit{.key = s_.key,
                .workspace = s_.plan->workspace,
                .tag = s_.tag,
                .commit = s_.baseline_head},
      &Turn::tagged);
}

void Turn::tagged(const WorkDone& e) {
  if (!is_done(e)) return;
  is_new() ? begin_baseline() : enter_step(s_.step);
}

void Turn::enter(const Way& way) {
  switch (way.target) {
    case Target::done:
      if (is_new()) {
        // Whatever its gates let pass: nothing is done that was not verified.
        const auto open = std::find_if(s_.tasks.begin(), s_.tasks.end(),
                                       [](const TaskRecord& each) { return !each.verified; });
        if (!s_.went_on_exhausted && open != s_.tasks.end())
          return end(core::Outcome::error, Target::error,
                     open->task.id + " was not verified, so nothing is done");
      }
      return s_.went_on_exhausted
                 ? end(core::Outcome::exhausted, Target::stop, "a loop was used up on the way")
                 : end(core::Outcome::passed, Target::done, "every step is done");
    case Target::error: return end(core::Outcome::error, Target::error, s_.why);
    case Target::stop: return end(core::Outcome::exhausted, Target::stop, s_.why);
    case Target::abort: return end(core::Outcome::cancelled, Target::abort, s_.why);
    case Target::step: break;
  }
  const auto& steps = s_.plan->definition.steps;
  const auto found = std::find_if(steps.begin(), steps.end(),
                                  [&](const Step& each) { return each.id == way.step; });
  if (found == steps.end())
    return end(core::Outcome::error, Target::error, "there is no step " + way.step);
  s_.step = static_cast<std::size_t>(found - steps.begin());
  s_.mode = way.mode.empty() ? found->dispatch.mode : way.mode;
  s_.task_set = way.tasks.value_or(found->task_set);
  s_.feedback = std::move(s_.next_feedback);
  s_.next_feedback.clear();
  s_.wish = std::move(s_.next_wish);
  s_.next_wish.clear();
  enter_step(s_.step);
}

void Turn::enter_step(std::size_t index) {
  s_.step = index;
  const Step& now = step();
  if (s_.rounds.empty()) {
    s_.mode = now.dispatch.mode;
    s_.task_set = now.task_set;
  }
  ++s_.rounds[now.id];
  s_.jobs.clear();
  if (now.gate.empty()) s_.gate_notes.clear();
  s_.blocked = false;
  s_.goals_status.reset();
  const bool asks = !now.dispatch.role.empty() && s_.plan->hands.contains(now.dispatch.role);
  // Nobody asked is nobody who failed: a gate over answers would hold.
  if (!asks && !now.dispatch.role.empty() && !now.dispatch.if_configured)
    return leave(Outcome::failed, "no agent plays the role " + now.dispatch.role);
  switch (now.kind) {
    case StepKind::prepare: return asks ? dispatch_agents() : evaluate();
    case StepKind::agents:
    case StepKind::review: return asks ? dispatch_agents() : evaluate();
    case StepKind::tasks: return s_.plan_known ? dispatch_tasks() : read_plan();
    case StepKind::verify: return s_.plan_known ? start_verification() : read_plan();
    case StepKind::goals: return check_goals();
    case StepKind::approval: return ask_person();
    case StepKind::bundle: return write_bundle();
    case StepKind::commit: return commit();
  }
}

// --- tasks of the plan

void Turn::read_plan() {
  const Step& now = step();
  s_.phase = Phase::reading_plan;
  s_.key = new_key();
  ReadOutputs read{s_.key, "plan", s_.plan->workspace, s_.plan->feature_dir, {}, {}};
  read.outputs.push_back(
      {now.plan, now.plan.ends_with('/') ? Contract::impl_task : Contract::plan});
  if (!now.task_files.empty()) read.outputs.push_back({now.task_files, Contract::task});
  ask(std::move(read), &Turn::plan_read);
}

void Turn::plan_read(const OutputsRead& e) {
  const Outputs& outputs = e.outputs;
  for (const Artifact& artifact : outputs.artifacts) {
    if (!artifact.exists || !artifact.problems.empty())
      return end(core::Outcome::error, Target::error,
                 artifact.path + ": " +
                     (artifact.exists ? artifact.problems.front() : "the plan is not there"));
  }
  take_plan(outputs);
  if (s_.tasks.empty()) return end(core::Outcome::error, Target::error, "the plan has no tasks");
  return step().kind == StepKind::tasks ? dispatch_tasks() : start_verification();
}

/// The plan as it is now. What was verified stays verified as long as its task is there.
void Turn::take_plan(const Outputs& outputs) {
  std::vector<TaskRecord> tasks;
  for (const Artifact& artifact : outputs.artifacts) {
    if (!artifact.plan) continue;
    for (const agent::PlannedTask& task : artifact.plan->tasks) {
      TaskRecord record;
      if (const TaskRecord* old = task_of(task.id)) record = *old;
      record.task = task;
      tasks.push_back(std::move(record));
    }
    s_.waves = set_waves(tasks, artifact.plan->waves);
  }
  for (const Artifact& artifact : outputs.artifacts) {
    if (!artifact.task) continue;
    auto found = std::find_if(tasks.begin(), tasks.end(), [&](const TaskRecord& record) {
      return record.task.id == artifact.task->task.id;
    });
    if (found == tasks.end() && artifact.contract == Contract::impl_task) {
      TaskRecord record;
      if (const TaskRecord* old = task_of(artifact.task->task.id)) record = *old;
      record.task = artifact.task->task;
      found = tasks.insert(tasks.end(), std::move(record));
    }
    if (found == tasks.end()) continue;
    found->files.clear();
    bool red = false;
    for (const agent::FileToModify& file : artifact.task->files_to_modify) {
      found->files.push_back(file.path);
      red = red || file.risk == agent::Risk::red;
    }
    if (red) found->task.size = agent::TaskSize::large;
  }
  if (tasks.empty()) return;
  for (const TaskRecord& old : s_.tasks) {
    const bool stays = std::any_of(tasks.begin(), tasks.end(), [&](const TaskRecord& record) {
      return record.task.id == old.task.id;
    });
    for (const std::string& path : old.changed) {
      if (!stays) s_.left_over.insert_or_assign(path, old.task.risk);
    }
  }
  s_.tasks = std::move(tasks);
  s_.plan_known = true;
}

std::vector<std::string> Turn::tasks_in_set() const {
  std::vector<std::string> ids;
  for (const TaskRecord& record : s_.tasks) {
    const bool in = s_.task_set == TaskSet::all ||
                    (s_.task_set == TaskSet::unverified && !record.verified) ||
                    (s_.task_set == TaskSet::failed && record.failed);
    if (in) ids.push_back(record.task.id);
  }
  return ids;
}

void Turn::dispatch_agents() {
  s_.phase = Phase::working;
  const Dispatch& wanted = step().dispatch;
  for (const Instance& instance : wanted.instances) {
    Job& job = s_.jobs.emplace_back();
    job.instance = instance.name;
    job.focus = instance.focus;
  }
  if (s_.jobs.empty()) s_.jobs.emplace_back().instance = wanted.role;
  advance();
}

void Turn::dispatch_tasks() {
  s_.phase = Phase::working;
  s_.subjects = tasks_in_set();
  for (const std::string& id : s_.subjects) {
    Job& job = s_.jobs.emplace_back();
    job.task = id;
    job.instance = step().dispatch.role + "-" + id;
  }
  // A verifier that has nothing to do does not stand in for the checks.
  if (s_.jobs.empty()) return step().kind == StepKind::verify ? run_checks() : evaluate();
  advance();
}

// --- people

void Turn::ask_person() {
  s_.phase = Phase::approving;
  s_.key = new_key();
  const Question wanted = question_of(s_);
  s_.waiting_for = wanted.gate_id;
  // An answer has to name what nobody could know before this question was asked. It stays the same
  // until it is answered, however often the coordinator goes away.
  if (is_new() && s_.nonce.empty())
    s_.nonce = digest_of(s_.salt + wanted.gate_id + std::to_string(answers_to(s_, wanted.gate_id)) +
                         std::to_string(at_.time_since_epoch().count()))
                   .hex();
  if (stops()) return;
  if (s_.plan->approval == Approval::autonomous) {
    const Option* chosen = default_option(wanted);
    if (chosen == nullptr && !wanted.options.empty()) chosen = &wanted.options.front();
    if (chosen == nullptr)
      return end(core::Outcome::error, Target::error, wanted.gate_id + ": no option is left");
    return answered({at_, s_.key, wanted.gate_id, chosen->id, "", "assay"}, true);
  }
  ask(AskApproval{.key = s_.key,
                  .question = wanted,
                  .ordinal = answers_to(s_, wanted.gate_id),
                  .nonce = s_.nonce},
      &Turn::approved);
}

void Turn::answered(const ApprovalGiven& e, bool automatic) {
  const Question wanted = question_of(s_);
  const auto option = std::find_if(wanted.options.begin(), wanted.options.end(),
                                   [&](const Option& each) { return each.id == e.option; });
  if (option == wanted.options.end() || e.gate_id != wanted.gate_id) {
    // An answer to another question is none, and says nothing about the work: the question stands.
    return ask_person();
  }
  s_.waiting_for.clear();
  s_.nonce.clear();
  s_.approvals.push_back({e.gate_id, e.option, e.comment, e.by, e.at, automatic});
  if (option->comment && !is_new()) s_.next_feedback = e.comment;
  if (is_new()) s_.next_wish = e.comment;
  leave(Outcome::option,
        e.gate_id + ": " + e.option + (automatic ? " (auto_selected)" : " by " + e.by), e.option);
}

// --- leaving

void Turn::jobs_settled() {
  const Step& now = step();
  for (const Job& job : s_.jobs) {
    // Silence is no consent: what could not be asked is a doubt of its own.
    if (now.kind == StepKind::prepare && job.status == agent::CompletionStatus::error)
      s_.concerns.push_back(
          {agent::Severity::major, job.instance + " could not be heard: " + job.failure, "", ""});
    for (const Artifact& artifact : job.after.artifacts) {
      const bool plans = artifact.plan || artifact.contract == Contract::impl_task;
      if (plans && now.kind == StepKind::agents && !is_error(job)) s_.plan_known = false;
      for (const agent::Concern& concern : artifact.concerns) s_.concerns.push_back(concern);
    }
  }
  if (now.kind == StepKind::agents && !s_.plan_known) {
    Outputs all;
    for (const Job& job : s_.jobs) {
      if (is_error(job)) continue;
      all.artifacts.insert(all.artifacts.end(), job.after.artifacts.begin(),
                           job.after.artifacts.end());
    }
    take_plan(all);
  }
  if (now.kind == StepKind::tasks && s_.mode == "revert") return restore();
  if (now.kind == StepKind::verify) return run_checks();
  evaluate();
}

/// What a reverting agent leaves behind is not enough: assay itself brings the files of the failed
/// tasks back, those aside that other tasks have changed too.
void Turn::restore() {
  std::set<std::string> shared;
  std::set<std::string> paths;
  for (const auto& [path, risk] : s_.left_over) shared.insert(path);
  const std::vector<std::string> ids = tasks_in_set();
  for (const TaskRecord& record : s_.tasks) {
    const bool reverts = std::find(ids.begin(), ids.end(), record.task.id) != ids.end();
    (reverts ? paths : shared).insert(record.changed.begin(), record.changed.end());
  }
  RestoreFiles effect{new_key(), s_.plan->workspace, s_.baseline_head, {}};
  for (const std::string& path : paths) {
    const bool own = path.starts_with(s_.plan->feature_dir + "/");
    if (!own && !shared.contains(path)) effect.paths.push_back(path);
  }
  s_.phase = Phase::restoring;
  s_.key = effect.key;
  ask(std::move(effect), &Turn::restored);
}

void Turn::restored(const WorkDone& e) {
  if (!is_done(e)) return;
  // Why it was taken back is what whoever comes next has to know.
  s_.next_feedback = s_.feedback;
  for (const std::string& id : tasks_in_set()) {
    TaskRecord* record = task_of(id);
    record->implemented = false;
    record->changed.clear();
    record->outside.clear();
    record->claims.clear();
  }
  evaluate();
}

void Turn::leave(Outcome outcome, std::string why, const std::string& option) {
  const Step& now = step();
  if (outcome == Outcome::failed && !now.blocking) {
    note_issue("step " + now.id + " (" + now.title + ") failed: " + why);
    outcome = Outcome::pass;
  }
  s_.why = "step " + now.id + " (" + now.title + "): " + why;
  const Route* route = find_route(now, outcome, option);
  if (route == nullptr)
    return end(core::Outcome::error, Target::error,
               s_.why + ": no route for " + std::string(to_text(outcome)));
  if (can_take(s_, *route)) return follow(now, *route, outcome, why);
  note_issue("step " + now.id + ": " + why + " (loop " + route->loop + " is used up)");
  s_.why += " (loop " + route->loop + " is used up)";
  const Route* exhausted = find_route(now, Outcome::exhausted);
  const bool goes_on = exhausted != nullptr &&
                       (!exhausted->if_proceeding || s_.plan->on_exhausted == OnExhausted::proceed);
  if (!goes_on) return end(core::Outcome::exhausted, Target::stop, s_.why);
  s_.went_on_exhausted = true;
  s_.next_feedback = now.title + ": " + why;
  enter(exhausted->way);
}

void Turn::follow(const Step& now, const Route& route, Outcome outcome, const std::string& why) {
  const Way* way = &route.way;
  if (!route.loop.empty()) {
    const std::int64_t used = ++s_.loops[route.loop];
    const Loop* loop = find_loop(s_.plan->definition, route.loop);
    if (route.last && used == loop->budget) way = &*route.last;
  }
  if (outcome == Outcome::revise)
    s_.next_feedback = now.title + ": " + why + "\n" + s_.next_feedback;
  if (outcome == Outcome::pass && now.kind == StepKind::goals) s_.next_feedback.clear();
  if (s_.next_feedback.size() > 50 * title_max) s_.next_feedback.resize(50 * title_max);
  enter(*way);
}

}  // namespace assay::core::pipeline
