// SPDX-License-Identifier: MIT
// Everything a loop run is decided from, fixed before its first agent starts.
#pragma once

#include "core/agent/settings.h"
#include "core/ask/supplies.h"
#include "core/evidence/task.h"
#include "core/evidence/work_sight.h"
#include "core/loop/settings.h"
#include "core/run/receiver.h"
#include "core/verify/state.h"
#include "core/work/hand.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::core::loop {

using work::Hand;

/// What a gate said when a run began.
struct GateBefore {
  std::string id;
  verify::Status status = verify::Status::error;
  std::int64_t tests = -1;   ///< that ran
  std::int64_t failed = -1;  ///< of them; -1: not told
  int exit_code = -1;
  std::vector<std::string> failing = {};  ///< their names, sorted, where every one is told

  friend bool operator==(const GateBefore&, const GateBefore&) = default;
};

struct Plan {
  std::string spec;       ///< its name
  std::string spec_dir;   ///< relative to the workspace
  std::string workspace;  ///< absolute
  std::string work_dir;   ///< absolute: where worktrees are made
  std::string log_dir;
  std::shared_ptr<const std::string> pinned;  ///< tasks.md when the run began; never null
  Reading reading = Reading::v0_2;            ///< how
  std::vector<Task> tasks;                    ///< read from it
  std::vector<bool> verified;  ///< per task: an earlier run of this spec has verified it as it is
  LoopSettings settings;
  std::string until;  ///< id after which the run stops; empty: none
  std::optional<Hand> executor;
  std::optional<Hand> qa;
  std::optional<Hand> reviewer;
  Budgets budgets;
  std::shared_ptr<const verify::Plan> gates;  ///< the workspace's own; null: there are none
  verify::Policy policy;                      ///< for the Verify of tasks
  std::string isolation;
  std::vector<std::string> environment;
  Digest environment_digest;
  std::vector<std::string> tests;      ///< globs: what is a test file
  std::vector<std::string> own_tests;  ///< the same in the project's own words; empty: it has none
  std::vector<std::string> setup;      ///< globs: what sets up the runners of tests
  std::vector<std::string> guarded;    ///< paths and globs: what decides how the gates run
  /// What earlier runs of this spec saw of the gates when they began: what has passed then is no
  /// known failure now.
  std::vector<GateBefore> before;
  std::vector<std::string> weaker;           ///< how its gates ask less than those of the last run
  std::shared_ptr<const Supplies> supplies;  ///< of worktrees and copies; null: none
  std::vector<Receiver> notify = {};         ///< who is told when it waits or ends
  std::vector<std::string> protected_globs = {};  ///< spread: files only who declares them changes
  Digest tools = {};  ///< of the programs that gates and tasks start, as they are
  std::vector<work::KnownProof> proofs = {};        ///< that earlier runs have found
  std::vector<std::string> protected_changed = {};  ///< not as the base has them from the beginning
};

}  // namespace assay::core::loop
