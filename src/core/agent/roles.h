// SPDX-License-Identifier: MIT
// Which agent does the work of a role: configuration, built-in presets, and what follows from both.
#pragma once

#include "base/result.h"
#include "core/agent/order.h"
#include "core/config.h"

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
  std::string_view package;  ///< how it is installed
};

std::span<const Preset> presets();

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
};

/// What it is asked under its limits; the prompt is not filled in.
Order order_of(const Agent& agent);

/// Fault::bad_input names what is configured, and how to add what is not.
Result<Agent> resolve(std::span<const AgentSpec> agents, std::string_view role);

}  // namespace assay::core::agent
