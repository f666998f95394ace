// SPDX-License-Identifier: MIT
// What the final text of an agent that works on a task list says, read into values. All of it is
// claim.
#pragma once

#include "core/evidence/signals.h"
#include "core/evidence/task.h"

#include <string>
#include <vector>

namespace assay::core::loop {

struct Saying {
  agent::Signals signals;
  std::vector<Task> proposed;  ///< the tasks of a modification request, one per block
  std::vector<std::string> proposal_problems;  ///< why a block is no task that could be taken
  std::string feedback;  ///< of a reviewer: the section "Feedback for Revision", else its findings
  bool spec_level = false;  ///< of a reviewer: the line "Level: spec"

  friend bool operator==(const Saying&, const Saying&) = default;
};

}  // namespace assay::core::loop
