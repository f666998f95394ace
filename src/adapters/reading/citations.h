// SPDX-License-Identifier: MIT
// Looks up the places an agent names.
#pragma once

#include "core/agent/judgement.h"

#include <string>

namespace assay::reading {

/// Fills in which citations hold: a regular file inside `workspace` has that line, it is not blank,
/// and it contains the quote.
void look_up(core::agent::Judgement& judgement, const std::string& workspace);

}  // namespace assay::reading
