// SPDX-License-Identifier: MIT
// Rules about a task list that need no text but its tasks: ids, groups of [P] tasks, checkpoints.
#pragma once

#include "core/evidence/task.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::core::loop::lint {

struct Finding {
  std::uint32_t line = 0;
  std::string rule;       ///< "missing-verify"
  bool is_error = false;  ///< else a warning
  std::string message;
  std::string hint;

  friend bool operator==(const Finding&, const Finding&) = default;
};

class Findings {
 public:
  void error(std::uint32_t line, std::string_view rule, std::string message, std::string hint) {
    found.push_back({line, std::string(rule), true, std::move(message), std::move(hint)});
  }
  void warning(std::uint32_t line, std::string_view rule, std::string message, std::string hint) {
    found.push_back({line, std::string(rule), false, std::move(message), std::move(hint)});
  }

  std::vector<Finding> found;
};

using TaskRow = std::vector<Task>;

/// "1.2", or the title if there is no id.
std::string name_of(const Task& task);

/// Ids: missing, twice, out of order, in the wrong phase, fixing what is not there.
void lint_ids(const TaskRow& tasks, Findings& findings);
/// Groups of [P] tasks.
void lint_groups(const TaskRow& tasks, Findings& findings);
/// The longest stretches without a checkpoint.
void lint_checkpoints(const TaskRow& tasks, Findings& findings);

}  // namespace assay::core::loop::lint
