// SPDX-License-Identifier: MIT
// Points in time and lengths of time. Nothing here reads a clock.
#pragma once

#include "base/result.h"

#include <chrono>
#include <string>
#include <string_view>

namespace assay {

using Millis = std::chrono::milliseconds;

/// Wall-clock time with the precision the ledger keeps.
using Instant = std::chrono::sys_time<Millis>;

/// "2026-11-15T21:30:12.347Z"
std::string to_text(Instant at);
Result<Instant> parse_instant(std::string_view text);

/// For people: "0.42s", "12.3s", "4m12s", "2h03m".
std::string to_human(Millis length);

/// "90s", "30m", "12h", "2d", "1h30m", "500ms", or a bare number of seconds.
Result<Millis> parse_duration(std::string_view text);

}  // namespace assay
