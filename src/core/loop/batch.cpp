// SPDX-License-Identifier: MIT
// What comes after the work: branches are merged in the order of the list, the merged tree is
// verified again, what passed is recorded, worktrees are taken away.
#include "base/ensure.h"
#include "core/loop/turn.h"
#include "core/verify/verdict.h"

#include <algorithm>

namespace assay::core::loop {

namespace {

bool has_passed(const Job& job) { return job.settled == Settled::passed; }

std::string title_line(const TaskState& state) {
  const std::string name = state.task.id.empty() ? "" : state.task.id + " ";
  return "- [x] " + name + state.task.title + (state.commit.empty() ? "" : " - " + state.commit);
}

}  // namespace

void Turn::jobs_settled() {
  s_.cursor = 0;
  s_.batch.clear();
  if (is_group()) return merge_next();
  Job& job = s_.jobs.front();
  if (job.settled == Settled::exhausted) return end(Outcome::exhausted, job.failure);
  if (job.settled == Settled::breaks_out) {
    break_out(job);
    return s_.step == Step::working ? record_batch() : void();
  }
  s_.batch = {job.task};
  review_batch();
}

// --- merging

void Turn::merge_next() {
  s_.step = Step::merging;
  while (s_.cursor < s_.jobs.size() && !has_passed(s_.jobs[s_.cursor])) ++s_.cursor;
  if (s_.cursor >= s_.jobs.size()) return recheck();
  Job& job = s_.jobs[s_.cursor];
  const TaskState& state = task(job);
  job.head = state.left->head;
  const Work work{state.task, s_.plan->spec_dir, *state.base, *state.left};
  const std::vector<std::string> uncommitted = uncommitted_work(work);
  const bool touched = std::find(state.left->changed.begin(), state.left->changed.end(),
                                 s_.plan->spec_dir + "/tasks.md") != state.left->changed.end();
  if (uncommitted.empty() && !touched) return merge(job);
  ask(update_branch(job, "chore(spec): hand over task " + name_of(s_, job.task), uncommitted),
      &Turn::handed_over);
}

void Turn::handed_over(const WorkDone& e) {
  if (e.result.status == WorkResult::Status::failed) return end(Outcome::error, e.result.detail);
  Job& job = s_.jobs[s_.cursor];
  job.head = e.result.head;
  merge(job);
}

void Turn::merge(Job& job) {
  job.handed_over = true;
  s_.key = new_key();
  const std::string own = s_.plan->spec_dir + "/";
  ask(MergeWork{.key = s_.key,
                .workspace = s_.plan->workspace,
                .branch = job.branch,
                .head = job.head,
                .message = "Merge task " + name_of(s_, job.task) + " of " + s_.plan->spec,
                .ours = {own + "tasks.md", own + ".progress.md"}},
      &Turn::merged);
}

void Turn::merged(const WorkDone& e) {
  const WorkResult& result = e.result;
  keep_head(result);
  Job& job = s_.jobs[s_.cursor];
  TaskState& state = task(job);
  if (result.status == WorkResult::Status::failed) return end(Outcome::error, result.detail);
  ++s_.cursor;
  if (result.status == WorkResult::Status::done) {
    job.merged = true;
    return merge_next();
  }
  std::string where;
  for (const std::string& path : result.paths) where += (where.empty() ? "" : ", ") + path;
  job.settled = Settled::breaks_out;
  state.last_failure = "its work conflicts with that of the tasks beside it (" + where +
                       "): it has to be done again on the merged tree";
  s_.remarks.push_back(name_of(s_, job.task) + " conflicts with its group in " + where +
                       ": it runs again alone");
  merge_next();
}

/// Each member has passed in its own tree. Do they still, together?
void Turn::recheck() {
  s_.step = Step::rechecking;
  auto plan = std::make_shared<verify::Plan>();
  s_.checked.clear();
  for (const Job& job : s_.jobs) {
    if (!job.merged) continue;
    Job here = Job();
    here.task = job.task;
    here.directory = s_.plan->workspace;
    const std::shared_ptr<const verify::Plan> own = checks_plan(here);
    if (!own) continue;
    const auto offset = static_cast<std::uint32_t>(plan->manifest.commands.size());
    std::vector<verify::CommandSpec> commands = std::move(plan->manifest.commands);
    for (const verify::CommandSpec& spec : own->manifest.commands) {
      commands.push_back(spec);
      s_.checked.push_back(job.task);
    }
    verify::Plan together = *own;
    together.lints = plan->lints;
    together.lint = plan->lint;
    for (std::uint32_t unit = 0; unit < own->manifest.commands.size(); ++unit) {
      if (const CommandLint* lint = verify::lint_of(*own, unit))
        verify::add_lint(together, offset + unit, *lint);
    }
    together.manifest.commands = std::move(commands);
    *plan = std::move(together);
  }
  if (s_.checked.empty()) return rechecked();
  if (stops()) return;
  plan->manifest_digest = verify::digest_of(plan->manifest);
  s_.checks = {};
  const std::uint32_t base = new_key(1, static_cast<std::uint32_t>(s_.checked.size())).unit;
  emit(s_.checks.start(at_, s_.run_id, std::move(plan), base, s_.rules));
  if (s_.checks.is_over()) rechecked();
}

void Turn::rechecked() {
  for (std::size_t i = 0; i < s_.checked.size(); ++i) {
    const auto unit = static_cast<std::uint32_t>(i);
    const verify::State& ran = s_.checks.state();
    if (!verify::stands_in_the_way(ran.plan->manifest.commands[i], ran.commands[i])) continue;
    for (Job& job : s_.jobs) {
      if (job.task != s_.checked[i]) continue;
      job.settled = Settled::breaks_out;
      task(job).last_failure = "it passed alone, but not on the tree merged with its group: " +
                               verify::summary_line(ran, unit);
    }
  }
  s_.checked.clear();
  for (Job& job : s_.jobs) {
    if (job.settled == Settled::passed) s_.batch.push_back(job.task);
    if (job.settled == Settled::breaks_out) break_out(job);
    if (s_.step != Step::rechecking) return;
  }
  return s_.batch.empty() ? record_batch() : review_batch();
}

/// The task leaves its group, or waits for others: the list changes, or it runs again alone.
void Turn::break_out(Job& job) {
  TaskState& state = task(job);
  state.alone = true;
  state.base.reset();
  if (job.accepts_request && job.saying && job.saying->signals.modification) {
    const agent::ModificationKind kind = job.saying->signals.modification->kind;
    if (kind == agent::ModificationKind::split_task) return split(job);
    if (kind == agent::ModificationKind::add_prerequisite) return add_prerequisite(job);
  }
  if (job.needs_fix) recover(job);
}

// --- recording

void Turn::record_batch() {
  s_.step = Step::recording;
  std::vector<std::string> files;
  std::vector<std::string> notes;
  for (const TaskKey key : s_.batch) {
    TaskState& state = s_.tasks[key];
    state.done = true;
    note(ProgressEntry::Section::completed, title_line(state));
    if (!state.fix_ids.empty()) {
      std::string ids;
      for (const std::string& id : state.fix_ids) ids += (ids.empty() ? "" : ", ") + id;
      note(ProgressEntry::Section::fix_history,
           "- Task " + name_of(s_, key) + ": " + std::to_string(state.fix_ids.size()) +
               (state.fix_ids.size() == 1 ? " fix" : " fixes") + " attempted (" + ids +
               ") - Final: PASS");
    }
  }
  for (Job& job : s_.jobs) {
    // What has passed but for its review is in the tree, and its notes and wishes count already.
    if (!task(job).done && !has_passed(job)) continue;
    if (job.settled == Settled::passed && job.accepts_request) add_followups(job);
    notes.push_back(job.directory + "/" + s_.plan->spec_dir + "/.progress-task-" +
                    std::to_string(job.index) + ".md");
    if (!job.branch.empty() || !task(job).left || !task(job).base) continue;
    for (std::string& path :
         uncommitted_work({task(job).task, s_.plan->spec_dir, *task(job).base, *task(job).left}))
      files.push_back(std::move(path));
  }
  std::string message;
  if (s_.batch.size() > 1) {
    message = "chore(spec): update progress for parallel batch";
  } else if (!s_.batch.empty()) {
    message = "chore(spec): update progress for task " +
              std::to_string(position(s_.batch.front()) + (now() ? 1 : 0));
  } else if (s_.list_changed) {
    message = "chore(spec): update task list";
  }
  UpdateSpec wanted = update(std::move(message), false, true);
  SpecUpdate complete = *wanted.update;
  complete.notes = std::move(notes);
  complete.commit_files = std::move(files);
  wanted.update = std::make_shared<const SpecUpdate>(std::move(complete));
  s_.list_changed = false;
  ask(std::move(wanted), &Turn::recorded);
}

void Turn::recorded(const WorkDone& e) {
  keep_head(e.result);
  if (!is_done(e.result)) return;
  s_.cursor = 0;
  close_next();
}

void Turn::close_next() {
  s_.step = Step::closing;
  while (s_.cursor < s_.jobs.size() && s_.jobs[s_.cursor].branch.empty()) ++s_.cursor;
  if (s_.cursor >= s_.jobs.size()) return after_batch();
  const Job& job = s_.jobs[s_.cursor];
  s_.key = new_key();
  ask(CloseWork{.key = s_.key,
                .workspace = s_.plan->workspace,
                .directory = job.directory,
                .branch = job.branch},
      &Turn::closed);
}

void Turn::closed(const WorkDone& e) {
  const WorkResult& result = e.result;
  s_.jobs[s_.cursor].branch.clear();
  ++s_.cursor;
  // It is told under this heading.
  constexpr std::string_view heading = "kept: ";
  const bool headed = result.detail.starts_with(heading);
  if (!result.detail.empty()) s_.kept.push_back(result.detail.substr(headed ? heading.size() : 0));
  close_next();
}

void Turn::after_batch() {
  if (s_.ending) {
    effects_.emplace_back(Conclude{*s_.ending, s_.why});
    return;
  }
  for (const Job& job : s_.jobs) {
    if (job.settled == Settled::exhausted) return end(Outcome::exhausted, job.failure);
    if (job.settled == Settled::stopped) return end(Outcome::out_of_budget, job.failure);
  }
  choose();
}

// --- shared

AttemptKey Turn::new_key(std::uint32_t attempt, std::uint32_t units) {
  const AttemptKey key{s_.next_unit, attempt};
  s_.next_unit += units;
  return key;
}

turn::Asker Turn::number_of(const Job& job) const {
  ENSURE(!s_.jobs.empty() && &job >= &s_.jobs.front() && &job <= &s_.jobs.back());
  return static_cast<turn::Asker>(&job - &s_.jobs.front());
}

void Turn::ask(UpdateSpec wanted, void (Turn::*then)(const WorkDone&)) {
  s_.key = new_key();
  wanted.key = s_.key;
  s_.talk.ask(effects_, std::move(wanted), then);
}

bool Turn::is_done(const WorkResult& result) {
  if (result.status != WorkResult::Status::failed) return true;
  end(Outcome::error, result.detail);
  return false;
}

void Turn::keep_head(const WorkResult& result) {
  if (!result.head.empty()) s_.head = result.head;
}

void Turn::emit(Effects effects) {
  std::move(effects.begin(), effects.end(), std::back_inserter(effects_));
}

std::uint32_t Turn::position(TaskKey key) const {
  return static_cast<std::uint32_t>(std::find(s_.order.begin(), s_.order.end(), key) -
                                    s_.order.begin());
}

void Turn::note(ProgressEntry::Section section, std::string text) {
  s_.entries.push_back({section, std::move(text)});
}

UpdateSpec Turn::update(std::string commit_message, bool over, bool with_state) {
  auto update = std::make_shared<SpecUpdate>();
  update->workspace = s_.plan->workspace;
  update->spec_dir = s_.plan->spec_dir;
  update->tasks = list_of(s_);
  if (with_state) update->state = state_fields();
  update->progress = std::move(s_.entries);
  s_.entries.clear();
  update->over = over;
  update->commit_message = std::move(commit_message);
  return UpdateSpec{.key = {}, .update = std::move(update)};
}

UpdateSpec Turn::update_branch(const Job& job, std::string commit_message,
                               std::vector<std::string> files) const {
  auto update = std::make_shared<SpecUpdate>();
  update->workspace = job.directory;
  update->spec_dir = s_.plan->spec_dir;
  update->tasks = list_of(s_);
  update->commit_message = std::move(commit_message);
  update->commit_files = std::move(files);
  return UpdateSpec{.key = {}, .update = std::move(update)};
}

StateFields Turn::state_fields() const {
  const LoopSettings& settings = s_.plan->settings;
  StateFields fields;
  fields.name = s_.plan->spec;
  fields.base_path = s_.plan->spec_dir;
  fields.task_index = task_index(s_);
  fields.total_tasks = static_cast<std::uint32_t>(s_.order.size());
  if (fields.task_index < fields.total_tasks)
    fields.task_iteration = s_.tasks[s_.order[fields.task_index]].iteration;
  fields.max_task_iterations = settings.max_task_iterations;
  fields.global_iteration = s_.global_iteration;
  fields.max_global_iterations = settings.max_global_iterations;
  fields.recovery_mode = settings.recovery_mode;
  fields.max_fix_tasks_per_original = settings.max_fix_tasks_per_original;
  fields.max_fix_task_depth = settings.max_fix_task_depth;
  fields.max_modifications_per_task = settings.max_modifications_per_task;
  fields.max_modification_depth = settings.max_modification_depth;
  for (TaskKey key = 0; key < s_.tasks.size(); ++key) {
    const TaskState& state = s_.tasks[key];
    const std::string id = id_of(state.task, key);
    if (!state.fix_ids.empty())
      fields.fix_task_map[id] = {static_cast<std::uint32_t>(state.fix_ids.size()), state.fix_ids,
                                 state.last_failure};
    if (!state.modifications.empty()) fields.modification_map[id] = state.modifications;
  }
  if (!is_group()) return fields;
  fields.parallel_group = {s_.jobs.front().index, s_.jobs.back().index, true};
  for (const Job& job : s_.jobs) {
    const bool done = task(job).done;
    fields.task_results[job.index] = {done                                ? "success"
                                      : job.settled == Settled::exhausted ? "failed"
                                                                          : "pending",
                                      task(job).last_failure};
  }
  return fields;
}

}  // namespace assay::core::loop
