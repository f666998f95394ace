// SPDX-License-Identifier: MIT
// Where the life of a pull request stands: created, checked by CI, reviewed, and what that costs.
#pragma once

#include "base/instant.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace assay::core::loop {

/// Which question to `gh` an output answers.
enum class GhAnswer : std::uint8_t { none, url, checks, log, reviews, comments };

/// One thing outside that keeps the pull request from being done, and that a task can change.
struct PullRequestIssue {
  std::string key;    ///< the same issue has the same key: name of a check, id of a comment
  std::string title;  ///< one line
  std::string text;   ///< details, as others wrote them
  std::string file;   ///< it is about; may be empty

  friend bool operator==(const PullRequestIssue&, const PullRequestIssue&) = default;
};

/// What one look through `gh` found.
struct PullRequestSight {
  std::string url;  ///< empty: none was found
  std::uint32_t passed = 0;
  std::uint32_t pending = 0;
  std::vector<PullRequestIssue> issues;  ///< failed checks, requested changes, inline comments
  std::string log;                       ///< of what failed, the useful part
  std::string problem;                   ///< why the answer could not be read; empty: it could

  friend bool operator==(const PullRequestSight&, const PullRequestSight&) = default;
};

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
