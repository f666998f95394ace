// SPDX-License-Identifier: MIT
#include "core/loop/carry.h"

#include <algorithm>

namespace assay::core::loop {

namespace {

/// Asked for, and nobody knows whether it was done.
bool writes_list(const std::optional<Effect>& asked) {
  return asked && std::holds_alternative<UpdateSpec>(*asked);
}

}  // namespace

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
