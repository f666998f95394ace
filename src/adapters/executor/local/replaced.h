// SPDX-License-Identifier: MIT
// Programs that are not what they were when a run began.
#pragma once

#include "core/ask/process.h"

#include <string>

namespace assay::process {

/// The first of them in words: another file under its path, or another path for its name. Empty:
/// all are what they were.
std::string replaced_program(const core::Launch& launch);

}  // namespace assay::process
