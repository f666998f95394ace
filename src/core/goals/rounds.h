// SPDX-License-Identifier: MIT
// What changed between two rounds of checking the same phase.
#pragma once

#include "core/goals/report.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::core::goals {

/// What is remembered of a round.
struct RoundRecord {
  std::uint32_t round = 0;
  std::vector<Gap> gaps;
  std::vector<std::string> met;  ///< fingerprints of what was ok, sorted, each once

  friend bool operator==(const RoundRecord&, const RoundRecord&) = default;
};

/// Every gap of both rounds is in exactly one of these.
struct Progress {
  std::uint32_t since = 0;      ///< the round before
  std::vector<Gap> closed;      ///< was open, and is ok now
  std::vector<Gap> dropped;     ///< was open, and nobody asks for it any more
  std::vector<Gap> still_open;  ///< as it is now
  std::vector<Gap> fresh;       ///< nobody asked for it before
  std::vector<Gap> regressed;   ///< was ok, and is open now

  friend bool operator==(const Progress&, const Progress&) = default;
};

/// The same for the same task, type and item: 16 hex digits.
std::string fingerprint(std::string_view task, std::string_view type, std::string_view item);

RoundRecord record_of(const Report& report, std::uint32_t round);

Progress progress_since(const RoundRecord& before, const Report& now);

}  // namespace assay::core::goals
