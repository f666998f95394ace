// SPDX-License-Identifier: MIT
// The parts of linting a task list; each adds what it finds.
#pragma once

#include "format/tasks/lint.h"
#include "format/tasks/outline.h"

#include <string>
#include <utility>
#include <vector>

namespace assay::format::tasklist {

class Findings {
 public:
  void error(std::uint32_t line, std::string_view rule, std::string message, std::string hint) {
    found.push_back({line, std::string(rule), true, std::move(message), std::move(hint)});
  }
  void warning(std::uint32_t line, std::string_view rule, std::string message, std::string hint) {
    found.push_back({line, std::string(rule), false, std::move(message), std::move(hint)});
  }

  std::vector<TaskFinding> found;
};

using TaskRow = std::vector<core::loop::Task>;

/// "1.2", or the title if there is no id.
std::string name_of(const core::loop::Task& task);

/// Ids: missing, twice, out of order, in the wrong phase, fixing what is not there.
void lint_ids(const TaskRow& tasks, Findings& findings);
/// Groups of [P] tasks.
void lint_groups(const TaskRow& tasks, Findings& findings);

}  // namespace assay::format::tasklist
