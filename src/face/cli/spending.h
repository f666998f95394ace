// SPDX-License-Identifier: MIT
// What agents have cost, in words: of a run, and of each agent of it. What was not told is said to
// be unknown, never counted as nothing.
#pragma once

#include "core/agent/budget.h"
#include "core/ask/event.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::cli {

/// "812 tokens", "8.1k tokens", "1.2M tokens"
std::string tokens_text(std::int64_t tokens);

/// "$0.31"; less than a cent is told with four places.
std::string usd_text(std::int64_t micro_usd);

/// "5 launches, 41.2k tokens, $0.31", "2 launches, cost unknown". Launches of unknown cost beside
/// known ones are told.
std::string spent_text(const core::agent::Spent& spent);

/// The same with what is reserved for those in flight counted as launched.
std::string spent_so_far(const core::agent::Purse& purse);

/// One line per agent that was started, in the order of their first attempt, with what its attempts
/// cost together; empty if there was none.
std::vector<std::string> spending_by_agent(const std::vector<core::AttemptEnded>& attempts);

/// The same under a heading; empty if there was none.
std::string agents_list(const std::vector<core::AttemptEnded>& attempts);

}  // namespace assay::cli
