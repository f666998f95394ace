// SPDX-License-Identifier: MIT
// Whether the list of a run that was interrupted can be trusted.
#pragma once

#include "core/loop/state.h"

namespace assay::core::loop {

/// When the coordinator of this run went away, an agent may have changed tasks.md, or assay was
/// about to write it: a difference is not its user's.
bool is_list_in_doubt(const State& state);

}  // namespace assay::core::loop
