// SPDX-License-Identifier: MIT
// What a run would say of its commands for the files they start, told before anything is paid.
#pragma once

#include "core/evidence/lint.h"
#include "face/cli/session.h"

#include <string>
#include <vector>

namespace assay::cli {

/// Findings for which a success of the command would prove nothing, in its own text or in the
/// scripts, recipes and settings that it starts as they are now.
std::vector<core::LintFinding> foreseen_losses(Session& session, const std::string& command,
                                               const std::string& cwd);

/// Tells them on stderr, each command once.
void tell_losses(Session& session, const std::vector<std::string>& commands,
                 const std::string& cwd);

}  // namespace assay::cli
