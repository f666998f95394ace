// SPDX-License-Identifier: MIT
// Where the life of a pull request stands: created, checked by CI, reviewed, and what that costs.
#pragma once

#include "base/instant.h"
#include "core/evidence/pull_request.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace assay::core::loop {

enum class PullRequestStep : std::uint8_t {
  none,
  finding,  ///< is there one?
  pushing,
  creating,
  waiting,   ///< for CI
  checking,  ///< what CI says
  logs,      ///< of what failed
  reviews,
  comments,
  publishing,  ///< what assay wrote into the spec at the end is pushed too
  done,
};

struct PullRequest {
  PullRequestStep step = PullRequestStep::none;
  bool wanted = false;  ///< the list has a phase for it
  Instant since{};
  std::uint32_t cycles = 0;
  std::uint32_t ci_failures = 0;
  std::string url;
  std::vector<PullRequestIssue> issues;  ///< found by this look
  std::set<std::string> answered;        ///< keys of what became a task
  bool waits_for_people = false;         ///< every objection is answered, but still there
};

}  // namespace assay::core::loop
