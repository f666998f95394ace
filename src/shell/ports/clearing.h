// SPDX-License-Identifier: MIT
// Clearing up: what lies in the state directory, and in the repository on its behalf, and nobody
// refers to.
#pragma once

#include "base/instant.h"
#include "core/ask/supplies.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace assay::shell {

/// What is known of runs, by those who know.
struct ClearOrder {
  struct Run {
    bool alive = false;
    bool ended = false;
    bool works = false;  ///< its copies may hold what agents did: it needs them to go on
    Instant begun{};
  };

  std::string workspace;
  std::string state_dir;
  std::string shared_dir = {};  ///< of a cluster; empty: none
  std::map<std::string, Run> runs = {};
  std::set<std::string> referred = {};  ///< digests that events of runs name
  bool anybody_alive = false;           ///< then what runs share is left alone
  /// By which set-ups are made now; null: none are. Not known: results of set-ups stay.
  std::shared_ptr<const core::Supplies> supplies = {};
  bool supplies_known = true;
  bool dry_run = false;
};

struct Cleared {
  struct Item {
    std::string kind;  ///< worktree, copy, branch, setup, blob, log, cache, job, tree, program
    std::string path;
    std::string why = {};  ///< of what is kept
    std::uint64_t files = 0;
    std::uint64_t bytes = 0;
  };

  std::vector<Item> removed = {};  ///< or would be
  std::vector<Item> kept = {};     ///< although nobody needs it, and why
};

}  // namespace assay::shell
