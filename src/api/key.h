// SPDX-License-Identifier: MIT
// The keys that sign how runs of a workspace ended.
#pragma once

#include "api/site.h"
#include "shell/ports/keys.h"

#include <vector>

namespace assay::api {

/// The current one first. Fault::not_found: no run has ended here yet.
Result<std::vector<shell::PublicKey>> list_keys(const Site& site);

/// A new key; what the old ones signed stays valid.
Result<shell::PublicKey> rotate_key(const Site& site);

/// All keys that the ledger of a team knows. Fault::bad_input: this ledger is no team's.
Result<std::vector<shell::TeamKey>> list_team_keys(const Site& site);

}  // namespace assay::api
