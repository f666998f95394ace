// SPDX-License-Identifier: MIT
// A schema is a frame in which @name stands for what the key lists say.
#pragma once

#include <string>
#include <string_view>

namespace assay::format {

/// With `part` in the place of `name`, which is there once.
std::string filled(std::string text, std::string_view name, const std::string& part);

/// The same document with a line for each of its parts.
std::string indented(std::string_view text);

std::string pipeline_schema();
std::string verify_result_schema();
std::string goals_result_schema();
std::string notice_schema();
std::string impl_task_schema();

}  // namespace assay::format
