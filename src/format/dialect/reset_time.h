// SPDX-License-Identifier: MIT
// When a limit is over, as error texts tell people: "try again at 11:48 AM", "resets 5pm
// (Europe/Berlin)", "on Dec 3rd, 2026 5:00 PM". Pure: when it was said and which zones there are
// come from outside.
#pragma once

#include "base/instant.h"

#include <functional>
#include <optional>
#include <string_view>

namespace assay::format::dialect {

/// How far local time is ahead of UTC in a zone at a time; an empty name is the zone of this
/// machine. Nothing for a zone nobody knows.
using ZoneOffset = std::function<std::optional<Millis>(std::string_view zone, Instant at)>;

/// Nothing if the text tells no time, or one that is over.
std::optional<Instant> reset_told(std::string_view text, Instant said_at, const ZoneOffset& offset);

}  // namespace assay::format::dialect
