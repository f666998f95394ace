// SPDX-License-Identifier: MIT
#include "api/doctor.h"

#include "api/agent.h"
#include "api/open_ledger.h"
#include "core/agent/roles.h"

#include <algorithm>

namespace assay::api {

namespace {

struct Tool {
  std::string name;
  bool needed;
  std::string remedy;
};

const Tool tools[] = {
    {"bash", true, "apt-get install bash"},
    {"git", false, "apt-get install git (assay works without, but cannot tell ignored files)"},
    {"sqlite3", false, "apt-get install sqlite3 (only to look into the ledger yourself)"},
    {"gh", false, "apt-get install gh (only for the life cycle of pull requests)"},
};

Finding examine_tool(const Tool& tool, shell::Outside& outside) {
  Finding finding{tool.name, Health::good, tool.needed, program_path(tool.name, "/", outside), "",
                  ""};
  if (finding.what.empty()) {
    finding.health = Health::missing;
    finding.what = "not on PATH";
    finding.remedy = tool.remedy;
    return finding;
  }
  const auto answer = outside.output_of({finding.what, "--version"}, "/");
  if (answer) {
    finding.answer = *answer;
  } else {
    finding.health = Health::broken;
    finding.what += ": " + answer.error().what;
    finding.remedy = tool.remedy;
  }
  return finding;
}

Finding examine_ledger(const Place& place, shell::Outside& outside) {
  Finding finding{"ledger", Health::good, true, place.state_dir + "/ledger.db", "", ""};
  const auto ledger = open_ledger(outside, place.state_dir, shell::LedgerMode::read_only);
  if (ledger) return finding;
  if (ledger.error().fault == Fault::not_found) {
    finding.what += " (not made yet)";
    return finding;
  }
  finding.health = Health::broken;
  finding.what = ledger.error().what;
  finding.remedy = "name another place with --state-dir, or move this one away";
  return finding;
}

/// A key of its CLI that is set, for people who wonder whose account is used.
std::string key_of(const core::agent::Preset* preset, shell::Outside& outside) {
  if (preset == nullptr) return "";
  struct Key {
    core::Dialect dialect;
    const char* name;
  };
  constexpr Key keys[] = {{core::Dialect::claude, "ANTHROPIC_API_KEY"},
                          {core::Dialect::claude, "CLAUDE_CODE_OAUTH_TOKEN"},
                          {core::Dialect::codex, "OPENAI_API_KEY"},
                          {core::Dialect::gemini, "GEMINI_API_KEY"},
                          {core::Dialect::gemini, "GOOGLE_API_KEY"},
                          {core::Dialect::qwen, "OPENAI_API_KEY"}};
  for (const Key& key : keys) {
    if (key.dialect == preset->dialect && outside.variable(key.name)) return key.name;
  }
  return "";
}

std::string install_hint(const std::string& program, core::Dialect dialect) {
  const core::agent::Preset* preset = core::agent::preset_of(program, dialect);
  const bool known = preset != nullptr && preset->argv.front() == program;
  return known ? std::string(preset->package) : "install it, or name another command for the role";
}

Finding examine_role(const core::agent::Agent& role, const Place& place, shell::Outside& outside) {
  Finding finding{"role " + role.role, Health::good, true, "", "", ""};
  const std::string path = program_path(role.argv.front(), place.workspace, outside);
  if (!path.empty()) {
    const core::agent::Preset* preset = core::agent::preset_of(role.argv.front(), role.dialect);
    const std::string key = key_of(preset, outside);
    finding.what = path;
    if (!key.empty()) finding.what += ", " + key + " is passed on";
    if (preset == nullptr && role.pass_env.empty())
      finding.what += ", gets no keys (`pass_env` names those it needs)";
    return finding;
  }
  finding.what = role.argv.front() + ": not on PATH";
  finding.remedy = install_hint(role.argv.front(), role.dialect);
  for (const core::agent::Spare& spare : role.spares) {
    if (program_path(spare.argv.front(), place.workspace, outside).empty()) continue;
    finding.what += "; its fallback " + spare.name + " is there";
    finding.needed = false;
    finding.health = Health::missing;
    return finding;
  }
  finding.health = Health::missing;
  return finding;
}

/// Nobody has said who is to do the work.
Finding examine_agents(shell::Outside& outside) {
  Finding finding{"agents", Health::good, false, "", "", ""};
  std::string names;
  for (const std::string& name : installed_agents(outside))
    names += (names.empty() ? "" : ", ") + name;
  if (names.empty()) {
    finding.health = Health::missing;
    finding.what =
        "none is installed, and none is configured (only loop, pipeline and judges need one)";
    finding.remedy = "install one; `assay agent presets` lists them";
    return finding;
  }
  finding.what = "installed: " + names + "; none is configured";
  finding.remedy =
      "agents: {\"*\": {preset: " + names.substr(0, names.find(',')) + "}} in assay.yaml";
  return finding;
}

/// A repository with one commit, in a folder of its own.
Result<std::string> make_scratch(shell::Outside& outside) {
  std::string folder = TRY(outside.output_of({"mktemp", "-d", "-t", "assay-doctor-XXXXXX"}, "/"));
  while (!folder.empty() && folder.back() == '\n') folder.pop_back();
  TRY(outside.output_of({"mkdir", folder + "/work"}, "/"));
  const std::string work = folder + "/work";
  TRY(outside.output_of({"git", "init", "-q", work}, "/"));
  TRY(outside.output_of({"git", "-c", "user.name=assay", "-c", "user.email=assay@localhost", "-c",
                         "commit.gpgsign=false", "commit", "-q", "--allow-empty", "-m", "start"},
                        work));
  return folder;
}

}  // namespace

std::string program_path(const std::string& name, const std::string& workspace,
                         shell::Outside& outside) {
  if (name.find('/') != std::string::npos) {
    const std::string path = name.front() == '/' ? name : workspace + "/" + name;
    return outside.files().is_executable(path) ? path : "";
  }
  const std::string path = outside.variable("PATH").value_or("/usr/bin:/bin");
  std::size_t at = 0;
  while (at <= path.size()) {
    const std::size_t colon = std::min(path.find(':', at), path.size());
    const std::string candidate = path.substr(at, colon - at) + "/" + name;
    if (candidate.starts_with("/") && outside.files().is_executable(candidate)) return candidate;
    at = colon + 1;
  }
  return "";
}

std::vector<std::string> installed_agents(shell::Outside& outside) {
  std::vector<std::string> names;
  for (const core::agent::Preset& preset : core::agent::presets()) {
    if (!program_path(preset.argv.front(), "/", outside).empty()) names.emplace_back(preset.name);
  }
  return names;
}

std::vector<Finding> examine(const Result<Place>& place, shell::Outside& outside) {
  std::vector<Finding> findings;
  for (const Tool& tool : tools) findings.push_back(examine_tool(tool, outside));
  if (!place) {
    findings.push_back(
        {"workspace", Health::broken, true, place.error().what, "", "see `assay help`"});
    return findings;
  }
  findings.push_back({"workspace", Health::good, true, place->workspace, "", ""});
  findings.push_back(examine_ledger(*place, outside));
  return findings;
}

std::vector<Finding> examine_roles(const std::vector<core::agent::Agent>& roles, const Place& place,
                                   shell::Outside& outside) {
  if (roles.empty()) return {examine_agents(outside)};
  std::vector<Finding> findings;
  for (const core::agent::Agent& role : roles)
    findings.push_back(examine_role(role, place, outside));
  return findings;
}

Finding try_role(const core::agent::Agent& role, const std::string& prompt,
                 const core::Budgets& budgets, shell::Outside& outside, shell::Audience& audience) {
  Finding finding{"turn of " + role.role, Health::broken, true, "", "", ""};
  const auto folder = make_scratch(outside);
  if (!folder) {
    finding.what = folder.error().what;
    return finding;
  }
  AgentRequest request{role, prompt, budgets, ""};
  request.agent.cwd.clear();
  const Place place{*folder + "/work", *folder + "/state"};
  const auto run = run_agent(request, place, outside, audience);
  if (!run) {
    finding.what = run.error().what;
  } else {
    const core::agent::State& state = run->state;
    const bool completed = state.fused && state.fused->outcome == core::agent::Outcome::completed;
    finding.what = state.fused
                       ? std::string(to_text(state.fused->outcome)) + ": " + state.fused->reason
                   : state.refusal ? state.refusal->why
                                   : "it did not end";
    if (completed && state.commits.empty()) {
      finding.what = state.files_changed.empty() ? "it ended well, but wrote no file"
                                                 : "it wrote a file, but made no commit";
    } else if (completed) {
      finding.health = Health::good;
      finding.what = "wrote a file and committed it in " + to_human(state.evidence.duration);
    }
  }
  if (const auto gone = outside.output_of({"rm", "-rf", *folder}, "/"); !gone)
    finding.what += " (left behind: " + *folder + ")";
  return finding;
}

}  // namespace assay::api
