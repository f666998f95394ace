// SPDX-License-Identifier: MIT
// One line about an event, for transcripts and for comparing journals.
#pragma once

#include "core/ask/event.h"

#include <string>

namespace assay::sim {

std::string describe(const core::Event& event);
std::string describe(const core::Exit& exit);

}  // namespace assay::sim
