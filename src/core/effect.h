// SPDX-License-Identifier: MIT
// What a machine can want done. Effects are data; only the shell acts on them, and only after the
// event that led to them is durable.
#pragma once

#include "core/evidence/attempt.h"
#include "core/goals/check.h"
#include "core/outcome.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace assay::core {

/// Run one attempt. Answered by exactly one AttemptEnded.
struct StartAttempt {
  Launch launch;
};

/// Digest the workspace. Answered by TreeObserved with the same key.
struct ObserveTree {
  AttemptKey key;
  std::string name;
  std::string since = {};       ///< digest of a tree kept earlier: also say what differs from it
  std::string since_head = {};  ///< a commit: also say which were made after it
  bool keep = false;            ///< this tree will be asked about later
};

/// Reserve one attempt of an agent, and say what other runs have spent today. Answered by
/// SpendingReported.
struct AskSpending {
  AttemptKey key;
  std::string name;
};

/// Look for what tasks promised, without running anything. Answered by WorkspaceInspected.
struct InspectWorkspace {
  std::shared_ptr<const std::vector<goals::Check>> checks;  ///< never null
};

/// End everything in flight; each attempt still answers with its AttemptEnded.
struct StopAttempts {};

/// Say how many attempts are still held. Answered by DrainReported.
struct Drain {};

/// The coordinator may go away; the run waits. Answered by RunParked.
struct Park {
  std::optional<Instant> until;
  std::string reason;
};

/// The run is over. Answered by RunConcluded, after which nothing happens.
struct Conclude {
  Outcome outcome{};
  std::string reason;
};

using Effect = std::variant<StartAttempt, ObserveTree, AskSpending, InspectWorkspace, StopAttempts,
                            Drain, Park, Conclude>;
using Effects = std::vector<Effect>;

/// One line per effect, stable for ever: what the journal keeps of a decision, what replay compares
/// and explain shows. "start unit#1; tree fmt#2; drain; conclude passed: all required gates passed"
std::string to_text(const Effects& effects);

}  // namespace assay::core
