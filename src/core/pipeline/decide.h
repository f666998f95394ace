// SPDX-License-Identifier: MIT
// What a pipeline run does about each event.
#pragma once

#include "core/ask/effect.h"
#include "core/ask/event.h"
#include "core/pipeline/state.h"

#include <string>

namespace assay::core::pipeline {

Effects decide(State& state, const Event& event);

/// In plain words, why the last event led to what it led to.
std::string explain(const State& state, const Event& event, const Effects& effects);

}  // namespace assay::core::pipeline
