// SPDX-License-Identifier: MIT
#include "adapters/process/environment.h"

#include <algorithm>
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

// Where agents find their models and who pays. Verification commands get none of it.
constexpr std::string_view agent_prefixes[] = {
    "ANTHROPIC_",  "AWS_",      "AZURE_",     "CEREBRAS_", "CLAUDE_",    "CLINE_",  "CODEX_",
    "COHERE_",     "CONTINUE_", "DASHSCOPE_", "DEEPSEEK_", "FIREWORKS_", "GEMINI_", "GOOGLE_",
    "GROQ_",       "KIMI_",     "MISTRAL_",   "MOONSHOT_", "OLLAMA_",    "OPENAI_", "OPENCODE_",
    "OPENROUTER_", "PI_",       "QWEN_",      "TOGETHER_", "VERTEX_",    "XAI_",    "ZAI_"};
constexpr std::string_view agent_names[] = {"GH_TOKEN", "GITHUB_TOKEN", "HF_TOKEN"};

bool has_prefix(std::string_view name, const auto& prefixes) {
  return std::any_of(std::begin(prefixes), std::end(prefixes),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

/// What `passes` of `environ`, and everything in `configured`, which wins.
Environment select(char** environ, const Environment& configured,
                   bool (*passes)(std::string_view)) {
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

Environment agent_environment(char** environ, const Environment& configured) {
  return select(environ, configured,
                [](std::string_view name) { return is_inherited(name) || is_for_agents(name); });
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

}  // namespace assay::process
