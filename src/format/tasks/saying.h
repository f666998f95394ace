// SPDX-License-Identifier: MIT
// Everything the final text of an agent at work on a task list says.
#pragma once

#include "core/evidence/saying.h"

#include <string_view>

namespace assay::format {

/// `given` is the prompt it answers: what merely repeats it says nothing. Proposed tasks that are
/// none are left out, and named in proposal_problems.
core::loop::Saying read_saying(std::string_view final_text, std::string_view given);

/// Fills in the proposed tasks of its modification request.
void read_proposals(core::loop::Saying& saying);

}  // namespace assay::format
