// SPDX-License-Identifier: MIT
// What passed is recorded in the spec, and worktrees are taken away.
#include "base/ensure.h"
#include "core/loop/turn.h"

#include <algorithm>

namespace assay::core::loop {

namespace {

std::string title_line(const TaskState& state) {
  const std::string name = state.task.id.empty() ? "" : state.task.id + " ";
  return "- [x] " + name + state.task.title + (state.commit.empty() ? "" : " - " + state.commit);
}

}  // namespace

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
              std::to_string(position(s_, s_.batch.front()) + (is_new(s_) ? 1 : 0));
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
  ENSURE(s_.cursor < s_.jobs.size());
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
  ENSURE(s_.cursor >= s_.jobs.size());
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

std::uint32_t position(const State& run, TaskKey key) {
  return static_cast<std::uint32_t>(std::find(run.order.begin(), run.order.end(), key) -
                                    run.order.begin());
}

void Turn::note(ProgressEntry::Section section, std::string text) {
  s_.entries.push_back({section, std::move(text)});
}

UpdateSpec Turn::update(std::string commit_message, bool over, bool with_state) {
  auto update = std::make_shared<SpecUpdate>();
  update->workspace = s_.plan->workspace;
  update->spec_dir = s_.plan->spec_dir;
  update->tasks = list_of(s_);
  if (with_state) update->state = state_fields(s_);
  update->progress = std::move(s_.entries);
  s_.entries.clear();
  update->over = over;
  update->commit_message = std::move(commit_message);
  return UpdateSpec{.key = {}, .update = std::move(update)};
}

UpdateSpec update_branch(const State& run, const Job& job, std::string commit_message,
                         std::vector<std::string> files) {
  auto update = std::make_shared<SpecUpdate>();
  update->workspace = job.directory;
  update->spec_dir = run.plan->spec_dir;
  update->tasks = list_of(run);
  update->commit_message = std::move(commit_message);
  update->commit_files = std::move(files);
  return UpdateSpec{.key = {}, .update = std::move(update)};
}

StateFields state_fields(const State& run) {
  const LoopSettings& settings = run.plan->settings;
  StateFields fields;
  fields.name = run.plan->spec;
  fields.base_path = run.plan->spec_dir;
  fields.task_index = task_index(run);
  fields.total_tasks = static_cast<std::uint32_t>(run.order.size());
  if (fields.task_index < fields.total_tasks)
    fields.task_iteration = run.tasks[run.order[fields.task_index]].iteration;
  fields.max_task_iterations = settings.max_task_iterations;
  fields.global_iteration = run.global_iteration;
  fields.max_global_iterations = settings.max_global_iterations;
  fields.recovery_mode = settings.recovery_mode;
  fields.max_fix_tasks_per_original = settings.max_fix_tasks_per_original;
  fields.max_fix_task_depth = settings.max_fix_task_depth;
  fields.max_modifications_per_task = settings.max_modifications_per_task;
  fields.max_modification_depth = settings.max_modification_depth;
  for (TaskKey key = 0; key < run.tasks.size(); ++key) {
    const TaskState& state = run.tasks[key];
    const std::string id = id_of(state.task, key);
    if (!state.fix_ids.empty())
      fields.fix_task_map[id] = {static_cast<std::uint32_t>(state.fix_ids.size()), state.fix_ids,
                                 state.last_failure};
    if (!state.modifications.empty()) fields.modification_map[id] = state.modifications;
  }
  if (!is_group(run)) return fields;
  fields.parallel_group = {run.jobs.front().index, run.jobs.back().index, true};
  for (const Job& job : run.jobs) {
    const bool done = run.tasks[job.task].done;
    fields.task_results[job.index] = {done                                ? "success"
                                      : job.settled == Settled::exhausted ? "failed"
                                                                          : "pending",
                                      run.tasks[job.task].last_failure};
  }
  return fields;
}

}  // namespace assay::core::loop
