// SPDX-License-Identifier: MIT
// What `assay loop check --format json` prints.
#pragma once

#include "format/tasks/lint.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

/// {"spec", "tasks": [...], "findings": [...]}, indented, with a line ending at its end.
std::string write_loop_check_json(std::string_view spec, const TasksReading& reading,
                                  const std::vector<TaskFinding>& findings);

/// The findings alone, as SARIF; `path` is that of the list, from the workspace.
std::string write_loop_check_sarif(std::string_view path, const std::vector<TaskFinding>& findings,
                                   std::string_view version);

}  // namespace assay::format
