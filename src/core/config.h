// SPDX-License-Identifier: MIT
// What a project configures about agents and the machines that use them. Plain values: decisions
// depend on them, so they belong to the core; how they are written down does not.
#pragma once

#include "base/instant.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::core {

/// How the output of an agent is read.
enum class Dialect : std::uint8_t {
  text,
  claude,
  codex,
  gemini,
  opencode,
  qwen,
  pi,
  cline,
  continue_cli
};

/// What a model costs, for CLIs that do not tell. Per million tokens, in millionths of a dollar.
struct Price {
  std::string model;  ///< glob
  std::int64_t input = 0;
  std::int64_t output = 0;
  std::optional<std::int64_t> cached;  ///< none: as input

  friend bool operator==(const Price&, const Price&) = default;
};

/// An agent for one role, as written: `use` and presets are not resolved yet. Exactly one of
/// `command`, `preset` and `use` is set.
struct AgentSpec {
  std::string role;                  ///< "*": every role without an entry of its own
  std::vector<std::string> command;  ///< argv; the prompt comes on stdin
  std::string preset;                ///< a known agent CLI; assay writes its flags
  std::string use;                   ///< another role; what is set here replaces what it has
  std::optional<Dialect> dialect;    ///< none: of the preset, else text
  std::optional<Millis> timeout;     ///< wall limit of one attempt
  std::optional<Millis> stall;       ///< longest silence
  std::optional<std::int32_t> max_turns;
  std::string
      prompt;  ///< template file, relative to the workspace; empty: the built-in one of the role
  std::string cwd;  ///< relative to the workspace; empty: its root
  std::vector<std::pair<std::string, std::string>> env;
  std::string model;                  ///< for the preset's own flag
  std::vector<std::string> args;      ///< more words for the command or the preset
  std::vector<std::string> pass_env;  ///< names or globs of variables it gets beside its own
  std::vector<std::string> fallback;  ///< presets or roles, tried in order when it is unavailable
  std::vector<Price> prices;          ///< of the project: the same for every role

  friend bool operator==(const AgentSpec&, const AgentSpec&) = default;
};

/// Absent: no limit.
struct Limits {
  std::optional<std::int64_t> launches;
  std::optional<Millis> wall;
  std::optional<std::int64_t> tokens;
  std::optional<std::int64_t> micro_usd;

  friend bool operator==(const Limits&, const Limits&) = default;
};

/// What an attempt whose cost nobody tells does to a limit in USD.
enum class UnknownCost : std::uint8_t {
  refuse,        ///< no further dispatch
  count_tokens,  ///< the token limit has to do
  ignore,
};

struct Budgets {
  Limits run;
  Limits per_day;
  UnknownCost unknown_cost = UnknownCost::count_tokens;

  friend bool operator==(const Budgets&, const Budgets&) = default;
};

enum class OnSilence : std::uint8_t { fail, pass };

struct LoopSettings {
  std::int32_t max_task_iterations = 5;
  std::int32_t max_global_iterations = 100;
  bool recovery_mode = false;
  std::int32_t max_fix_tasks_per_original = 3;
  std::int32_t max_fix_task_depth = 3;
  std::int32_t max_modifications_per_task = 3;
  std::int32_t max_modification_depth = 2;
  std::int32_t jobs = 0;       ///< agents at the same time; 0: as many as a group may have
  std::int32_t max_group = 5;  ///< tasks of one parallel group
  bool review = true;          ///< false: no reviewer is asked
  std::int32_t review_every = 5;
  std::int32_t max_review_iterations = 3;
  OnSilence review_on_silence = OnSilence::fail;
  std::int32_t same_failure_limit = 3;       ///< as often in a row, the same failure ends a task
  Millis ci_wait = std::chrono::minutes{3};  ///< before each look at CI
  std::int32_t max_ci_cycles = 20;
  std::int32_t max_ci_failures = 5;
  Millis max_pull_request_time = std::chrono::hours{48};
  bool allow_fewer_tests = false;  ///< a gate may run fewer tests than when the run began

  friend bool operator==(const LoopSettings&, const LoopSettings&) = default;
};

enum class Approval : std::uint8_t { interactive, autonomous };
enum class OnExhausted : std::uint8_t { stop, proceed };

struct PipelineSettings {
  std::string definition = "feature";  ///< a built-in name, or a file relative to the workspace
  Approval approval = Approval::interactive;
  std::int32_t concurrency = 4;
  OnExhausted on_exhausted = OnExhausted::stop;

  friend bool operator==(const PipelineSettings&, const PipelineSettings&) = default;
};

struct GoalsSettings {
  std::vector<std::string> judges;  ///< roles asked about criteria nothing else can decide
  std::int32_t judges_min = 0;      ///< so many different agents have to be asked, if any is

  friend bool operator==(const GoalsSettings&, const GoalsSettings&) = default;
};

}  // namespace assay::core
