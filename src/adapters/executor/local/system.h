// SPDX-License-Identifier: MIT
// What every file of this adapter needs of the operating system: its clock.
#pragma once

#include "adapters/os/descriptor.h"
#include "base/instant.h"
#include "base/result.h"

#include <cstdint>
#include <string>

namespace assay::process {

using os::Descriptor;
using Nanos = std::chrono::nanoseconds;

/// Later than everything.
inline constexpr Nanos never = Nanos::max();

/// Counts on while the machine sleeps and never jumps. The only clock of deadlines and durations.
Nanos since_boot();

/// The same moment in the unit in which /proc tells when a process was started.
std::uint64_t to_ticks(Nanos since_boot);

Instant wall_clock();

}  // namespace assay::process
