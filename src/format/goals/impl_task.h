// SPDX-License-Identifier: MIT
// IMPL-*.json: the task files of a phase, with the whole of their schema. Members the schema does
// not know are kept where it is open, and refused where it is closed.
#pragma once

#include "core/goals/task.h"
#include "core/run/rules.h"
#include "format/problem.h"

#include <string_view>
#include <vector>

namespace assay::format {

struct ImplTaskReading {
  core::goals::Task task;         ///< only meaningful without problems
  std::vector<Problem> problems;  ///< each with line and JSON pointer
};

/// At most this long.
constexpr std::size_t impl_task_bytes_max = std::size_t{4} << 20;

/// `name` is the path problems and results call the file by; `rules` are those of the run it is
/// read for.
ImplTaskReading read_impl_task(std::string_view name, std::string_view text,
                               core::Rules rules = core::rules_now);

}  // namespace assay::format
