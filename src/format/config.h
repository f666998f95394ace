// SPDX-License-Identifier: MIT
// assay.yaml: the configuration of a workspace.
#pragma once

#include "core/config_records.h"
#include "core/run/receiver.h"
#include "core/verify/records.h"
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
  std::vector<std::string> pass_env;    ///< taken over from the caller's environment
  std::vector<std::string> tests = {};  ///< globs of test files; empty: as projects name them

  friend bool operator==(const VerifyConfig&, const VerifyConfig&) = default;
};

constexpr auto fields_of(Of<VerifyConfig>) {
  return record<VerifyConfig>(
      flat(&VerifyConfig::manifest), flat(&VerifyConfig::policy),
      field("env", &VerifyConfig::env, Members{}, "Variables set for every command."),
      field("pass_env", &VerifyConfig::pass_env, Rule::names,
            "Variables taken over from the caller's environment."),
      field("tests", &VerifyConfig::tests,
            "Globs of the files that are tests, for prove. Default: the usual names."));
}

constexpr Range receivers_range{0, 16};

struct Config {
  VerifyConfig verify;
  std::vector<core::AgentSpec> agents;  ///< in the order of the file, one per role
  core::Budgets budgets;
  core::LoopSettings loop;
  core::PipelineSettings pipeline;
  core::GoalsSettings goals;
  core::Supplies workspace;
  std::vector<core::Receiver> notify = {};

  friend bool operator==(const Config&, const Config&) = default;
};

constexpr auto fields_of(Of<Config>) {
  return record<Config>(
      field("verify", &Config::verify, "What proves that the work is right."),
      field("agents", &Config::agents, Rule::by_name, Range{0, 256},
            "Who does the work of each role; '*' is every role without an entry."),
      field("budgets", &Config::budgets,
            "Limits of one run, checked before each dispatch. What is left out has no limit."),
      field("loop", &Config::loop, "assay loop."),
      field("pipeline", &Config::pipeline, "assay pipeline."),
      field("goals", &Config::goals, "assay goals."),
      field("workspace", &Config::workspace,
            "What working trees and copies get beside what git has of them."),
      field("notify", &Config::notify, Rule::listed, receivers_range,
            "Who is told when a loop or a pipeline begins to wait, is parked or ends."));
}

struct ConfigReading {
  Config config;                  ///< only meaningful without problems
  std::vector<Problem> problems;  ///< in order of their lines
};

/// `name` is what problems call the text, usually "assay.yaml".
ConfigReading read_config(std::string_view name, std::string_view text);

}  // namespace assay::format
