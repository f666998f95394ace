// SPDX-License-Identifier: MIT
// What is kept of an attempt that has ended.
#pragma once

#include "core/evidence/attempt.h"
#include "core/verify/state.h"

#include <cstdint>

namespace assay::core::verify {

/// Takes what the evidence says into the state of its command, in the place of what an earlier
/// attempt has said. Whether the command is finished by it is decided elsewhere.
void record_attempt(State& state, std::uint32_t unit, const Evidence& evidence);

}  // namespace assay::core::verify
