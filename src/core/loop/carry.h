// SPDX-License-Identifier: MIT
// What an earlier run of the same spec has proved already.
#pragma once

#include "core/loop/state.h"

#include <vector>

namespace assay::core::loop {

/// Per task: it is ticked, and `before` has verified the same task with the same wording.
std::vector<bool> verified_before(const State& before, const std::vector<Task>& tasks);

/// When the coordinator of this run went away, an agent may have changed tasks.md, or assay was
/// about to write it: a difference is not its user's.
bool is_list_in_doubt(const State& state);

}  // namespace assay::core::loop
