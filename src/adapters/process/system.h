// SPDX-License-Identifier: MIT
// What every file of this adapter needs of the operating system: its errors in words, its clock.
#pragma once

#include "adapters/descriptor.h"
#include "base/instant.h"
#include "base/result.h"

#include <cstdint>
#include <string>

namespace assay::process {

using adapters::Descriptor;
using Nanos = std::chrono::nanoseconds;

/// Later than everything.
inline constexpr Nanos never = Nanos::max();

/// "chdir /x: No such file or directory"
Error system_error(const std::string& what, int number);

/// Counts on while the machine sleeps and never jumps. The only clock of deadlines and durations.
Nanos since_boot();

/// The same moment in the unit in which /proc tells when a process was started.
std::uint64_t to_ticks(Nanos since_boot);

Instant wall_clock();

}  // namespace assay::process
