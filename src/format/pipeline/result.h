// SPDX-License-Identifier: MIT
// A pipeline run as other programs read it, and the artifacts of a feature.
#pragma once

#include "core/ask/event.h"
#include "core/pipeline/state.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

struct PipelineStanding {
  const core::pipeline::State& state;
  std::optional<core::Outcome> outcome;
  std::optional<core::RunParked> parked;
  bool alive = false;
};

/// DONE, ERROR, EXHAUSTED, WAITING, ABORTED or RUNNING.
std::string_view status_of(const PipelineStanding& standing);

/// What a person would do next: one line; empty: nothing.
std::string next_step(const PipelineStanding& standing);

/// Exactly the keys of the contract.
std::string pipeline_json(const PipelineStanding& standing);

struct FoundArtifact {
  std::string path;
  std::string kind;
  std::string status;  ///< empty: it has none
  std::vector<std::string> problems;
};
std::string artifacts_json(const std::vector<FoundArtifact>& artifacts);

}  // namespace assay::format
