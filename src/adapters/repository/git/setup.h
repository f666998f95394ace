// SPDX-License-Identifier: MIT
// How a repository is set up, beside its files and the branch that is worked on: references,
// configuration, hooks, rules and places of its own. All of it can be written by whoever works in
// the working tree, none of it is for an agent to change.
#pragma once

#include "adapters/repository/git/place.h"
#include "base/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::git {

/// Facts by name: "ref refs/tags/v1", "config local core.bare", "hook pre-commit".
struct Setup {
  std::map<std::string, std::string, std::less<>> facts;

  /// Each name and value with a zero byte after it, in order.
  std::string to_text() const;
  static Setup parse(std::string_view text);
};

Result<Setup> setup_of(const Place& place);

/// What of it was changed that is not for an agent to change, in words; `since` is the commit that
/// was checked out before. New branches and tags, fetched references, a reflog, packed references,
/// objects, who commits, and how git talks are not among it.
std::vector<std::string> reached(const Place& place, const Setup& before, const Setup& after,
                                 const std::string& since);

/// Paths that are staged now, and were not or not so before.
std::vector<std::string> staged_since(const Setup& before, const Setup& after);

}  // namespace assay::git
