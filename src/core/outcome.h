// SPDX-License-Identifier: MIT
// How a run can end. The same words for every machine.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay::core {

enum class Outcome : std::uint8_t { passed, failed, error, exhausted, cancelled };

std::string_view to_text(Outcome outcome);

/// The exit status the command line promises for it.
int exit_status(Outcome outcome);

}  // namespace assay::core
