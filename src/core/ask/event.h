// SPDX-License-Identifier: MIT
// What can happen to a run: its life, and the answers of the ports. Every machine hears the same
// words; each carries the time it was heard.
#pragma once

#include "core/ask/approval.h"
#include "core/ask/inspection.h"
#include "core/ask/outputs.h"
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

using Event = std::variant<RunStarted, RunResumed, TreeObserved, SpendingReported,
                           WorkspaceInspected, WorkInspected, WorkDone, OutputsRead, RowsRecorded,
                           RowsCounted, ApprovalGiven, EvidenceRecalled, Woken, AttemptEnded,
                           WorldIdle, DrainReported, CancelRequested, RunParked, RunConcluded>;

}  // namespace assay::core
