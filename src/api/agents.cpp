// SPDX-License-Identifier: MIT
#include "api/agents.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::api {

namespace {

constexpr std::uint64_t template_bytes_max = 1U << 20;
constexpr const char* spending_flag = "--max-budget-usd";

struct Template {
  std::string name;
  std::string text;
};

Result<Template> find_template(const Site& site, const std::string& configured,
                               const std::string& role) {
  const std::string name = configured.empty() ? format::prompt_override(role) : configured;
  auto text = read_of_workspace(site, site.place.workspace + "/" + name, template_bytes_max);
  if (text) return Template{name, text.take()};
  const bool absent = configured.empty() && text.error().fault == Fault::not_found;
  if (!absent) return Error{Fault::bad_input, "prompt of " + role + ": " + text.error().what};
  return Template{role + ".md", std::string(format::default_prompt(role))};
}

/// Which folders of a PATH are looked into: what people are told must hold anywhere, what an agent
/// is started by may be relative.
enum class Folders : std::uint8_t { absolute, any };

/// Empty: none of the folders has it.
std::string find_on_path(const std::string& name, const std::string& path, Folders folders,
                         shell::Files& files) {
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t colon = std::min(path.find(':', at), path.size());
    const std::string candidate = path.substr(at, colon - at) + "/" + name;
    const bool counts = folders == Folders::any || candidate.starts_with("/");
    if (counts && files.is_executable(candidate)) return candidate;
    at = colon + 1;
  }
  return "";
}

std::string search_path(shell::Outside& outside) {
  return outside.variable("PATH").value_or("/usr/bin:/bin");
}

}  // namespace

Reply<LoadedPrompt> load_prompt(const Site& site, const std::string& configured,
                                const std::string& role) {
  Template chosen = TRY(find_template(site, configured, role));
  format::PromptReading reading =
      format::read_prompt(chosen.name, chosen.text, format::prompt_variables(role));
  if (!reading.problems.empty()) return problems_of(reading.problems);
  return LoadedPrompt{std::move(reading.prompt), std::move(chosen.text)};
}

Result<core::agent::Agent> agent_for(const format::Config& config, const std::string& role) {
  core::agent::Agent agent = TRY(core::agent::resolve(config.agents, role));
  const std::optional<std::int64_t>& limit = config.budgets.run.micro_usd;
  const bool knows_limit = agent.dialect == core::Dialect::claude && agent.argv.front() == "claude";
  const bool has_own =
      std::find(agent.argv.begin(), agent.argv.end(), spending_flag) != agent.argv.end();
  if (!limit || !knows_limit || has_own) return agent;
  agent.argv.insert(agent.argv.end(),
                    {spending_flag, fmt::format("{:.2f}", static_cast<double>(*limit) / 1e6)});
  return agent;
}

Reply<RoleAgent> resolve_agent(const Site& site, const format::Config& config,
                               const std::string& role) {
  core::agent::Agent agent = TRY(agent_for(config, role));
  LoadedPrompt prompt = TRY(load_prompt(site, agent.prompt, role));
  return RoleAgent{std::move(agent), std::move(prompt.text)};
}

std::string program_path(const std::string& name, const std::string& workspace,
                         shell::Outside& outside) {
  if (name.find('/') == std::string::npos)
    return find_on_path(name, search_path(outside), Folders::absolute, outside.files());
  const std::string path = name.front() == '/' ? name : workspace + "/" + name;
  return outside.files().is_executable(path) ? path : "";
}

bool has_program(const Site& site, const core::agent::Agent& agent) {
  const std::string& program = agent.argv.front();
  if (program.find('/') != std::string::npos) {
    const std::string folder = agent.cwd.empty() ? "" : "/" + agent.cwd;
    return !program_path(program, site.place.workspace + folder, site.outside).empty();
  }
  std::string path = search_path(site.outside);
  for (const auto& [name, value] : agent.env) {
    if (name == "PATH") path = value;
  }
  return !find_on_path(program, path, Folders::any, site.files()).empty();
}

}  // namespace assay::api
