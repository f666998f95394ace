// SPDX-License-Identifier: MIT
#include "core/agent/roles.h"

#include "base/text/join.h"

#include <algorithm>
#include <chrono>

namespace assay::core::agent {

namespace {

using namespace std::chrono_literals;

constexpr Millis default_timeout = 45min;
constexpr Millis default_stall = 10min;

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    words.emplace_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return words;
}

const std::vector<Preset>& preset_table() {
  static const std::vector<Preset> all = [] {
    std::vector<Preset> presets;
    for (const DialectRow& row : dialect_rows) {
      if (row.argv.empty()) continue;
      presets.push_back({row.name, row.dialect, words_of(row.argv), row.package, row.model_flag,
                         row.login, words_of(row.last)});
    }
    return presets;
  }();
  return all;
}

const AgentSpec* spec_of(std::span<const AgentSpec> agents, std::string_view role) {
  const auto found = std::find_if(agents.begin(), agents.end(),
                                  [&](const AgentSpec& agent) { return agent.role == role; });
  return found == agents.end() ? nullptr : &*found;
}

Error unknown_role(std::span<const AgentSpec> agents, std::string_view role) {
  std::string known;
  for (const AgentSpec& agent : agents) append_part(known, ", ", agent.role);
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
  if (agent.model.empty()) agent.model = from.model;
  if (agent.args.empty()) agent.args = from.args;
  if (agent.pass_env.empty()) agent.pass_env = from.pass_env;
  if (agent.fallback.empty()) agent.fallback = from.fallback;
  if (agent.permissions.empty()) agent.permissions = from.permissions;
  if (agent.resources == Resources{}) agent.resources = from.resources;
  for (const auto& given : from.env) {
    const bool set = std::any_of(agent.env.begin(), agent.env.end(), [&](const auto& variable) {
      return variable.first == given.first;
    });
    if (!set) agent.env.push_back(given);
  }
}

const Preset* preset_named(std::string_view name) {
  const auto found = std::find_if(preset_table().begin(), preset_table().end(),
                                  [&](const Preset& preset) { return preset.name == name; });
  return found == preset_table().end() ? nullptr : &*found;
}

/// The role as it is written, with what it uses filled in.
Result<AgentSpec> whole_spec(std::span<const AgentSpec> agents, std::string_view role) {
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
  return whole;
}

/// Command line and dialect of a role: its own command, or its preset's, with its model and words.
Spare as_started(const AgentSpec& whole) {
  Spare started{whole.role, whole.command, whole.dialect.value_or(Dialect::text), whole.pass_env,
                whole.env};
  const Preset* preset = preset_named(whole.preset);
  if (preset != nullptr) {
    started.argv = preset->argv;
    started.dialect = whole.dialect.value_or(preset->dialect);
  }
  if (preset != nullptr && !whole.model.empty()) {
    started.argv.emplace_back(preset->model_flag);
    started.argv.push_back(whole.model);
  }
  started.argv.insert(started.argv.end(), whole.args.begin(), whole.args.end());
  if (preset != nullptr)
    started.argv.insert(started.argv.end(), preset->words.begin(), preset->words.end());
  return started;
}

/// A fallback is a role, else a preset.
std::optional<Spare> spare_for(std::span<const AgentSpec> agents, const std::string& name) {
  if (spec_of(agents, name) != nullptr) {
    const Result<AgentSpec> whole = whole_spec(agents, name);
    if (!whole) return std::nullopt;
    Spare spare = as_started(*whole);
    spare.name = name;
    return spare;
  }
  if (preset_named(name) == nullptr) return std::nullopt;
  AgentSpec bare;
  bare.preset = name;
  Spare spare = as_started(bare);
  spare.name = name;
  return spare;
}

std::vector<std::string> names_of(const std::vector<std::pair<std::string, std::string>>& env) {
  std::vector<std::string> names;
  names.reserve(env.size());
  for (const auto& variable : env) names.push_back(variable.first);
  return names;
}

/// An agent that has repeated so many requests does not recover by itself.
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
  order.pass_env = agent.pass_env;
  order.prices = agent.prices;
  order.permissions = agent.permissions;
  order.resources = agent.resources;
  order.sealed = names_of(agent.env);
  order.spares = agent.spares;
  for (Spare& spare : order.spares) {
    spare.sealed = names_of(spare.env);
    spare.env.clear();
  }
  return order;
}

const std::string& who_of(const Order& order) {
  const bool other = order.spare > 0 && order.spare <= order.spares.size();
  return other ? order.spares[order.spare - 1].name : order.role;
}

std::span<const Preset> presets() { return preset_table(); }

const Preset* preset_of(std::string_view program, Dialect dialect) {
  program = program.substr(program.rfind('/') + 1);
  // What speaks a protocol that many share is known by its program, too.
  const bool by_program = dialect == Dialect::text || dialect == Dialect::acp;
  for (const Preset& preset : preset_table()) {
    const bool same = by_program ? preset.argv.front() == program : preset.dialect == dialect;
    if (same) return &preset;
  }
  return nullptr;
}

Result<Agent> resolve(std::span<const AgentSpec> agents, std::string_view role) {
  const AgentSpec whole = TRY(whole_spec(agents, role));
  Spare started = as_started(whole);
  Agent agent;
  agent.role = role;
  agent.argv = std::move(started.argv);
  agent.dialect = started.dialect;
  agent.timeout = whole.timeout.value_or(default_timeout);
  agent.stall = whole.stall.value_or(default_stall);
  agent.max_turns = whole.max_turns.value_or(0);
  agent.prompt = whole.prompt;
  agent.cwd = whole.cwd;
  agent.env = whole.env;
  agent.pass_env = whole.pass_env;
  agent.prices = whole.prices;
  agent.permissions = whole.permissions;
  agent.resources = whole.resources;
  for (const std::string& name : whole.fallback) {
    if (std::optional<Spare> spare = spare_for(agents, name)) agent.spares.push_back(*spare);
  }
  return agent;
}

}  // namespace assay::core::agent
