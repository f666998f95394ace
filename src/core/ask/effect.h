// SPDX-License-Identifier: MIT
// What a machine can want done. Effects are data; only the shell acts on them, and only after the
// event that led to them is durable.
#pragma once

#include "core/ask/messages.h"

#include <string>
#include <vector>

namespace assay::core {

using Effects = std::vector<Effect>;

/// One line per effect, stable for ever: what the journal keeps of a decision, what replay compares
/// and explain shows. "start unit#1; tree fmt#2; drain; conclude passed: all required gates passed"
std::string to_text(const Effects& effects);

}  // namespace assay::core
