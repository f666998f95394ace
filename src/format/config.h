// SPDX-License-Identifier: MIT
// assay.yaml: the configuration of a workspace.
#pragma once

#include "core/config_records.h"
#include "core/run/receiver.h"
#include "core/verify/records.h"
#include "format/problem.h"

#include <cstdint>
#include <optional>
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

/// What a hook does when assay itself, or its configuration, is what fails.
enum class OnError : std::uint8_t { block, allow };

constexpr auto words_of(Of<OnError>) {
  return words<OnError>({{OnError::block, "block"}, {OnError::allow, "allow"}});
}

/// What becomes of a tool call that would write what decides.
enum class Guard : std::uint8_t { off, tell, deny };

constexpr auto words_of(Of<Guard>) {
  return words<Guard>({{Guard::off, "off"}, {Guard::tell, "tell"}, {Guard::deny, "deny"}});
}

struct HookConfig {
  std::int32_t max_blocks = 3;
  Millis timeout = std::chrono::minutes{9};  ///< a minute below what agents give a hook
  OnError on_error = OnError::block;
  Guard guard = Guard::deny;

  friend bool operator==(const HookConfig&, const HookConfig&) = default;
};

constexpr auto fields_of(Of<HookConfig>) {
  using Hook = HookConfig;
  return record<Hook>(
      field("max_blocks", &Hook::max_blocks, Range{0, 100},
            "How often in a row an agent that says it is done is sent back; then it may stop, not "
            "verified."),
      field("timeout", &Hook::timeout, "Longest verification of one hook."),
      field("on_error", &Hook::on_error,
            "What happens if assay.yaml is broken or assay fails: block, or allow and say so."),
      field("guard", &Hook::guard,
            "What happens to tool calls that would write assay.yaml or files of hooks, or get "
            "around hooks of git: off, tell or deny."));
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
  core::Isolation isolation;
  core::ExecutorSettings executor;
  HookConfig hook;
  std::vector<core::Receiver> notify = {};
  std::vector<std::string> secrets = {};    ///< names of variables
  std::string gates_from = {};              ///< as the file says; not where these values are from
  core::verify::TrustedGates trusted = {};  ///< where they are from, if not from the workspace

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
      field("isolation", &Config::isolation,
            "What keeps agents and gates from what decides about them."),
      field("executor", &Config::executor, "Where gates and agents run: here, or on a cluster."),
      field("hook", &Config::hook, "assay hook: what agents meet when they say they are done."),
      field("notify", &Config::notify, Rule::listed, receivers_range,
            "Who is told when a loop or a pipeline begins to wait, is parked or ends."),
      field("secrets", &Config::secrets, Rule::names, Range{0, 256},
            "Variables whose values are masked in everything that is stored or shown, beside those "
            "whose names speak of a key, token or password."),
      field("gates_from", &Config::gates_from, Rule::filled,
            "Branch, tag or commit whose assay.yaml says what decides: what the workspace says "
            "otherwise is told and not heard."),
      absent(&Config::trusted));
}

struct ConfigReading {
  Config config;                  ///< only meaningful without problems
  std::vector<Problem> problems;  ///< in order of their lines
};

/// `name` is what problems call the text, usually "assay.yaml".
ConfigReading read_config(std::string_view name, std::string_view text);

/// What a user has said for all workspaces: how far attempts are kept away, where gates come from,
/// what is secret, which machines run attempts, where runs are kept. Nothing else: what is run
/// belongs to the workspace.
struct UserConfig {
  std::optional<core::Isolation> isolation = {};
  std::string gates_from = {};
  std::vector<std::string> secrets = {};
  std::optional<core::ExecutorSettings> executor = {};
  std::string store = {};                   ///< empty: in the state directory
  std::vector<std::string> team_keys = {};  ///< names of keys of other machines that are believed

  friend bool operator==(const UserConfig&, const UserConfig&) = default;
};

struct UserConfigReading {
  UserConfig config;              ///< only meaningful without problems
  std::vector<Problem> problems;  ///< in order of their lines
};

UserConfigReading read_user_config(std::string_view name, std::string_view text);

}  // namespace assay::format
