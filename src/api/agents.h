// SPDX-License-Identifier: MIT
// Who does the work of a role: the agent that is configured for it, the template of its prompt, and
// whether its program is there. Everything is checked before anything is started.
#pragma once

#include "api/site.h"
#include "core/agent/roles.h"
#include "format/prompt/prompt.h"

#include <string>

namespace assay::api {

struct LoadedPrompt {
  format::Prompt prompt;
  std::string text;  ///< the template it was read from
};

/// The template that stands nearest: configured, of the workspace, built in.
Reply<LoadedPrompt> load_prompt(const Site& site, const std::string& configured,
                                const std::string& role);

/// An agent with the template of its prompt.
struct RoleAgent {
  core::agent::Agent agent;
  std::string prompt;
};

/// The agent of a role as the configuration has it. One whose program can be told what it may spend
/// is told: no single launch exceeds what a whole run may cost.
Result<core::agent::Agent> agent_for(const format::Config& config, const std::string& role);

Reply<RoleAgent> resolve_agent(const Site& site, const format::Config& config,
                               const std::string& role);

/// The first executable of that name on PATH, or the path itself if it is one; empty if there is
/// none. A relative path is one of the workspace.
std::string program_path(const std::string& name, const std::string& workspace,
                         shell::Outside& outside);

/// Whether the program of an agent can be started, as far as a look tells.
bool has_program(const Site& site, const core::agent::Agent& agent);

}  // namespace assay::api
