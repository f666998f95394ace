// SPDX-License-Identifier: MIT
// What a plan must hold beyond the shape of its parts.
#pragma once

#include "core/evidence/completion.h"
#include "format/completion/schema.h"

namespace assay::format::contract {

/// Problems: a task id twice, a dependency or a wave's task that does not exist, a cycle, a task in
/// no wave or in two. Remarks: figures that do not fit, more than two dependencies.
void check_plan(const YamlNode& payload, const core::agent::TaskPlan& plan, Judged judged);

}  // namespace assay::format::contract
