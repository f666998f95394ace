// SPDX-License-Identifier: MIT
#include "api/sealed.h"

#include "api/verify.h"
#include "api/workspace.h"
#include "core/verify/sealing.h"
#include "core/work/guarded_paths.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace assay::api {

namespace {

/// Where version managers keep what they start. Their folders hold programs; what they read as
/// settings lies in the home that the gates do not see.
struct Toolchain {
  const char* variable;
  const char* folder;
};
constexpr std::array<Toolchain, 6> toolchains{{{"RUSTUP_HOME", ".rustup"},
                                               {"PYENV_ROOT", ".pyenv"},
                                               {"RBENV_ROOT", ".rbenv"},
                                               {"NVM_DIR", ".nvm"},
                                               {"ASDF_DATA_DIR", ".asdf"},
                                               {"VOLTA_HOME", ".volta"}}};

/// Settings of git that start programs, whatever stands between the first and the last part.
struct Starter {
  std::string_view section;
  std::string_view name;  ///< empty: any
};
constexpr std::array<Starter, 20> starters{{{"filter", "clean"},
                                            {"filter", "smudge"},
                                            {"filter", "process"},
                                            {"diff", "command"},
                                            {"diff", "textconv"},
                                            {"diff", "external"},
                                            {"merge", "driver"},
                                            {"alias", ""},
                                            {"credential", "helper"},
                                            {"gpg", "program"},
                                            {"core", "editor"},
                                            {"core", "pager"},
                                            {"core", "sshcommand"},
                                            {"core", "askpass"},
                                            {"core", "gitproxy"},
                                            {"core", "attributesfile"},
                                            {"core", "alternaterefscommand"},
                                            {"sequence", "editor"},
                                            {"uploadpack", "packobjectshook"},
                                            {"interactive", "difffilter"}}};

bool starts_programs(std::string_view key) {
  const std::string_view section = key.substr(0, key.find('.'));
  const std::string_view name = key.substr(key.rfind('.') + 1);
  return std::any_of(starters.begin(), starters.end(), [&](const Starter& each) {
    return each.section == section && (each.name.empty() || each.name == name);
  });
}

/// Names of settings that the repository has of its own.
std::vector<std::string> settings_of_repository(const Site& site) {
  std::vector<std::string> names;
  const auto text = site.outside.output_of(
      {"git", "config", "--local", "--includes", "--list", "--name-only", "-z"},
      site.place.workspace);
  if (!text) return names;
  for (std::size_t at = 0; at < text->size();) {
    const std::size_t end = std::min(text->find('\0', at), text->size());
    names.push_back(text->substr(at, end - at));
    at = end + 1;
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace

EnvironmentPairs sealed_variables(const Site& site) {
  EnvironmentPairs own{{"PYTHONNOUSERSITE", "1"}, {"GIT_CONFIG_GLOBAL", "/dev/null"}};
  const auto real = site.outside.variable("HOME");
  for (const Toolchain& each : toolchains) {
    const std::string folder = real ? *real + "/" + each.folder : "";
    if (!folder.empty() && site.files().is_directory(folder))
      own.emplace_back(each.variable, folder);
  }
  EnvironmentPairs settings{{"core.hooksPath", "/dev/null"}, {"core.fsmonitor", "false"}};
  for (std::string& name : settings_of_repository(site)) {
    if (starts_programs(name)) settings.emplace_back(std::move(name), "");
  }
  own.emplace_back("GIT_CONFIG_COUNT", std::to_string(settings.size()));
  for (std::size_t i = 0; i < settings.size(); ++i) {
    own.emplace_back("GIT_CONFIG_KEY_" + std::to_string(i), settings[i].first);
    own.emplace_back("GIT_CONFIG_VALUE_" + std::to_string(i), settings[i].second);
  }
  return own;
}

EnvironmentPairs sealed_variables(EnvironmentPairs env, const std::string& home, const Site& site) {
  EnvironmentPairs all = core::verify::home_variables(home);
  const EnvironmentPairs own = sealed_variables(site);
  all.insert(all.end(), own.begin(), own.end());
  all.insert(all.end(), env.begin(), env.end());
  return all;
}

Digest sealed_key(const EnvironmentPairs& env, const std::vector<std::string>& pass_env,
                  const Site& site) {
  return digest_of("sealed " + site.outside.environment_key(env, pass_env).hex());
}

std::shared_ptr<const core::Supplies> sealed_supplies(
    const std::shared_ptr<const core::Supplies>& supplies) {
  if (!supplies || supplies->setup.empty()) return nullptr;
  core::Supplies own = *supplies;
  own.include.clear();
  own.listed.clear();
  own.setup_inputs.clear();  // what it runs is the tree's: a result is good for that tree alone
  own.environment = "sealed " + own.environment;
  return std::make_shared<const core::Supplies>(std::move(own));
}

std::vector<std::string> what_stays_open(const std::shared_ptr<const core::Supplies>& supplies,
                                         const Site& site) {
  std::vector<std::string> open;
  if (supplies && !(supplies->include.empty() && supplies->listed.empty()))
    open.emplace_back(
        "files that `include:` and .worktreeinclude name are not in the copy: they would come from "
        "the workspace");
  for (const std::string& name : settings_of_repository(site)) {
    if (starts_programs(name)) open.push_back("git's " + name + " of the repository is off");
  }
  return open;
}

std::vector<std::string> sealed_globs(const core::verify::Policy& policy) {
  core::verify::Policy all = policy;
  all.protected_paths.emplace_back("./assay.yaml");
  return core::verify::protected_globs(all);
}

std::string unsealed_by(const std::vector<std::string>& changed, const core::verify::Policy& policy,
                        const core::verify::TrustedGates& trusted) {
  if (trusted.any()) return "";
  for (const std::string& path : changed) {
    const bool decides =
        path == "assay.yaml" || path == ".worktreeinclude" || path == policy.known_failures;
    if (decides)
      return path +
             " is not what the base has, and it decided: `gates_from: REF` takes it from there";
  }
  return "";
}

namespace {

/// Commands of tasks beside those of the gates.
std::vector<core::verify::CommandSpec> all_commands(const core::verify::Plan& plan,
                                                    const std::vector<std::string>& more) {
  std::vector<core::verify::CommandSpec> commands = plan.manifest.commands;
  for (const std::string& each : more) commands.emplace_back().command = each;
  return commands;
}

}  // namespace

Reply<std::string> sealing_commit(const core::verify::Policy& policy,
                                  const core::verify::TrustedGates& trusted, const Site& site) {
  core::verify::Policy all = policy;
  all.protected_paths.emplace_back("./assay.yaml");
  std::string base = TRY(guarding_commit(all, trusted, site));
  if (base.empty())
    return Problem{.code = Code::bad_input,
                   .what =
                       "gates: sealed: there is no base whose protected files could be used "
                       "(`gates_from: REF` or `verify: {base: REF}` names one)"};
  return base;
}

Reply<std::shared_ptr<const core::verify::Plan>> seal_gates(
    const std::shared_ptr<const core::verify::Plan>& plan, const format::Config& config,
    const std::vector<std::string>& more, const std::string& folder, const Site& site) {
  if (config.isolation.gates != core::GateIsolation::sealed) return plan;
  if (!plan)
    return Problem{.code = Code::bad_input,
                   .what =
                       "gates: sealed: there are no gates under verify: (add some, or say "
                       "`gates: full`)"};
  for (const core::verify::CommandSpec& spec : plan->manifest.commands) {
    if (spec.mutates_workspace)
      return Problem{.code = Code::bad_input,
                     .what = "gates: sealed: " + spec.id +
                             " mutates the workspace, and what it writes would stay in the copy "
                             "(run it in a task, or say `gates: full`)"};
  }
  core::verify::Plan sealed = *plan;
  core::verify::Sealing& sealing = sealed.sealing;
  sealed.guarded_by = TRY(sealing_commit(sealed.policy, sealed.trusted, site));
  sealing.globs = sealed_globs(sealed.policy);
  const auto changed =
      TRY(site.outside.protected_changes(site.place.workspace, sealed.guarded_by, sealing.globs));
  if (const std::string why = unsealed_by(changed, sealed.policy, sealed.trusted); !why.empty())
    return Problem{.code = Code::bad_input, .what = "gates: sealed: " + why};
  sealing.on = true;
  sealing.everywhere = true;
  sealing.folder = folder;
  sealing.env = sealed_variables(site);
  for (const auto& [name, value] : config.verify.env) sealing.own.push_back(name);
  const auto supplies = TRY(supplies_of(config, site));
  sealing.open = what_stays_open(supplies, site);
  sealed.supplies = sealed_supplies(supplies);
  sealed.programs =
      program_marks(all_commands(sealed, more), {config.verify.env, config.verify.pass_env},
                    site.place.workspace, site);
  return std::make_shared<const core::verify::Plan>(std::move(sealed));
}

}  // namespace assay::api
