// SPDX-License-Identifier: MIT
// Reads a command without running it and says what is wrong with it as a gate: it detaches, its
// exit status cannot report a failure, nothing in it can fail, it asks its runner to accept an
// empty run, or bash would refuse it.
#pragma once

#include "core/evidence/lint.h"
#include "format/shell/sources.h"

#include <string_view>

namespace assay::format {

/// Findings in the order of the text. Time and memory are linear in the size of the command, which
/// may be anything.
core::CommandLint lint_command(std::string_view command);

/// The same, and what the command starts is read as well: scripts, package scripts, recipes.
core::CommandLint lint_command(std::string_view command, const shell::Sources& sources);

/// Whether it ends with a failure whatever happens: `false`, `./check; exit 3`.
bool always_fails(std::string_view command);

}  // namespace assay::format
