// SPDX-License-Identifier: MIT
// The paths that Files, or the title of a task without fields, name.
#pragma once

#include "format/tasks/fields.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::format::tasklist {

/// Without remarks in parentheses, line numbers and a leading "./"; `{a,b}` is spelled out. Each
/// once, in the order of the text.
std::vector<std::string> paths_of(const Field& files);

/// Code spans and words that are paths beyond doubt: "in src/models/user.py".
std::vector<std::string> paths_in(std::string_view title);

/// "none", "n/a", "-", "None (verification only)".
bool says_none(std::string_view text);

}  // namespace assay::format::tasklist
