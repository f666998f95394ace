// SPDX-License-Identifier: MIT
// What an earlier run of the same spec has proved already.
#pragma once

#include "core/loop/state.h"

#include <vector>

namespace assay::core::loop {

/// Per task: it is ticked, and `before` has verified the same task with the same wording.
std::vector<bool> verified_before(const State& before, const std::vector<Task>& tasks);

/// An agent may have been at work when the coordinator of this run went away.
bool was_at_work(const State& state);

}  // namespace assay::core::loop
