// SPDX-License-Identifier: MIT
// What an IMPL-*.json looks like; its schema is made from this.
#pragma once

#include "format/goals/shape.h"

#include <string_view>
#include <vector>

namespace assay::format {

const Shape& impl_task_shape();

/// A criterion that is an object: what its `type` says, and what it has then.
struct FormShape {
  std::string_view type;
  Shape shape;
};

const std::vector<FormShape>& form_shapes();

/// The schema of a path in a task.
inline constexpr std::string_view path_schema =
    R"("minLength":1,"maxLength":4096,"description":"Relative to the workspace; never out of it.")";

}  // namespace assay::format
