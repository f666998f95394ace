// SPDX-License-Identifier: MIT
// What `gh` says about a pull request: evidence from outside, read into values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay::core {

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

}  // namespace assay::core

namespace assay::core::loop {
using core::GhAnswer;
using core::PullRequestIssue;
using core::PullRequestSight;
}  // namespace assay::core::loop
