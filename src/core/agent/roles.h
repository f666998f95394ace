// SPDX-License-Identifier: MIT
// Which agent does the work of a role: configuration, built-in presets, and what follows from both.
#pragma once

#include "base/result.h"
#include "core/agent/settings.h"
#include "core/ask/order.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::core::agent {

/// A known CLI, started so that it reads its prompt from standard input, works unattended and
/// prints its events.
struct Preset {
  std::string_view name;
  Dialect dialect{};
  std::vector<std::string> argv;
  std::string_view package;             ///< how it is installed
  std::string_view model_flag;          ///< before the name of a model
  std::string_view login;               ///< how a person gets it to work: log in, or set a key
  std::vector<std::string> words = {};  ///< what must come last
};

/// Stands in a word of a command line for the folders git writes into, as a list in TOML. They are
/// known when an attempt starts: a worktree has others than the workspace.
constexpr std::string_view git_dirs_word = "{git_dirs}";

std::span<const Preset> presets();

/// The preset whose program or dialect this is; null for a program nobody knows.
const Preset* preset_of(std::string_view program, Dialect dialect);

/// An agent as it will be started, everything decided.
struct Agent {
  std::string role;
  std::vector<std::string> argv;
  Dialect dialect = Dialect::text;
  Millis timeout{0};
  Millis stall{0};
  std::int32_t max_turns = 0;
  std::string prompt;  ///< template file, relative to the workspace; empty: the built-in one
  std::string cwd;     ///< relative to the workspace; empty: its root
  std::vector<std::pair<std::string, std::string>> env;
  std::vector<std::string> pass_env;
  std::vector<Spare> spares;
  std::vector<Price> prices;
  std::vector<Permission> permissions = {};
  Resources resources = {};
};

/// What it is asked under its limits; the prompt is not filled in, and of its variables only the
/// names are there.
Order order_of(const Agent& agent);

/// Whose configuration an order goes by: the role's, or that of who takes over.
const std::string& who_of(const Order& order);

/// Fault::bad_input names what is configured, and how to add what is not.
Result<Agent> resolve(std::span<const AgentSpec> agents, std::string_view role);

}  // namespace assay::core::agent
