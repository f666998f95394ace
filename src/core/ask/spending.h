// SPDX-License-Identifier: MIT
// Money: one attempt is reserved, and what others have spent is told.
#pragma once

#include "base/instant.h"
#include "core/run/attempt_key.h"

#include <cstdint>
#include <string>

namespace assay::core::agent {

struct Spent {
  std::int64_t launches = 0;
  Millis wall{0};
  std::int64_t tokens = 0;
  std::int64_t micro_usd = 0;
  std::int64_t of_unknown_cost = 0;  ///< launches that did not tell what they cost

  Spent& operator+=(const Spent& more);
  friend bool operator==(const Spent&, const Spent&) = default;
};

}  // namespace assay::core::agent

namespace assay::core {

struct SpendingReported;

/// Reserve one attempt of an agent, and say what other runs have spent today. Answered by
/// SpendingReported.
struct AskSpending {
  using Answer = SpendingReported;

  AttemptKey key;
  std::string name;
};

/// Answer to AskSpending: what the other runs of this day have spent or reserved.
struct SpendingReported {
  Instant at{};
  AttemptKey key;
  agent::Spent others_today;
};

inline std::string decision_of(const AskSpending& e) {
  return "reserve " + attempt_text(e.name, e.key);
}

}  // namespace assay::core
