// SPDX-License-Identifier: MIT
// What a machine can want done. Effects are data; only the shell acts on them, and only after the
// event that led to them is durable.
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

#include <string>
#include <variant>
#include <vector>

namespace assay::core {

using Effect =
    std::variant<StartAttempt, ObserveTree, AskSpending, InspectWorkspace, InspectWork, OpenWork,
                 MergeWork, CloseWork, UpdateSpec, OpenCopy, ReadOutputs, AdoptWork, RestoreFiles,
                 CommitWork, TagCommit, RecordRows, CountRows, AskApproval, WriteBundle,
                 RecallEvidence, WakeAt, StopAttempts, Drain, Park, Conclude>;
using Effects = std::vector<Effect>;

/// One line per effect, stable for ever: what the journal keeps of a decision, what replay compares
/// and explain shows. "start unit#1; tree fmt#2; drain; conclude passed: all required gates passed"
std::string to_text(const Effects& effects);

}  // namespace assay::core
