// SPDX-License-Identifier: MIT
// How a pipeline run stands, for people: its steps as a column, who is at work, what gates said,
// what it waits for.
#pragma once

#include "api/pipeline.h"
#include "face/cli/session.h"
#include "format/pipeline/result.h"

#include <string>
#include <vector>

namespace assay::cli {

using shown::pipeline_standing;

std::string pipeline_report(const format::PipelineStanding& standing, const Session& session);

/// What a run would do; nothing is run.
std::string pipeline_rehearsal(const api::PipelineDraft& draft);

/// One line per step: "  [>] 3b  Adversarial design review  (round 2)".
std::vector<std::string> steps_column(const core::pipeline::State& state, bool over);

}  // namespace assay::cli
