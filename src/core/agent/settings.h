// SPDX-License-Identifier: MIT
// What a project configures about agents and what they may cost. Plain values: decisions depend on
// them, so they belong to the core; how they are written down does not.
#pragma once

#include "base/instant.h"
#include "core/ask/order.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::core {

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
  std::vector<Permission> permissions = {};  ///< the first that fits answers what it asks leave for
  Resources resources = {};                  ///< of its jobs, where it runs on a cluster

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

}  // namespace assay::core
