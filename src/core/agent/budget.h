// SPDX-License-Identifier: MIT
// What agents may cost. A launch is reserved before it happens and settled after it; what a limit
// leaves is known before anything is spent, and an unknown cost is a policy, never zero.
#pragma once

#include "base/instant.h"
#include "core/agent/fuse.h"
#include "core/agent/settings.h"
#include "core/ask/order.h"
#include "core/ask/spending.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace assay::core::agent {

/// What one attempt has spent.
Spent spent_by(const Evidence& evidence);

/// Why nothing may be dispatched now.
struct Refusal {
  std::string why;               ///< "budgets.tokens: 20.0M used of 20M"
  std::optional<Instant> until;  ///< when it may be tried again; none: not within this run
};

/// What is held back for an attempt in flight.
struct Held {
  Instant day{};  ///< for which it counts, also if it ends on another
  Spent spent;
};

/// A role whose first choice is not available, and who does its work instead.
struct Fallen {
  std::uint32_t spare = 0;       ///< of its order, from 1
  std::optional<Instant> until;  ///< when the first choice may be there again, if that was told
};

/// The budget of one run: limits, what is settled, and what is reserved for attempts in flight.
struct Purse {
  Budgets budgets;
  Instant started{};
  Spent spent;                           ///< by this run, settled
  std::map<Instant, Spent> spent_on;     ///< the same by the day on which it was reserved
  Spent others_today;                    ///< by other runs of the same day, as last reported
  Spent largest;                         ///< the most any single attempt has spent so far
  std::map<AttemptKey, Held> reserved;   ///< attempts in flight
  std::optional<Refusal> closed;         ///< a quota was reached: no further dispatch
  std::map<std::string, Fallen> fallen;  ///< by role
};

/// Which agent of its order does the work of a role now.
std::uint32_t spare_of(const Purse& purse, const std::string& role, Instant now);

/// An agent of this order was unavailable. True: the next one of its list takes over, and the work
/// can be dispatched again. False: there is none left; `refusal` then has the earliest time one of
/// them may be there again, and whoever waits begins with the first choice.
bool fall_back(Purse& purse, const Order& order, const Evidence& evidence, Refusal& refusal);

/// How the output of an attempt of this order is read: the dialect of whoever made it.
Dialect dialect_of(const Order& order, const Evidence& evidence);

/// Whether one more attempt may start. `now` decides about days and reset times.
std::optional<Refusal> check(const Purse& purse, Instant now);

/// Holds back what the attempt may cost: a launch, and as much as the largest so far. It counts for
/// the day of `now`.
void reserve(Purse& purse, AttemptKey key, Instant now);

/// Books what the attempt has cost. A second settlement of the same attempt changes nothing.
void settle(Purse& purse, AttemptKey key, const Evidence& evidence);

/// The first quota error closes the purse for everybody.
void close(Purse& purse, Refusal refusal);

/// Midnight, UTC, at or before.
Instant day_of(Instant at);

}  // namespace assay::core::agent
