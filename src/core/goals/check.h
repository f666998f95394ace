// SPDX-License-Identifier: MIT
// The single things that have to be found out about the tasks of a phase.
#pragma once

#include "core/ask/inspection.h"
#include "core/goals/task.h"

#include <span>
#include <vector>

namespace assay::core::goals {

/// Everything to be found out, task by task: files, criteria, verification, test commands.
std::vector<Check> checks_of(std::span<const Task> tasks);

/// What is true of a check that nobody has carried out: never ok.
CheckResult unchecked(const Check& check);

}  // namespace assay::core::goals
