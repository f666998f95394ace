// SPDX-License-Identifier: MIT
// What can happen to a run. Every machine hears the same words; each carries the time it was heard.
#pragma once

#include "base/instant.h"
#include "core/agent/budget.h"
#include "core/agent/plan.h"
#include "core/evidence/attempt.h"
#include "core/goals/plan.h"
#include "core/loop/plan.h"
#include "core/loop/sight.h"
#include "core/outcome.h"
#include "core/pipeline/artifact.h"
#include "core/pipeline/plan.h"
#include "core/pipeline/rows.h"
#include "core/rules.h"
#include "core/verify/plan.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace assay::core {

/// The first event of every run. The plan says which machine it is for.
struct RunStarted {
  Instant at{};
  std::string run_id;
  /// Shared with the state, because a plan may hold 100,000 commands. Never null.
  std::variant<std::shared_ptr<const verify::Plan>, std::shared_ptr<const agent::Plan>,
               std::shared_ptr<const goals::Plan>, std::shared_ptr<const loop::Plan>,
               std::shared_ptr<const pipeline::Plan>>
      plan;
  Rules rules = rules_now;  ///< of a stored run: those of the release that started it
};

/// A coordinator took the run over from one that died. Whatever was in flight is lost.
struct RunResumed {
  Instant at{};
};

/// The workspace as it was when the attempt asked for it; an empty digest means it could not be
/// read.
struct TreeObserved {
  Instant at{};
  AttemptKey key;
  std::string digest;
  std::string head;                  ///< the commit that is checked out; empty: none
  std::vector<std::string> changed;  ///< paths that differ from the tree that was asked about
  std::vector<std::string> commits;  ///< made since then, oldest first
};

/// Answer to AskSpending: what the other runs of this day have spent or reserved.
struct SpendingReported {
  Instant at{};
  AttemptKey key;
  agent::Spent others_today;
};

/// Answer to InspectWorkspace: one result per check, in order.
struct WorkspaceInspected {
  Instant at{};
  std::vector<goals::CheckResult> results;
};

/// Answer to InspectWork.
struct WorkInspected {
  Instant at{};
  AttemptKey key;
  loop::WorkSight sight;
};

/// Answer to OpenWork, MergeWork, CloseWork and UpdateSpec.
struct WorkDone {
  Instant at{};
  AttemptKey key;
  loop::WorkResult result;
};

/// Answer to ReadOutputs.
struct OutputsRead {
  Instant at{};
  AttemptKey key;
  pipeline::Outputs outputs;
};

/// Answer to RecordRows. Its rows are in the tables as soon as it is durable.
struct RowsRecorded {
  Instant at{};
  AttemptKey key;
  std::vector<pipeline::CheckRow> checks;
  std::vector<pipeline::TelemetryRow> telemetry;
};

/// Answer to CountRows: one number per question; none: the question could not be answered.
struct RowsCounted {
  Instant at{};
  AttemptKey key;
  std::vector<std::optional<std::int64_t>> numbers;
};

/// Answer to AskApproval.
struct ApprovalGiven {
  Instant at{};
  AttemptKey key;
  std::string gate_id;
  std::string option;
  std::string comment;  ///< as it was typed
  std::string by;
};

struct AttemptEnded {
  Instant at{};
  AttemptKey key;
  std::string name;
  Evidence evidence;
};

/// The outside has nothing in flight and nothing to report, although the run still waits for
/// something.
struct WorldIdle {
  Instant at{};
};

/// Answer to Drain: how many attempts the outside still holds.
struct DrainReported {
  Instant at{};
  std::uint32_t alive = 0;
};

/// Somebody wants the run to stop.
struct CancelRequested {
  Instant at{};
  std::string by;
  bool for_good = false;  ///< also a run that could be gone on with later is over then
};

/// Answer to Park: the coordinator goes away. The run is not over; RunResumed wakes it.
struct RunParked {
  Instant at{};
  std::optional<Instant> until;  ///< resuming before is too early; none: at any time
  std::string reason;
};

/// The last event: the verdict, with the digest of every decision before it.
struct RunConcluded {
  Instant at{};
  Outcome outcome{};
  std::string trace;
};

using Event =
    std::variant<RunStarted, RunResumed, TreeObserved, SpendingReported, WorkspaceInspected,
                 WorkInspected, WorkDone, OutputsRead, RowsRecorded, RowsCounted, ApprovalGiven,
                 AttemptEnded, WorldIdle, DrainReported, CancelRequested, RunParked, RunConcluded>;

}  // namespace assay::core
