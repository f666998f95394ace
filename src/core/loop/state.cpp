// SPDX-License-Identifier: MIT
#include "core/loop/state.h"

#include "base/ensure.h"
#include "core/work/guarded_paths.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace assay::core::loop {

std::string to_text(std::optional<Role> role) {
  if (!role) return "";
  return *role == Role::qa ? "qa" : "executor";
}

std::uint32_t task_index(const State& state) {
  const auto open = std::find_if(state.order.begin(), state.order.end(),
                                 [&](TaskKey key) { return !state.tasks[key].done; });
  return static_cast<std::uint32_t>(open - state.order.begin());
}

TaskList list_of(const State& state) {
  TaskList list{state.plan->pinned, state.insertions, {}, state.plan->reading};
  for (TaskKey key = 0; key < state.tasks.size(); ++key) {
    if (state.tasks[key].done) list.ticked.push_back(key);
  }
  return list;
}

bool is_until_reached(const State& state) {
  const std::string& id = state.plan->until;
  return !id.empty() &&
         std::any_of(state.tasks.begin(), state.tasks.end(),
                     [&](const TaskState& each) { return each.done && each.task.id == id; });
}

std::vector<std::string> protected_changed(const State& state) {
  const std::vector<std::string>& globs = state.plan->protected_globs;
  std::set<std::string> all(state.plan->protected_changed.begin(),
                            state.plan->protected_changed.end());
  for (const TaskState& task : state.tasks) {
    if (!task.left) continue;
    const std::vector<std::string> own = work::protected_of(globs, task.left->changed);
    all.insert(own.begin(), own.end());
  }
  return {all.begin(), all.end()};
}

std::string name_of(const State& state, TaskKey key) {
  ENSURE(key < state.tasks.size());
  const Task& task = state.tasks[key].task;
  return task.id.empty() ? "task " + std::to_string(key + 1) : task.id;
}

std::string id_of(const Task& task, TaskKey key) {
  return task.id.empty() ? "task-" + std::to_string(key + 1) : task.id;
}

bool is_pull_request_phase(std::string_view phase) {
  std::string lower;
  for (const char c : phase)
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower.find("pr lifecycle") != std::string::npos;
}

std::uint32_t in_flight(const State& state) {
  std::uint32_t count = state.checks.in_flight() + state.talk.in_flight();
  for (const Job& job : state.jobs) count += job.checks.in_flight();
  return count;
}

}  // namespace assay::core::loop
