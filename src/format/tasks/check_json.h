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

}  // namespace assay::format
