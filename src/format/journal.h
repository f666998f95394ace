// SPDX-License-Identifier: MIT
// The stored form of events: what the journal keeps for ever. The instant of an event is a column
// of its own and not part of the body.
#pragma once

#include "base/instant.h"
#include "base/result.h"
#include "core/ask/event.h"

#include <string>
#include <string_view>

namespace assay::format {

struct StoredEvent {
  std::string kind;  ///< "attempt_ended"
  std::string body;  ///< compact JSON, keys in fixed order, defaults left out; bytes that are no
                     ///< UTF-8 as "\udcXX"
};

std::string_view kind_of(const core::Event& event);
Instant instant_of(const core::Event& event);

StoredEvent encode(const core::Event& event);

/// The event that was encoded. A key or kind this version does not know is an error: leaving out
/// what a newer assay wrote could change a decision.
Result<core::Event> decode(std::string_view kind, Instant at, std::string_view body);

}  // namespace assay::format
