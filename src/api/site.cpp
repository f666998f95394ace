// SPDX-License-Identifier: MIT
#include "api/site.h"

#include "format/config/settings_digest.h"

#include <algorithm>

namespace assay::api {

namespace {

constexpr std::uint64_t config_bytes_max = 4U << 20;

constexpr const char* config_at_top = "assay.yaml";
constexpr const char* branch_of_remote = "refs/remotes/origin/HEAD";

Reply<format::UserConfig> read_user_config(const Site& site) {
  const std::string folder = user_config_dir(site.outside);
  const std::string path = folder + "/config.yaml";
  if (folder.empty() || !site.files().is_regular(path)) return format::UserConfig{};
  const auto text = site.files().read(path, config_bytes_max);
  if (!text) return Error{Fault::bad_input, text.error().what};
  format::UserConfigReading reading = format::read_user_config(path, *text);
  if (!reading.problems.empty()) return problems_of(reading.problems);
  return std::move(reading.config);
}

/// What the user says for all workspaces holds in each of them.
Reply<> add_user_config(format::Config& config, const Site& site) {
  const format::UserConfig users = TRY(read_user_config(site));
  if (users.isolation) config.isolation = core::stricter(*users.isolation, config.isolation);
  if (users.executor) config.executor = core::joined(*users.executor, config.executor);
  site.outside.keep_secret(config.secrets);
  site.outside.keep_secret(users.secrets);
  return {};
}

}  // namespace

Result<std::string> read_of_workspace(const Site& site, const std::string& path,
                                      std::uint64_t bytes_max) {
  const auto real = site.files().real_path(path);
  for (const std::string& own : {site.place.state.path(), state_home(site.outside)}) {
    const auto folder = own.empty() ? Result<std::string>(own) : site.files().real_path(own);
    const bool inside = real && folder && !folder->empty() && real->starts_with(*folder + "/");
    if (inside) return Error{Fault::bad_input, path + ": leads into the state of assay"};
  }
  return site.files().read(path, bytes_max);
}

std::string user_config_dir(shell::Outside& outside) {
  const auto folder = outside.variable("XDG_CONFIG_HOME");
  if (folder && folder->starts_with("/")) return *folder + "/assay";
  const auto home = outside.variable("HOME");
  return home && home->starts_with("/") ? *home + "/.config/assay" : "";
}

namespace {

Reply<LoadedConfig> load_own(const Site& site) {
  LoadedConfig loaded;
  const bool named = !site.config_path.empty();
  const std::string path = site.config_file();
  if (!named && !site.files().is_regular(path)) {
    TRY(add_user_config(loaded.config, site));
    return loaded;
  }
  const auto text = read_of_workspace(site, path, config_bytes_max);
  if (!text) return Error{Fault::bad_input, text.error().what};
  format::ConfigReading reading = format::read_config(named ? path : "assay.yaml", *text);
  if (!reading.problems.empty()) return problems_of(reading.problems);
  loaded.config = std::move(reading.config);
  TRY(add_user_config(loaded.config, site));
  loaded.path = path;
  return loaded;
}

/// What assay.yaml of the remote's default branch says; empty: nothing.
std::string said_by_remote(const Site& site) {
  const auto text = site.outside.file_in(site.place.workspace, branch_of_remote,
                                         std::string("./") + config_at_top);
  if (!text || !*text || (*text)->find("gates_from") == std::string::npos) return "";
  const format::ConfigReading reading = format::read_config(config_at_top, **text);
  return reading.problems.empty() ? reading.config.gates_from : "";
}

/// Where the configuration lies in the repository; a file elsewhere is in no commit.
Reply<std::string> path_in_commit(const Site& site) {
  if (site.config_path.empty()) return std::string(config_at_top);
  const auto real = site.files().real_path(site.config_path);
  const std::string root = site.place.workspace + "/";
  if (real && real->starts_with(root)) return real->substr(root.size());
  return Problem{.code = Code::bad_input,
                 .what = site.config_path +
                         " is no file of the workspace, so that no commit has it: `gates_from` and "
                         "`--config` do not go together here"};
}

/// The parts of two configurations that differ in what decides.
std::vector<std::string> differing_parts(const format::Config& own, const format::Config& trusted) {
  std::vector<std::string> names;
  const auto compare = [&](const char* name, const auto& a, const auto& b) {
    if (!(a == b)) names.emplace_back(name);
  };
  for (const auto& spec : own.verify.manifest.commands) {
    const auto& all = trusted.verify.manifest.commands;
    if (std::find(all.begin(), all.end(), spec) == all.end())
      names.push_back("verify.commands: " + spec.id);
  }
  for (const auto& spec : trusted.verify.manifest.commands) {
    const auto& all = own.verify.manifest.commands;
    const auto same_id = [&](const auto& each) { return each.id == spec.id; };
    if (std::none_of(all.begin(), all.end(), same_id))
      names.push_back("verify.commands: " + spec.id + " is missing");
  }
  const format::VerifyConfig& a = own.verify;
  const format::VerifyConfig& b = trusted.verify;
  compare("verify.cwd", a.manifest.cwd, b.manifest.cwd);
  compare("verify.flaky_retry_limit", a.manifest.flaky_retry_limit, b.manifest.flaky_retry_limit);
  compare("verify.protected", a.policy.protected_paths, b.policy.protected_paths);
  core::verify::Policy rest = a.policy;
  rest.protected_paths = b.policy.protected_paths;
  compare("verify: how the gates are run", rest, b.policy);
  compare("verify.env", a.env, b.env);
  compare("verify.pass_env", a.pass_env, b.pass_env);
  compare("verify.tests", a.tests, b.tests);
  compare("workspace", own.workspace, trusted.workspace);
  compare("isolation", own.isolation, trusted.isolation);
  compare("executor", own.executor, trusted.executor);
  compare("hook", own.hook, trusted.hook);
  compare("loop", own.loop, trusted.loop);
  compare("pipeline", own.pipeline, trusted.pipeline);
  compare("goals", own.goals, trusted.goals);
  if (!trusted.agents.empty()) compare("agents", own.agents, trusted.agents);
  return names;
}

/// Who works, what it may cost and who is told is the workspace's to say where the commit is
/// silent.
void add_silent(format::Config& trusted, const format::Config& own) {
  if (trusted.agents.empty()) trusted.agents = own.agents;
  if (trusted.budgets == core::Budgets{}) trusted.budgets = own.budgets;
  if (trusted.notify.empty()) trusted.notify = own.notify;
}

Reply<LoadedConfig> load_trusted(const std::string& ref, const Reply<LoadedConfig>& own,
                                 const Site& site) {
  const auto found = site.outside.find_commit(site.place.workspace, ref);
  if (!found)
    return Problem{.code = Code::bad_input,
                   .what = "gates_from: '" + ref + "' " + found.error().what +
                           ": nothing says what decides (fetch it, or name another one)"};
  const std::string path = TRY(path_in_commit(site));
  const auto text = TRY(site.outside.file_in(site.place.workspace, found->id, "./" + path));
  if (!text)
    return Problem{.code = Code::bad_input,
                   .what = "gates_from: " + ref + " (" + found->id.substr(0, 12) + ") has no " +
                           path +
                           ": nothing says what decides (let it get there first, or name "
                           "another ref)"};
  format::ConfigReading reading = format::read_config(ref + ":" + path, *text);
  if (!reading.problems.empty()) return problems_of(reading.problems);
  LoadedConfig loaded{.config = std::move(reading.config), .path = ref + ":" + path};
  TRY(add_user_config(loaded.config, site));
  core::verify::TrustedGates trusted{.ref = ref, .commit = found->id};
  trusted.name = site.outside.full_name(site.place.workspace, ref);
  if (own) {
    trusted.ignored = differing_parts(own->config, loaded.config);
    if (own->path.empty()) trusted.ignored.emplace_back("assay.yaml is missing");
    add_silent(loaded.config, own->config);
  } else {
    trusted.ignored.emplace_back("assay.yaml, which cannot be read");
  }
  loaded.config.trusted = std::move(trusted);
  return loaded;
}

/// Empty: the workspace itself decides. What the user says for all workspaces comes before what a
/// remote says, and can be outdone only by who asks.
std::string trusted_ref(const Site& site) {
  if (!site.gates_from.empty()) return site.gates_from;
  const auto users = read_user_config(site);
  if (users && !users->gates_from.empty()) return users->gates_from;
  return said_by_remote(site);
}

}  // namespace

Reply<LoadedConfig> load_config(const Site& site) {
  static_cast<void>(TRY(read_user_config(site)));  // one that cannot be read decides, too
  Reply<LoadedConfig> own = load_own(site);
  std::string ref = trusted_ref(site);
  if (ref.empty() && own) ref = own->config.gates_from;
  Reply<LoadedConfig> loaded = ref.empty() ? std::move(own) : load_trusted(ref, own, site);
  if (loaded) TRY(check_executor(loaded->config));
  return loaded;
}

namespace {

Problem wrong_executor(std::string what) {
  return {.code = Code::bad_input, .what = std::move(what)};
}

}  // namespace

Reply<> check_executor(const format::Config& config) {
  const core::ExecutorSettings& executor = config.executor;
  const auto is_job = [&](const core::Resources& wanted) {
    return wanted.executor.value_or(executor.kind) == core::ExecutorKind::slurm;
  };
  const auto amount = [](const std::string& where, const std::string& memory) {
    return wrong_executor(where + ": '" + memory + "' is no amount of memory (500M, 4G)");
  };
  if (!core::is_memory(executor.memory)) return amount("executor.memory", executor.memory);
  bool any = executor.kind == core::ExecutorKind::slurm;
  const bool copied = executor.tree == core::TreeAtNode::copied;
  for (const core::verify::CommandSpec& spec : config.verify.manifest.commands) {
    const core::Resources wanted = spec.extras ? spec.extras->resources : core::Resources{};
    if (!core::is_memory(wanted.memory))
      return amount("verify.commands: " + spec.id + ".resources.memory", wanted.memory);
    const bool job = is_job(wanted);
    any = any || job;
    if (job && copied && spec.mutates_workspace)
      return wrong_executor("verify.commands: " + spec.id +
                            " changes the workspace, and nodes have a copy of it with `executor: "
                            "{tree: copied}`: give it `resources: {executor: local}`");
  }
  for (const core::AgentSpec& spec : config.agents) {
    if (!core::is_memory(spec.resources.memory))
      return amount("agents." + spec.role + ".resources.memory", spec.resources.memory);
    const bool job = is_job(spec.resources);
    any = any || job;
    if (job && copied)
      return wrong_executor("agents." + spec.role +
                            " works in the workspace, and nodes have a copy of it with `executor: "
                            "{tree: copied}`: give it `resources: {executor: local}`");
  }
  if (any && executor.shared_dir.empty())
    return wrong_executor(
        "jobs of a cluster need a folder that this machine and the nodes share: write `executor: "
        "{shared_dir: /path}` into assay.yaml or ~/.config/assay/config.yaml");
  return {};
}

bool has_config(const Site& site) {
  return !site.config_path.empty() || site.files().is_regular(site.config_file()) ||
         !trusted_ref(site).empty();
}

Digest configured_digest(const format::Config& config, const Site& site) {
  const auto text_of = [&](const std::string& path) {
    auto text = path.empty() ? Result<std::string>(std::string())
                             : read_deciding(path, config.trusted, site, config_bytes_max);
    return text ? text.take() : std::string();
  };
  return format::settings_digest(config,
                                 {.known_failures = text_of(config.verify.policy.known_failures),
                                  .worktreeinclude = text_of(".worktreeinclude")});
}

Result<std::string> read_deciding(const std::string& path,
                                  const core::verify::TrustedGates& trusted, const Site& site,
                                  std::uint64_t bytes_max) {
  if (!trusted.any()) return read_of_workspace(site, site.place.workspace + "/" + path, bytes_max);
  auto text = TRY(site.outside.file_in(site.place.workspace, trusted.commit, "./" + path));
  if (!text) return Error{Fault::not_found, path + ": " + trusted.ref + " has no such file"};
  if (text->size() > bytes_max) return Error{Fault::exhausted, path + ": is too large"};
  return std::move(*text);
}

}  // namespace assay::api
