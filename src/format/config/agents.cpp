// SPDX-License-Identifier: MIT
#include "base/id.h"
#include "core/agent/roles.h"
#include "format/config/fields.h"
#include "format/config/sections.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format {

namespace {

using core::AgentSpec;
using core::Dialect;

std::vector<Choice<Dialect>> dialects() {
  std::vector<Choice<Dialect>> all;
  for (const core::agent::DialectRow& row : core::agent::dialect_rows)
    all.push_back({row.name, row.dialect});
  return all;
}

constexpr std::string_view any_role = "*";
constexpr Range turns{1, 100'000};
constexpr Range judges_range{1, 9};

void read_preset(ConfigFields& in, AgentSpec& agent) {
  std::vector<Choice<std::string_view>> presets;
  for (const core::agent::Preset& preset : core::agent::presets())
    presets.push_back({preset.name, preset.name});
  std::string_view preset;
  in.choice("preset", presets, preset);
  agent.preset = preset;
}

/// Who does the work is said in exactly one way.
void check_ways(ConfigFields& in) {
  std::vector<std::string_view> ways;
  for (const std::string_view way : {"command", "preset", "use"}) {
    if (in.has(way)) ways.push_back(way);
  }
  if (in.node().kind != YamlNode::Kind::map || ways.size() == 1) return;
  in.object(in.node().line, "",
            ways.empty() ? "needs one of 'command', 'preset' or 'use'"
                         : fmt::format("has both '{}' and '{}'; keep one", ways[0], ways[1]));
}

/// One name, or several that are tried in order.
void read_fallback(ConfigFields& in, AgentSpec& agent) {
  const YamlNode* node = in.lookup("fallback");
  if (node == nullptr || node->kind != YamlNode::Kind::scalar) {
    in.texts("fallback", agent.fallback);
    return;
  }
  std::string name;
  in.text("fallback", name);
  if (!name.empty()) agent.fallback.push_back(name);
}

/// Only a preset knows how its CLI wants to be told.
void check_model(ConfigFields& in, const AgentSpec& agent) {
  if (agent.model.empty() || agent.command.empty()) return;
  in.accept(*in.lookup("model"), "model",
            std::string("is for presets; write the flag into 'command' or 'args'"));
}

void check_names(ConfigFields& in, const AgentSpec& agent) {
  for (const std::string& glob : agent.pass_env) {
    const bool fits = !glob.empty() && glob.find_first_not_of(
                                           "abcdefghijklmnopqrstuvwxyz"
                                           "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                           "0123456789_*?") == std::string::npos;
    if (!fits)
      in.accept(*in.lookup("pass_env"), "pass_env",
                quoted(glob) +
                    " is no name of a variable (`NAME` or `PREFIX_*`; values belong "
                    "under 'env')");
  }
}

AgentSpec read_agent(ProblemLog& problems, const std::string& role, const YamlNode& node) {
  AgentSpec agent;
  agent.role = role;
  ConfigFields in(problems, node, "agents." + role);
  in.texts("command", agent.command);
  read_preset(in, agent);
  in.text("use", agent.use);
  in.choice("dialect", dialects(), agent.dialect);
  in.duration("timeout", agent.timeout);
  in.duration("stall", agent.stall);
  in.integer("max_turns", turns, agent.max_turns);
  in.text("prompt", agent.prompt);
  in.text("cwd", agent.cwd);
  if (!agent.cwd.empty()) in.accept(*in.lookup("cwd"), "cwd", check_inner_path(agent.cwd));
  in.variables("env", agent.env);
  in.text("model", agent.model);
  in.texts("args", agent.args);
  in.texts("pass_env", agent.pass_env);
  read_fallback(in, agent);
  check_model(in, agent);
  check_names(in, agent);
  check_ways(in);
  in.finish();
  return agent;
}

const AgentSpec* agent_of(const std::vector<AgentSpec>& agents, std::string_view role) {
  const auto found = std::find_if(agents.begin(), agents.end(),
                                  [&](const AgentSpec& agent) { return agent.role == role; });
  return found == agents.end() ? nullptr : &*found;
}

/// What is wrong with following `use` from here.
Objection check_use(const std::vector<AgentSpec>& agents, const AgentSpec& from) {
  const AgentSpec* agent = &from;
  for (std::size_t steps = 0; !agent->use.empty(); ++steps) {
    const AgentSpec* next = agent_of(agents, agent->use);
    if (next == nullptr && agent != &from) return {};  // said at that agent
    if (next == nullptr) {
      std::vector<std::string_view> roles;
      for (const AgentSpec& other : agents) roles.push_back(other.role);
      return fmt::format("no agent has the role {}{}", quoted(from.use),
                         suggestion(from.use, roles));
    }
    if (steps > agents.size()) return fmt::format("{} leads back to itself", quoted(from.use));
    agent = next;
  }
  return {};
}

/// Every fallback is a role or a preset, and not the role itself.
Objection check_fallback(const std::vector<AgentSpec>& agents, const AgentSpec& from) {
  for (const std::string& name : from.fallback) {
    if (name == from.role) return quoted(name) + " cannot be its own fallback";
    std::vector<std::string_view> known;
    for (const AgentSpec& other : agents) known.push_back(other.role);
    for (const core::agent::Preset& preset : core::agent::presets()) known.push_back(preset.name);
    if (std::find(known.begin(), known.end(), name) == known.end())
      return fmt::format("{} is neither a role nor a preset{}", quoted(name),
                         suggestion(name, known));
  }
  return {};
}

}  // namespace

void read_agents(ProblemLog& problems, const YamlNode& node, std::vector<AgentSpec>& out) {
  constexpr std::size_t most = 256;
  ConfigFields in(problems, node, "agents");
  if (node.kind != YamlNode::Kind::map) return;
  if (node.items.size() / 2 > most)
    return in.object(node.line, "", fmt::format("more than {} roles", most));
  std::vector<const YamlNode*> nodes;
  for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
    const YamlNode& role = node.items[i];
    if (role.kind != YamlNode::Kind::scalar || agent_of(out, role.text) != nullptr) continue;
    if (role.text != any_role && !is_valid_id(role.text)) {
      in.object(role.line, "",
                quoted(role.text) + " is not a role (a name, or '*' for all others)");
      continue;
    }
    out.push_back(read_agent(problems, role.text, node.items[i + 1]));
    nodes.push_back(&node.items[i + 1]);
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    in.accept(*nodes[i], out[i].role + ".use", check_use(out, out[i]));
    in.accept(*nodes[i], out[i].role + ".fallback", check_fallback(out, out[i]));
  }
}

void read_goals(ProblemLog& problems, const YamlNode& node, const std::vector<AgentSpec>& agents,
                core::GoalsSettings& out) {
  ConfigFields in(problems, node, "goals");
  const YamlNode* judges = in.lookup("judges");
  if (judges != nullptr && judges->kind == YamlNode::Kind::scalar) {
    in.integer("judges", judges_range, out.judges_min);
  } else {
    in.texts("judges", out.judges);
  }
  in.finish();
  std::vector<std::string_view> roles;
  for (const AgentSpec& agent : agents) roles.push_back(agent.role);
  for (const std::string& judge : out.judges) {
    if (agent_of(agents, judge) != nullptr || agent_of(agents, any_role) != nullptr) continue;
    in.object(node.line, "judges",
              fmt::format("no agent has the role {}{}", quoted(judge), suggestion(judge, roles)));
  }
}

}  // namespace assay::format
