// SPDX-License-Identifier: MIT
#include "api/doctor.h"

#include "api/agent.h"
#include "api/agents.h"
#include "api/open_ledger.h"
#include "format/doctor.h"

#include <fmt/format.h>

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
  Finding finding{tool.name, Health::good, tool.needed, program_path(tool.name, "/", outside)};
  if (finding.what.empty()) {
    finding.health = Health::missing;
    finding.what = "not on PATH";
    finding.remedy = tool.remedy;
    return finding;
  }
  const auto answer = outside.output_of({finding.what, "--version"}, "/");
  if (answer) {
    if (const auto told = format::read_version(tool.name, *answer)) finding.version = told->version;
  } else {
    finding.health = Health::broken;
    finding.what += ": " + answer.error().what;
    finding.remedy = tool.remedy;
  }
  return finding;
}

Finding examine_ledger(const Site& site) {
  Finding finding{"ledger", Health::good, true, site.place.state.ledger()};
  const auto ledger = open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only);
  if (ledger) return finding;
  if (ledger.error().fault == Fault::not_found) {
    finding.what += " (not made yet)";
    return finding;
  }
  finding.health = Health::broken;
  finding.what = ledger.error().what;
  finding.remedy = "name another place, or move this one away";
  return finding;
}

/// A key of its CLI that is set, for people who wonder whose account is used.
std::string key_of(const core::agent::Preset* preset, shell::Outside& outside) {
  if (preset == nullptr) return "";
  for (const std::string_view key : core::agent::row_of(preset->dialect).keys) {
    if (!key.empty() && outside.variable(std::string(key))) return std::string(key);
  }
  return "";
}

std::string install_hint(const std::string& program, core::Dialect dialect) {
  const core::agent::Preset* preset = core::agent::preset_of(program, dialect);
  const bool known = preset != nullptr && preset->argv.front() == program;
  return known ? std::string(preset->package) : "install it, or name another command for the role";
}

Finding examine_role(const core::agent::Agent& role, const Site& site) {
  shell::Outside& outside = site.outside;
  const std::string& workspace = site.place.workspace;
  Finding finding{"role " + role.role, Health::good, true, ""};
  const std::string path = program_path(role.argv.front(), workspace, outside);
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
    if (program_path(spare.argv.front(), workspace, outside).empty()) continue;
    finding.what += "; its fallback " + spare.name + " is there";
    finding.needed = false;
    finding.health = Health::missing;
    return finding;
  }
  finding.health = Health::missing;
  return finding;
}

/// The ledger of a team, on a server.
Finding examine_store(const Site& site) {
  Finding finding{"store", Health::good, true, ""};
  auto ledger = open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only);
  if (!ledger && ledger.error().fault == Fault::not_found) {
    finding.what = ledger.error().what + " (the first run makes it)";
    return finding;
  }
  const auto health = ledger ? (*ledger)->store_health()
                             : Result<std::optional<shell::StoreHealth>>(ledger.error());
  if (!health || !*health) {
    finding.health = Health::broken;
    finding.what = health ? "says nothing" : health.error().what;
    finding.remedy = "start the server, or correct `store:`; password: ~/.pgpass or a service file";
    return finding;
  }
  const shell::StoreHealth& found = **health;
  finding.version = found.version;
  finding.what =
      fmt::format("{}, {}, {} ms there and back, clock {} ms ahead", (*ledger)->store_name(),
                  found.encryption.empty() ? "not encrypted" : found.encryption,
                  found.round_trip.count(), found.clock_ahead.count());
  constexpr Millis odd{5000};
  if (!found.lacks.empty()) {
    finding.health = Health::broken;
    finding.what += "; may not " + found.lacks;
    finding.remedy = "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES (docs/manual/team.md)";
  } else if (found.encryption.empty() && !found.same_machine) {
    finding.health = Health::missing;
    finding.remedy = "?sslmode=verify-full in the address: who listens could read and change";
  } else if (found.clock_ahead > odd || found.clock_ahead < -odd) {
    finding.health = Health::missing;
    finding.remedy = "nothing depends on it but the times that are shown; set the clock (NTP)";
  }
  return finding;
}

/// Somebody who is to be told of runs.
Finding examine_receiver(const core::Receiver& receiver, const Site& site) {
  const std::string program = receiver.url.empty() ? receiver.command.front() : "curl";
  Finding finding{"notify", Health::good, true,
                  program_path(program, site.place.workspace, site.outside)};
  if (finding.what.empty()) {
    finding.health = Health::missing;
    finding.what = program + ": not on PATH";
    finding.remedy = receiver.url.empty() ? "install it, or name another command"
                                          : "apt-get install curl (it posts to `url`)";
    return finding;
  }
  const std::string& key = receiver.secret_env;
  if (!key.empty() && site.outside.variable(key).value_or("").empty()) {
    finding.health = Health::missing;
    finding.what = "the variable " + key + " is not set: nothing is sent without it";
    finding.remedy = "set it where assay runs, also for `assay wake` in cron";
  }
  return finding;
}

/// What can be done about it, by what the word says is missing.
std::string isolation_remedy(const std::string& word) {
  if (word.find("docker") != word.npos)
    return "isolation: {hide: [/run/docker.sock]}, if neither agents nor gates need it";
  if (word == "none") return "isolation: {agents: full, gates: full}";
  return "let ordinary users make user namespaces (a container: --security-opt seccomp=unconfined; "
         "Ubuntu: an AppArmor profile for assay)";
}

/// What agents and gates are kept from here.
Finding examine_isolation(const format::Config& config, const Site& site) {
  shell::ExecutorNeeds needs;
  needs.isolation = config.isolation;
  needs.workspace = site.place.workspace;
  needs.state_home = state_home(site.outside);
  needs.config_dir = user_config_dir(site.outside);
  needs.state_dir = site.place.state;
  Finding finding{"isolation", Health::good, false, site.outside.isolation(needs)};
  if (core::kept_by(finding.what) == core::Kept::in_full) return finding;
  finding.health = Health::missing;
  finding.remedy = isolation_remedy(finding.what);
  return finding;
}

Finding slurm_finding(Health health, std::string what, std::string remedy) {
  return {.name = "slurm",
          .health = health,
          .needed = true,
          .what = std::move(what),
          .remedy = std::move(remedy)};
}

/// A word of each line that sinfo prints, without the star of the default partition.
bool lists_partition(const std::string& printed, const std::string& wanted) {
  for (std::size_t at = 0; at < printed.size();) {
    const std::size_t end = std::min(printed.find('\n', at), printed.size());
    std::string name = printed.substr(at, end - at);
    while (!name.empty() && (name.back() == '*' || name.back() == ' ')) name.pop_back();
    if (name == wanted) return true;
    at = end + 1;
  }
  return false;
}

/// The programs of the cluster, its controller and the partition.
Finding examine_slurm(const core::ExecutorSettings& executor, const Site& site) {
  for (const char* program : {"sbatch", "squeue", "scancel", "sinfo"}) {
    if (program_path(program, site.place.workspace, site.outside).empty())
      return slurm_finding(Health::missing, std::string(program) + ": not on PATH",
                           "apt-get install slurm-client, or `executor: {kind: local}`");
  }
  const auto partitions = site.outside.output_of({"sinfo", "--noheader", "--format=%R"}, "/");
  if (!partitions)
    return slurm_finding(Health::broken,
                         "the controller does not answer: " + partitions.error().what,
                         "is slurmctld up, and SLURM_CONF right?");
  if (!executor.partition.empty() && !lists_partition(*partitions, executor.partition))
    return slurm_finding(Health::broken, "there is no partition '" + executor.partition + "'",
                         "`sinfo` lists those that there are");
  return slurm_finding(
      Health::good,
      executor.partition.empty() ? "the default partition" : "partition " + executor.partition, "");
}

/// The folder that everything goes through: written here, and seen by a node.
Finding examine_shared_dir(const core::ExecutorSettings& executor, const Site& site) {
  Finding finding{"shared_dir", Health::good, true, executor.shared_dir};
  const std::string probe =
      executor.shared_dir + "/doctor-" + std::to_string(site.outside.chance() % 1'000'000'007);
  const auto made = site.files().make_directories(executor.shared_dir);
  const auto written = made ? site.files().replace(probe, "seen\n") : made;
  if (!written) {
    finding.health = Health::broken;
    finding.what = written.error().what;
    finding.remedy =
        "executor.shared_dir must be a folder that this user can write here and on "
        "every node";
    return finding;
  }
  std::vector<std::string> ask = {"srun", "--quiet", "--immediate=5", "--time=1", "--chdir=/"};
  if (!executor.partition.empty()) ask.push_back("--partition=" + executor.partition);
  ask.insert(ask.end(), {"cat", probe});
  const auto seen = site.outside.output_of(ask, "/");
  static_cast<void>(static_cast<bool>(site.files().remove(probe)));
  if (seen && seen->starts_with("seen")) {
    finding.what += " (a node sees it)";
  } else if (seen || seen.error().what.find("No such file") != std::string::npos) {
    finding.health = Health::broken;
    finding.what += ": a node does not see it";
    finding.remedy = "mount it there, at the same path";
  } else {
    finding.what += " (no node was free to look)";
  }
  return finding;
}

void add_cluster(std::vector<Finding>& findings, const Site& site) {
  const auto loaded = load_config(site);
  if (!loaded) return;
  const core::ExecutorSettings& executor = loaded->config.executor;
  if (executor.shared_dir.empty()) return;
  findings.push_back(examine_slurm(executor, site));
  findings.push_back(examine_shared_dir(executor, site));
}

/// Nobody has said who is to do the work.
Finding examine_agents(shell::Outside& outside) {
  Finding finding{"agents", Health::good, false, ""};
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

/// The configuration, as one more thing that can be ill; what it says, if it is not.
Finding examine_config(const Site& site, format::Config& config) {
  const std::string path = site.config_file();
  Finding finding{"configuration", Health::good, true, path};
  const auto text = site.files().read(path, 4U << 20);
  if (!text) {
    const bool absent = text.error().fault == Fault::not_found;
    finding.needed = !absent;
    finding.health = absent ? Health::missing : Health::broken;
    finding.what = text.error().what;
    finding.remedy = "assay init";
    return finding;
  }
  format::ConfigReading reading = format::read_config("assay.yaml", *text);
  if (reading.problems.empty()) {
    config = std::move(reading.config);
    return finding;
  }
  finding.health = Health::broken;
  finding.what = reading.problems.front().where + ": " + reading.problems.front().what;
  finding.remedy = "correct it; `assay schema assay` is its schema";
  return finding;
}

/// The program a gate starts, as far as its first word is plainly one.
std::string program_of(std::string_view command) {
  command = command.substr(std::min(command.find_first_not_of(" \t\n"), command.size()));
  const std::string word(command.substr(0, command.find_first_of(" \t\n;|&<>()")));
  constexpr std::string_view shells_own[] = {
      "cd",   "test",  "[",    "[[",     "if",     "for",    "while", "until", "case",  "set",
      "true", "false", "echo", "printf", "export", "source", ".",     "exec",  "eval",  "time",
      "!",    "{",     ":",    "trap",   "ulimit", "umask",  "wait",  "read",  "unset", "command"};
  const bool plain = !word.empty() && word.find_first_of("\"'$`=~*?{}[]!#\\") == std::string::npos;
  const bool own =
      std::find(std::begin(shells_own), std::end(shells_own), word) != std::end(shells_own);
  return plain && !own ? word : "";
}

/// Gates whose program is not there; those that are fine are not worth a line each.
void add_gates(std::vector<Finding>& findings, const Site& site, const format::Config& config) {
  for (const core::verify::CommandSpec& gate : config.verify.manifest.commands) {
    const std::string program = program_of(gate.command);
    if (program.empty()) continue;
    if (!program_path(program, site.place.workspace, site.outside).empty()) continue;
    findings.push_back({.name = "gate " + gate.id,
                        .health = Health::missing,
                        .needed = gate.required,
                        .what = program + ": not there",
                        .remedy = "install it, or change the gate's command"});
  }
}

std::vector<core::agent::Agent> roles_of(const format::Config& config) {
  std::vector<core::agent::Agent> roles;
  for (const core::AgentSpec& spec : config.agents) {
    if (auto agent = core::agent::resolve(config.agents, spec.role)) roles.push_back(agent.take());
  }
  return roles;
}

constexpr std::string_view trial_prompt =
    "This is a trial. Create the file hello.txt in the current directory with the single line "
    "`hello`, then commit exactly that file with git, with the message `trial: hello`. Do nothing "
    "else. <target>hello.txt</target>\n";

/// What a turn came to, as a person would sum it up.
void judge_turn(Finding& finding, const core::agent::State& state) {
  const bool completed = state.fused && state.fused->outcome == core::agent::Outcome::completed;
  finding.what = state.fused
                     ? std::string(to_text(state.fused->outcome)) + ": " + state.fused->reason
                 : state.refusal ? state.refusal->why
                                 : "it did not end";
  if (!completed) return;
  if (state.commits.empty()) {
    finding.what = state.files_changed.empty() ? "it ended well, but wrote no file"
                                               : "it wrote a file, but made no commit";
    return;
  }
  finding.health = Health::good;
  finding.what = "wrote a file and committed it in " + to_human(state.evidence.duration);
}

Finding try_agent(core::agent::Agent agent, const core::Budgets& budgets, shell::Outside& outside,
                  shell::Audience& audience) {
  if (agent.role == "*") agent.role = "any";
  agent.spares.clear();
  agent.cwd.clear();
  Finding finding{"turn of " + agent.role, Health::broken, true, ""};
  const auto folder = make_scratch(outside);
  if (!folder) {
    finding.what = folder.error().what;
    return finding;
  }
  const Site scratch{outside, {*folder + "/work", *folder + "/state"}, ""};
  const auto run =
      dispatch({std::move(agent), std::string(trial_prompt), budgets}, scratch, audience);
  if (run) {
    judge_turn(finding, run->as<core::agent::State>());
  } else {
    finding.what = plain_text(run.error().front());
  }
  if (const auto gone = outside.output_of({"rm", "-rf", *folder}, "/"); !gone)
    finding.what += " (left behind: " + *folder + ")";
  return finding;
}

}  // namespace

std::vector<std::string> installed_agents(shell::Outside& outside) {
  std::vector<std::string> names;
  for (const core::agent::Preset& preset : core::agent::presets()) {
    if (!program_path(preset.argv.front(), "/", outside).empty()) names.emplace_back(preset.name);
  }
  return names;
}

std::vector<Finding> examine(const Reply<Site>& site, shell::Outside& outside) {
  std::vector<Finding> findings;
  for (const Tool& tool : tools) findings.push_back(examine_tool(tool, outside));
  if (!site) {
    findings.push_back({.name = "workspace",
                        .health = Health::broken,
                        .needed = true,
                        .what = plain_text(site.error().front()),
                        .remedy = "see `assay help`",
                        .problems = site.error()});
    return findings;
  }
  findings.push_back({"workspace", Health::good, true, site->place.workspace});
  const bool shares = !outside.used_store().url.empty();
  findings.push_back(shares ? examine_store(*site) : examine_ledger(*site));
  format::Config config;
  findings.push_back(examine_config(*site, config));
  add_gates(findings, *site, config);
  const std::vector<core::agent::Agent> roles = roles_of(config);
  findings.push_back(examine_isolation(config, *site));
  add_cluster(findings, *site);
  for (const core::agent::Agent& role : roles) findings.push_back(examine_role(role, *site));
  if (roles.empty()) findings.push_back(examine_agents(outside));
  for (const core::Receiver& receiver : config.notify)
    findings.push_back(examine_receiver(receiver, *site));
  return findings;
}

std::vector<Finding> try_agents(const Site& site, shell::Audience& audience) {
  std::vector<Finding> findings;
  format::Config config;
  examine_config(site, config);
  std::vector<core::agent::Agent> tried;
  for (const core::agent::Agent& role : roles_of(config)) {
    const bool again = std::any_of(tried.begin(), tried.end(), [&](const auto& other) {
      return other.argv == role.argv && other.env == role.env && other.pass_env == role.pass_env;
    });
    if (again) continue;
    tried.push_back(role);
    findings.push_back(try_agent(role, config.budgets, site.outside, audience));
  }
  return findings;
}

}  // namespace assay::api
