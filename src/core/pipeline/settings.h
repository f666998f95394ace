// SPDX-License-Identifier: MIT
// What a project configures about pipelines.
#pragma once

#include "core/work/proof.h"

#include <cstdint>
#include <string>

namespace assay::core {

enum class Approval : std::uint8_t { interactive, autonomous };
enum class OnExhausted : std::uint8_t { stop, proceed };

struct PipelineSettings {
  std::string definition = "feature";  ///< a built-in name, or a file relative to the workspace
  Approval approval = Approval::interactive;
  std::int32_t concurrency = 4;
  OnExhausted on_exhausted = OnExhausted::stop;
  /// What `evidence: change_proved` in a gate means.
  work::ProofDemand proof = work::ProofDemand::require;

  friend bool operator==(const PipelineSettings&, const PipelineSettings&) = default;
};

}  // namespace assay::core
