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

/// Asked for, and nobody knows whether it was done.
bool writes_list(const std::optional<Effect>& asked) {
  return asked && std::holds_alternative<UpdateSpec>(*asked);
}

}  // namespace

std::vector<bool> verified_before(const State& before, const std::vector<Task>& tasks) {
  std::vector<bool> verified;
  for (const Task& task : tasks) {
    verified.push_back(task.checked && std::any_of(before.tasks.begin(), before.tasks.end(),
                                                   [&](const TaskState& old) {
                                                     return old.done && is_same(old.task, task);
                                                   }));
  }
  return verified;
}

bool is_list_in_doubt(const State& state) {
  const bool reviewer = state.step == Step::reviewing || state.step == Step::inspecting_review;
  return reviewer || writes_list(state.asked) ||
         std::any_of(state.jobs.begin(), state.jobs.end(), [&](const Job& job) {
           const std::optional<WorkSight>& left = state.tasks[job.task].left;
           const bool tampered = left && !left->tampering.empty() && job.step != WorkStep::settled;
           return job.step == WorkStep::executing || job.step == WorkStep::inspecting || tampered ||
                  writes_list(job.asked);
         });
}

}  // namespace assay::core::loop
