// SPDX-License-Identifier: MIT
// Why the verify machine decided what it decided, in plain words.
#pragma once

#include "core/ask/effect.h"
#include "core/ask/event.h"
#include "core/verify/state.h"

#include <string>

namespace assay::core::verify {

/// `after` has heard the event.
std::string explain(const State& after, const Event& event, const Effects& effects);

}  // namespace assay::core::verify
