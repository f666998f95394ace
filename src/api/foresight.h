// SPDX-License-Identifier: MIT
// What a run would say of its commands for the files they start, told before anything is paid.
#pragma once

#include "api/site.h"
#include "core/evidence/lint.h"

#include <string>
#include <vector>

namespace assay::api {

/// Findings for which a success of the command would prove nothing, in its own text or in the
/// scripts, recipes and settings that it starts as they are now.
std::vector<core::LintFinding> foreseen_losses(const Site& site, const std::string& command,
                                               const std::string& cwd);

/// The same for the commands of a run, each once, as warnings.
void tell_losses(const Site& site, const std::vector<std::string>& commands, const std::string& cwd,
                 const OnNote& tell);

}  // namespace assay::api
