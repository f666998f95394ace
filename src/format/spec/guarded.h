// SPDX-License-Identifier: MIT
// Which files decide whether work passes, besides tests: what sets up their runners, and what the
// gates are made of. A task that does not name them has no business in them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

/// Globs over paths relative to the workspace: what tells a test runner which tests there are.
std::vector<std::string> test_setup();

/// assay.yaml and the files of CI.
std::vector<std::string> gate_files();

/// The scripts of the workspace that a command starts: "sh scripts/check.sh" -> scripts/check.sh
std::vector<std::string> scripts_of(std::string_view command);

}  // namespace assay::format
