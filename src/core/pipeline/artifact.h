// SPDX-License-Identifier: MIT
// A file an agent of a pipeline was to write, as assay found it. What stands in it is claim.
#pragma once

#include "core/pipeline/definition.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::core::pipeline {

struct Artifact {
  std::string path;  ///< relative to the feature folder
  Contract contract = Contract::text;
  bool exists = false;
  std::string stamp;                  ///< another one after every write
  std::optional<Beginning> whole;     ///< of a log: all of it
  std::vector<std::string> problems;  ///< why it is not what its contract wants; empty: it is
  std::optional<agent::CompletionStatus> status;
  std::string summary;
  std::optional<agent::Review> review;
  std::optional<agent::TaskPlan> plan;
  std::optional<agent::TaskFile> task;
  std::vector<agent::Concern> concerns;
  std::vector<agent::ReportedChange> changes = {};  ///< of an implementation report
  std::string task_type = {};  ///< likewise: code, documentation, configuration

  friend bool operator==(const Artifact&, const Artifact&) = default;
};

/// What was found when outputs and inputs were looked for.
struct Outputs {
  std::vector<Artifact> artifacts;   ///< every output; for a folder each file in it
  std::vector<std::string> inputs;   ///< that exist, relative to the feature folder
  std::vector<std::string> missing;  ///< required inputs that do not

  friend bool operator==(const Outputs&, const Outputs&) = default;
};

}  // namespace assay::core::pipeline
