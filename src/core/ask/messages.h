// SPDX-License-Identifier: MIT
// Every effect and every event there is: one header per port, each request with its answer, how a
// decision spells it and, where it is stored, its fields. A new one is its header and its name
// here.
#pragma once

#include "core/ask/approval.h"
#include "core/ask/inspection.h"
#include "core/ask/outputs.h"
#include "core/ask/phase.h"
#include "core/ask/process.h"
#include "core/ask/recall.h"
#include "core/ask/rows.h"
#include "core/ask/spending.h"
#include "core/ask/timer.h"
#include "core/ask/tree.h"
#include "core/ask/workshop.h"
#include "core/run/life.h"

#include <variant>

namespace assay::core {

/// What a machine can want done.
using Effect = std::variant<StartAttempt, ObserveTree, AskSpending, InspectWorkspace, InspectWork,
                            OpenWork, MergeWork, CloseWork, UpdateSpec, OpenCopy, ReadOutputs,
                            AdoptWork, RestoreFiles, CommitWork, TagCommit, RecordRows, CountRows,
                            AskApproval, WriteBundle, RecallEvidence, PlanGoals, WriteGoals, WakeAt,
                            StopAttempts, Drain, Park, Conclude>;

/// What can happen to a run. Each carries the time it was heard.
using Event =
    std::variant<RunStarted, RunResumed, TreeObserved, SpendingReported, WorkspaceInspected,
                 WorkInspected, WorkDone, OutputsRead, RowsRecorded, RowsCounted, ApprovalGiven,
                 EvidenceRecalled, GoalsPlanned, Woken, AttemptEnded, WorldIdle, DrainReported,
                 CancelRequested, RunParked, RunConcluded>;

}  // namespace assay::core
