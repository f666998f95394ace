// SPDX-License-Identifier: MIT
#include "core/agent/roles.h"

#include <algorithm>
#include <chrono>

namespace assay::core::agent {

namespace {

using namespace std::chrono_literals;

constexpr Millis default_timeout = 45min;
constexpr Millis default_stall = 10min;

// docs/agents.md says what came of trying them with the real programs.
const std::vector<Preset>& preset_table() {
  static const std::vector<Preset> all = {
      {"claude",
       Dialect::claude,
       {"claude", "-p", "--output-format", "stream-json", "--verbose", "--permission-mode",
        "acceptEdits", "--allowedTools", "Bash,Edit,MultiEdit,Write,Read,Glob,Grep,NotebookEdit"},
       "npm install -g @anthropic-ai/claude-code"},
      {"codex",
       Dialect::codex,
       {"codex", "exec", "--json", "--skip-git-repo-check", "--sandbox", "workspace-write", "-"},
       "npm install -g @openai/codex"},
      {"gemini",
       Dialect::gemini,
       {"gemini", "--approval-mode", "yolo", "--output-format", "stream-json"},
       "npm install -g @google/gemini-cli"},
      {"opencode",
       Dialect::opencode,
       {"opencode", "run", "--format", "json"},
       "npm install -g opencode-ai"},
      {"qwen",
       Dialect::qwen,
       {"qwen", "--yolo", "--output-format", "stream-json"},
       "npm install -g @qwen-code/qwen-code"},
      {"pi",
       Dialect::pi,
       {"pi", "--mode", "json", "--no-session"},
       "npm install -g @mariozechner/pi-coding-agent"},
      {"cline",
       Dialect::cline,
       {"cline", "--json", "--auto-approve", "true"},
       "npm install -g cline"},
      {"continue",
       Dialect::continue_cli,
       {"cn", "--auto", "-p", "--format", "json"},
       "npm install -g @continuedev/cli"},
  };
  return all;
}

const AgentSpec* spec_of(std::span<const AgentSpec> agents, std::string_view role) {
  const auto found = std::find_if(agents.begin(), agents.end(),
                                  [&](const AgentSpec& agent) { return agent.role == role; });
  return found == agents.end() ? nullptr : &*found;
}

Error unknown_role(std::span<const AgentSpec> agents, std::string_view role) {
  std::string known;
  for (const AgentSpec& agent : agents) known += (known.empty() ? "" : ", ") + agent.role;
  const std::string name(role);
  return {Fault::bad_input, "no agent for the role '" + name + "': " +
                                (known.empty() ? "assay.yaml has no agents"
                                               : "assay.yaml has agents for " + known + " only") +
                                " (add `agents: {" + name +
                                ": {preset: claude}}`; `assay agent presets` lists them)"};
}

/// What is set nearer to the role wins over what it uses.
void fill(AgentSpec& agent, const AgentSpec& from) {
  if (agent.command.empty() && agent.preset.empty()) {
    agent.command = from.command;
    agent.preset = from.preset;
  }
  if (!agent.dialect) agent.dialect = from.dialect;
  if (!agent.timeout) agent.timeout = from.timeout;
  if (!agent.stall) agent.stall = from.stall;
  if (!agent.max_turns) agent.max_turns = from.max_turns;
  if (agent.prompt.empty()) agent.prompt = from.prompt;
  if (agent.cwd.empty()) agent.cwd = from.cwd;
  for (const auto& [name, value] : from.env) {
    const bool set = std::any_of(agent.env.begin(), agent.env.end(),
                                 [&](const auto& variable) { return variable.first == name; });
    if (!set) agent.env.emplace_back(name, value);
  }
}

/// Who has repeated his requests so often will go on doing so.
constexpr std::uint32_t retries_max = 50;

}  // namespace

Order order_of(const Agent& agent) {
  Order order;
  order.role = agent.role;
  order.argv = agent.argv;
  order.dialect = agent.dialect;
  order.stall = agent.stall;
  order.max_turns = agent.max_turns;
  order.max_retries = retries_max;
  return order;
}

std::span<const Preset> presets() { return preset_table(); }

Result<Agent> resolve(std::span<const AgentSpec> agents, std::string_view role) {
  const AgentSpec* spec = spec_of(agents, role);
  if (spec == nullptr) spec = spec_of(agents, "*");
  if (spec == nullptr) return unknown_role(agents, role);
  AgentSpec whole = *spec;
  for (std::size_t steps = 0; !spec->use.empty(); ++steps) {
    const AgentSpec* next = spec_of(agents, spec->use);
    if (next == nullptr || steps > agents.size()) return unknown_role(agents, spec->use);
    fill(whole, *next);
    spec = next;
  }
  Agent agent;
  agent.role = role;
  agent.argv = whole.command;
  agent.dialect = whole.dialect.value_or(Dialect::text);
  for (const Preset& preset : presets()) {
    if (preset.name != whole.preset) continue;
    agent.argv = preset.argv;
    agent.dialect = whole.dialect.value_or(preset.dialect);
  }
  agent.timeout = whole.timeout.value_or(default_timeout);
  agent.stall = whole.stall.value_or(default_stall);
  agent.max_turns = whole.max_turns.value_or(0);
  agent.prompt = whole.prompt;
  agent.cwd = whole.cwd;
  agent.env = whole.env;
  return agent;
}

}  // namespace assay::core::agent
