// SPDX-License-Identifier: MIT
#include "adapters/executor/local/environment.h"

#include "base/text/glob.h"
#include "core/agent/roles.h"
#include "format/text/mask.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>

namespace assay::process {

namespace {

// Who and where we are, how text looks, and where tools and their caches live. Nothing that
// selects, filters, adds or changes what a tool does: no *FLAGS, no *OPTS, no search paths of
// languages or loaders. Sorted.
constexpr std::string_view inherited_names[] = {
    "ANDROID_HOME",
    "ANDROID_SDK_ROOT",
    "AR",
    "ASDF_DATA_DIR",
    "ASDF_DIR",
    "BUN_INSTALL",
    "CARGO_HOME",
    "CC",
    "CHROME_BIN",
    "CHROME_PATH",
    "CI",
    "CONDA_DEFAULT_ENV",
    "CONDA_PREFIX",
    "CURL_CA_BUNDLE",
    "CXX",
    "DENO_DIR",
    "DISPLAY",
    "DOTNET_ROOT",
    "FIREFOX_BIN",
    "GEM_HOME",
    "GEM_PATH",
    "GITHUB_ACTIONS",
    "GIT_SSL_CAINFO",
    "GIT_SSL_CAPATH",
    "GOCACHE",
    "GOMODCACHE",
    "GOPATH",
    "GOROOT",
    "GRADLE_USER_HOME",
    "HOME",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "JAVA_HOME",
    "LANG",
    "LANGUAGE",
    "LOGNAME",
    "MAVEN_HOME",
    "MISE_DATA_DIR",
    "NODE_EXTRA_CA_CERTS",
    "NO_PROXY",
    "NPM_CONFIG_CACHE",
    "NPM_CONFIG_CAFILE",
    "NPM_CONFIG_PREFIX",
    "NPM_CONFIG_REGISTRY",
    "NPM_CONFIG_USERCONFIG",
    "NVM_DIR",
    "PATH",
    "PIP_CERT",
    "PKG_CONFIG_PATH",
    "PLAYWRIGHT_BROWSERS_PATH",
    "PNPM_HOME",
    "PUPPETEER_EXECUTABLE_PATH",
    "PYENV_ROOT",
    "RBENV_ROOT",
    "REQUESTS_CA_BUNDLE",
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
    "SDKMAN_DIR",
    "SHELL",
    "SSH_AUTH_SOCK",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "TEMP",
    "TERM",
    "TMP",
    "TMPDIR",
    "TZ",
    "USER",
    "VIRTUAL_ENV",
    "VOLTA_HOME",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "npm_config_cache",
    "npm_config_cafile",
    "npm_config_prefix",
    "npm_config_registry",
    "npm_config_userconfig",
};

constexpr std::string_view inherited_prefixes[] = {"LC_", "NIX_", "XDG_"};

/// Where a person sits: other ones in the next terminal, in a hook, over ssh.
constexpr std::string_view names_of_a_session[] = {
    "DISPLAY",    "SSH_AUTH_SOCK",   "TERM",     "WAYLAND_DISPLAY",
    "XAUTHORITY", "XDG_RUNTIME_DIR", "XDG_SEAT", "XDG_VTNR"};

// Where agents find their models and who pays. Verification commands get none of it.
constexpr std::string_view agent_prefixes[] = {
    "ANTHROPIC_",  "AWS_",      "AZURE_",     "CEREBRAS_", "CLAUDE_",    "CLINE_",  "CODEX_",
    "COHERE_",     "CONTINUE_", "DASHSCOPE_", "DEEPSEEK_", "FIREWORKS_", "GEMINI_", "GOOGLE_",
    "GROQ_",       "KIMI_",     "MISTRAL_",   "MOONSHOT_", "OLLAMA_",    "OPENAI_", "OPENCODE_",
    "OPENROUTER_", "PI_",       "QWEN_",      "TOGETHER_", "VERTEX_",    "XAI_",    "ZAI_"};
constexpr std::string_view agent_names[] = {"GH_TOKEN", "GITHUB_TOKEN", "HF_TOKEN"};

/// What every agent gets: whoever commits for a person does so in that person's name.
constexpr std::string_view common_agent_names[] = {"GIT_AUTHOR_EMAIL", "GIT_AUTHOR_NAME",
                                                   "GIT_COMMITTER_EMAIL", "GIT_COMMITTER_NAME",
                                                   "NODE_EXTRA_CA_CERTS"};

/// For CLIs without a model of their own, which find one by the keys that are set. Clouds and
/// accounts that are more than a model's are not among them.
constexpr std::string_view of_any_model[] = {
    "ANTHROPIC_*", "AZURE_OPENAI_*", "CEREBRAS_*",   "COHERE_*",       "DASHSCOPE_*",
    "DEEPSEEK_*",  "FIREWORKS_*",    "GEMINI_*",     "GOOGLE_API_KEY", "GOOGLE_GENERATIVE_AI_*",
    "GROQ_*",      "HF_TOKEN",       "KIMI_*",       "MISTRAL_*",      "MOONSHOT_*",
    "OLLAMA_*",    "OPENAI_*",       "OPENROUTER_*", "TOGETHER_*",     "XAI_*",
    "ZAI_*"};

bool has_prefix(std::string_view name, const auto& prefixes) {
  return std::any_of(std::begin(prefixes), std::end(prefixes),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

bool has_name(std::string_view name, const auto& names) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool is_set(char** environ, std::string_view wanted) {
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view variable = *entry;
    if (variable.starts_with(wanted) && variable.size() > wanted.size() + 1 &&
        variable[wanted.size()] == '=') {
      return variable.substr(wanted.size() + 1) != "0" &&
             variable.substr(wanted.size() + 1) != "false";
    }
  }
  return false;
}

/// "anthropic" of `--model anthropic/claude-sonnet`; empty if the command line names no provider.
std::string provider_of(const std::vector<std::string>& argv) {
  for (std::size_t i = 0; i < argv.size(); ++i) {
    std::string_view model;
    if ((argv[i] == "--model" || argv[i] == "-m") && i + 1 < argv.size()) model = argv[i + 1];
    if (argv[i].starts_with("--model=")) model = std::string_view(argv[i]).substr(8);
    const std::size_t slash = model.find('/');
    if (slash == std::string_view::npos || slash == 0) continue;
    std::string provider(model.substr(0, slash));
    for (char& c : provider) {
      c = c == '-' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    }
    return provider;
  }
  return {};
}

/// Globs of everything an agent may have.
std::vector<std::string> globs_for(char** environ, const core::agent::Order& order) {
  std::vector<std::string> globs = order.pass_env;
  const core::agent::Preset* known =
      order.argv.empty() ? nullptr : core::agent::preset_of(order.argv.front(), order.dialect);
  if (known == nullptr) return globs;
  const core::agent::DialectRow& row = core::agent::row_of(known->dialect);
  for (const core::agent::Need& need : row.needs) {
    if (need.glob.empty()) break;
    if (need.only_if.empty() || is_set(environ, need.only_if)) globs.emplace_back(need.glob);
  }
  if (!row.any_model) return globs;
  const std::string provider = provider_of(order.argv);
  const bool is_google = provider == "GOOGLE" || provider == "GEMINI";
  for (const std::string_view glob : of_any_model) {
    const bool wanted = provider.empty() || glob.starts_with(provider + "_") ||
                        (is_google && (glob.starts_with("GOOGLE_") || glob.starts_with("GEMINI_")));
    if (wanted) globs.emplace_back(glob);
  }
  return globs;
}

/// What `passes` of `environ`, and everything in `configured`, which wins.
Environment select(char** environ, const Environment& configured,
                   const std::function<bool(std::string_view)>& passes) {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view variable = *entry;
    const std::size_t equals = variable.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view name = variable.substr(0, equals);
    // Of a name that stands twice the first counts, as it does for getenv.
    if (passes(name)) variables.try_emplace(std::string(name), variable.substr(equals + 1));
  }
  return merged({variables.begin(), variables.end()}, configured);
}

Environment sorted(const std::map<std::string, std::string>& variables) {
  return {variables.begin(), variables.end()};
}

}  // namespace

bool is_inherited(std::string_view name) {
  if (std::binary_search(std::begin(inherited_names), std::end(inherited_names), name)) return true;
  return has_prefix(name, inherited_prefixes);
}

bool is_for_agents(std::string_view name) {
  return has_prefix(name, agent_prefixes) ||
         std::find(std::begin(agent_names), std::end(agent_names), name) != std::end(agent_names);
}

Environment base_environment(char** environ, const Environment& configured) {
  return select(environ, configured, is_inherited);
}

Environment own_environment(char** environ, const Environment& configured) {
  return select(environ, configured,
                [](std::string_view name) { return is_inherited(name) || is_for_agents(name); });
}

Environment agent_environment(char** environ, const Environment& configured) {
  return select(environ, configured, [](std::string_view name) {
    return is_inherited(name) || has_name(name, common_agent_names);
  });
}

Environment agent_environment(char** environ, const core::agent::Order& order) {
  const std::vector<std::string> globs = globs_for(environ, order);
  return select(environ, {}, [&](std::string_view name) {
    return is_inherited(name) || has_name(name, common_agent_names) ||
           std::any_of(globs.begin(), globs.end(),
                       [&](const std::string& glob) { return matches_glob(glob, name); });
  });
}

std::vector<std::string> withheld_from(char** environ, const core::agent::Order& order,
                                       const Environment& given) {
  std::vector<std::string> names;
  const Environment keys = select(environ, {}, [](std::string_view name) {
    return is_for_agents(name) && format::is_secret_name(name);
  });
  // A CLI that is known has got its own; others may need any.
  const bool known =
      !order.argv.empty() && core::agent::preset_of(order.argv.front(), order.dialect);
  for (const auto& key : keys) {
    const std::string& name = key.first;
    const bool has = std::any_of(given.begin(), given.end(),
                                 [&](const auto& variable) { return variable.first == name; });
    if (!has && !key.second.empty() && (!known || !name.starts_with("GITHUB_")))
      names.push_back(name);
  }
  return names;
}

std::vector<std::string> secrets_of(char** environ) {
  return secrets_of(select(environ, {}, format::is_secret_name));
}

std::vector<std::string> secrets_of(const Environment& environment) {
  std::vector<std::string> values;
  for (const auto& [name, value] : environment) {
    if (format::is_secret_name(name)) values.push_back(value);
  }
  return values;
}

std::vector<std::string> values_of(char** environ, const std::vector<std::string>& names) {
  return values_of(
      select(environ, {}, [&](std::string_view name) { return has_name(name, names); }), names);
}

std::vector<std::string> values_of(const Environment& environment,
                                   const std::vector<std::string>& names) {
  std::vector<std::string> values;
  for (const auto& [name, value] : environment) {
    if (!value.empty() && has_name(name, names)) values.push_back(value);
  }
  return values;
}

Environment merged(const Environment& base, const Environment& more) {
  std::map<std::string, std::string> variables(base.begin(), base.end());
  for (const auto& [name, value] : more) variables[name] = value;
  return sorted(variables);
}

EnvironmentRecord record_of(const Environment& environment) {
  EnvironmentRecord record;
  Hasher hasher;
  for (const auto& [name, value] : environment) {
    record.names.push_back(name);
    hasher.update(name).update("=").update(value).update(std::string_view("\0", 1));
  }
  record.digest = hasher.finish();
  return record;
}

Digest key_of(const Environment& environment) {
  Environment lasting;
  std::copy_if(environment.begin(), environment.end(), std::back_inserter(lasting),
               [](const auto& variable) {
                 return !has_name(variable.first, names_of_a_session) &&
                        !variable.first.starts_with("XDG_SESSION_");
               });
  return record_of(lasting).digest;
}

std::vector<std::string> names_beyond(char** environ, const std::vector<std::string>& given) {
  std::vector<std::string> names;
  const Environment all = select(environ, {}, [](std::string_view) { return true; });
  for (const auto& [name, value] : all) {
    if (!value.empty() && !std::binary_search(given.begin(), given.end(), name))
      names.push_back(name);
  }
  return names;
}

Result<Environment> unsealed(const core::agent::Order& order,
                             const std::vector<core::AgentSpec>& agents) {
  if (order.sealed.empty()) return Environment{};
  const std::string& who = core::agent::who_of(order);
  const Result<core::agent::Agent> now = core::agent::resolve(agents, who);
  Environment found;
  for (const std::string& name : order.sealed) {
    const Environment& env = now ? now->env : found;
    const auto given = std::find_if(env.begin(), env.end(),
                                    [&](const auto& variable) { return variable.first == name; });
    if (!now || given == env.end())
      return Error{Fault::bad_input, "agents." + who + ".env: " + name +
                                         " was set when the run began, and is not now"};
    found.push_back(*given);
  }
  return found;
}

}  // namespace assay::process
