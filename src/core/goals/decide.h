// SPDX-License-Identifier: MIT
// What a goals run does about each event.
#pragma once

#include "core/ask/effect.h"
#include "core/ask/event.h"
#include "core/goals/state.h"

#include <string>

namespace assay::core::goals {

Effects decide(State& state, const Event& event);

/// In plain words, why the last event led to what it led to.
std::string explain(const State& state, const Event& event, const Effects& effects);

}  // namespace assay::core::goals
