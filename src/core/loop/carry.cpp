// SPDX-License-Identifier: MIT
#include "core/loop/carry.h"

namespace assay::core::loop {

namespace {

/// Asked for, and nobody knows whether it was done.
bool writes_list(const Effect* asked) {
  return asked != nullptr && std::holds_alternative<UpdateSpec>(*asked);
}

}  // namespace

bool is_list_in_doubt(const State& state) {
  if (state.step == Step::reviewing || state.step == Step::inspecting_review) return true;
  if (writes_list(state.talk.asked(turn::the_run))) return true;
  for (turn::Asker number = 0; number < state.jobs.size(); ++number) {
    const Job& job = state.jobs[number];
    const std::optional<WorkSight>& left = state.tasks[job.task].left;
    const bool tampered = left && !left->tampering.empty() && job.step != WorkStep::settled;
    const bool at_work = job.step == WorkStep::executing || job.step == WorkStep::inspecting;
    if (at_work || tampered || writes_list(state.talk.asked(number))) return true;
  }
  return false;
}

}  // namespace assay::core::loop
