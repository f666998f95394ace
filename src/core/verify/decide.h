// SPDX-License-Identifier: MIT
// The verify machine: what an event means for a run, and what is to be done about it.
#pragma once

#include "core/ask/effect.h"
#include "core/ask/event.h"
#include "core/verify/state.h"

namespace assay::core::verify {

/// Folds one event into the state and returns what follows from it. Same state and event, same
/// answer.
Effects decide(State& state, const Event& event);

}  // namespace assay::core::verify
