// SPDX-License-Identifier: MIT
// A loop run and the findings about a task list, for people.
#pragma once

#include "face/cli/session.h"
#include "format/loop/result.h"
#include "format/tasks/lint.h"

#include <string>

namespace assay::cli {

using shown::loop_standing;

/// What is done and what is not; the last lines say why it stopped and what to do next.
std::string loop_report(const format::LoopStanding& standing, const Session& session);

std::string findings_report(const std::string& path, const format::TasksReading& reading,
                            const std::vector<format::TaskFinding>& findings,
                            const Session& session);

}  // namespace assay::cli
