// SPDX-License-Identifier: MIT
// The programs that a command names, as its text alone tells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::format::shell {

/// What every simple command in the text starts, behind `env`, `timeout` and their like: names and
/// paths as written, sorted, each once. Words that are known only while it runs are left out.
std::vector<std::string> programs_in(std::string_view command);

}  // namespace assay::format::shell
