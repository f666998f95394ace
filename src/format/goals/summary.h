// SPDX-License-Identifier: MIT
// summary-*.md: what an executor says it did. A claim: it names tasks, and proves nothing.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

struct TaskSummary {
  std::string task;
  std::string title;
  std::vector<std::string> provides;
  std::vector<std::string> affects;
  std::vector<std::string> key_files;
  std::string convergence_met;  ///< pending, pass or fail, as claimed; may be empty
};

/// `name` is what errors call it. The front matter must name a task.
Result<TaskSummary> read_task_summary(std::string_view name, std::string_view text);

}  // namespace assay::format
