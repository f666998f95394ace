// SPDX-License-Identifier: MIT
// One task's block of lines as a value.
#pragma once

#include "core/evidence/task.h"

#include <string>
#include <string_view>

namespace assay::format::tasklist {

/// Everything but `line` and `phase`. The block begins with its task line.
core::loop::Task read_block(std::string_view block);

/// A block from elsewhere as it stands in a file: without blank lines around it, without the
/// indentation of its first line, and with `ending` behind every line.
std::string tidy_block(std::string_view block, std::string_view ending);

}  // namespace assay::format::tasklist
