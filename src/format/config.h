// SPDX-License-Identifier: MIT
// assay.yaml: the configuration of a workspace.
#pragma once

#include "core/agent/settings.h"
#include "core/goals/settings.h"
#include "core/loop/settings.h"
#include "core/pipeline/settings.h"
#include "core/verify/manifest.h"
#include "format/problem.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::format {

struct VerifyConfig {
  core::verify::Manifest manifest;  ///< no commands if the file has none
  core::verify::Policy policy;
  std::vector<std::pair<std::string, std::string>> env;  ///< set for every command
  std::vector<std::string> pass_env;  ///< taken over from the caller's environment

  friend bool operator==(const VerifyConfig&, const VerifyConfig&) = default;
};

struct Config {
  VerifyConfig verify;
  std::vector<core::AgentSpec> agents;  ///< in the order of the file, one per role
  core::Budgets budgets;
  core::LoopSettings loop;
  core::PipelineSettings pipeline;
  core::GoalsSettings goals;

  friend bool operator==(const Config&, const Config&) = default;
};

struct ConfigReading {
  Config config;                  ///< only meaningful without problems
  std::vector<Problem> problems;  ///< in order of their lines
};

/// `name` is what problems call the text, usually "assay.yaml".
ConfigReading read_config(std::string_view name, std::string_view text);

}  // namespace assay::format
