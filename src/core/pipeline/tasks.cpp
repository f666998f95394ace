// SPDX-License-Identifier: MIT
// The tasks of the plan: read, put into waves, handed out.
#include "base/ensure.h"
#include "core/pipeline/gate.h"
#include "core/pipeline/turn.h"

#include <algorithm>
#include <map>

namespace assay::core::pipeline {

namespace {

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

}  // namespace

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
  ENSURE(s_.phase == Phase::reading_plan);
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

std::vector<std::string> tasks_in_set(const State& run) {
  std::vector<std::string> ids;
  for (const TaskRecord& record : run.tasks) {
    const bool in = run.task_set == TaskSet::all ||
                    (run.task_set == TaskSet::unverified && !record.verified) ||
                    (run.task_set == TaskSet::failed && record.failed);
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
  s_.counting.subjects = tasks_in_set(s_);
  for (const std::string& id : s_.counting.subjects) {
    Job& job = s_.jobs.emplace_back();
    job.task = id;
    job.instance = step().dispatch.role + "-" + id;
  }
  // A verifier that has nothing to do does not stand in for the checks.
  if (s_.jobs.empty())
    return step().kind == StepKind::verify ? run_checks() : Gate(*this).evaluate();
  advance();
}

}  // namespace assay::core::pipeline
