// SPDX-License-Identifier: MIT
// What an IMPL-*.json looks like; share/schemas/impl-task.schema.json says the same to others.
#pragma once

#include "format/goals/shape.h"

namespace assay::format {

const Shape& impl_task_shape();

}  // namespace assay::format
