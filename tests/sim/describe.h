// SPDX-License-Identifier: MIT
// One line about an event, for transcripts and for comparing journals; what a launch says of
// itself.
#pragma once

#include "core/ask/event.h"
#include "core/ask/process.h"

#include <string>
#include <string_view>

namespace assay::sim {

std::string describe(const core::Event& event);
std::string describe(const core::Exit& exit);

/// The value that the launch gives a variable of its environment: the last one counts. Empty: none.
std::string variable(const core::Launch& launch, std::string_view name);

}  // namespace assay::sim
