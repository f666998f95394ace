// SPDX-License-Identifier: MIT
#include "core/loop/carry.h"

#include <algorithm>

namespace assay::core::loop {

namespace {

bool is_same(const Task& a, const Task& b) {
  return a.id == b.id && a.title == b.title && a.files == b.files &&
         a.verify_text == b.verify_text && a.commands == b.commands && a.done_when == b.done_when &&
         a.commit == b.commit && a.verify == b.verify;
}

}  // namespace

std::vector<bool> verified_before(const State& before, const std::vector<Task>& tasks) {
  std::vector<bool> verified;
  for (const Task& task : tasks) {
    verified.push_back(task.checked &&
                       std::any_of(before.tasks.begin(), before.tasks.end(), [&](const TaskState& old) {
                         return old.done && is_same(old.task, task);
                       }));
  }
  return verified;
}

bool was_at_work(const State& state) {
  return state.step == Step::reviewing ||
         std::any_of(state.jobs.begin(), state.jobs.end(),
                     [](const Job& job) { return job.step == WorkStep::executing; });
}

}  // namespace assay::core::loop
