// SPDX-License-Identifier: MIT
// What local time is, here and in zones with a name.
#pragma once

#include "base/instant.h"

#include <optional>
#include <string_view>

namespace assay::process {

/// How far local time is ahead of UTC. An empty name: the zone of this machine. Nothing for a zone
/// this machine does not know.
std::optional<Millis> zone_offset(std::string_view zone, Instant at);

}  // namespace assay::process
