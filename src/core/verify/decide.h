// SPDX-License-Identifier: MIT
// The verify machine: what an event means for a run, and what is to be done about it.
#pragma once

#include "core/effect.h"
#include "core/event.h"
#include "core/verify/state.h"

namespace assay::core::verify {

/// Folds one event into the state and returns what follows from it. Same state and event, same answer.
Effects decide(State& state, const Event& event);

/// Null if the command has no findings and no pipeline.
const CommandLint* lint_of(const Plan& plan, std::uint32_t unit);

}  // namespace assay::core::verify
