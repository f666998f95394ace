// SPDX-License-Identifier: MIT
// Which store holds the runs: as a flag says, else the environment, else the user for all
// workspaces; never the workspace itself, where an agent could write it.
#pragma once

#include "shell/ports/outside.h"

#include <string>

namespace assay::api {

/// `flag`: as it was asked for; empty: it was not. "sqlite": the state directory, whatever else is
/// said.
shell::StoreChoice choose_store(shell::Outside& outside, const std::string& flag);

}  // namespace assay::api
