// SPDX-License-Identifier: MIT
#include "adapters/reading/withheld.h"

#include "format/shell/lint.h"
#include "format/variables.h"

#include <algorithm>
#include <sstream>

namespace assay::reading {

namespace {

constexpr std::size_t named_max = 5;

/// The command, and every text the rules of lint look into for it.
std::vector<std::string> texts_of(const std::string& command,
                                  const format::shell::Sources& sources) {
  std::vector<std::string> texts = {command};
  const format::shell::Sources noting = [&](const std::string& path) {
    std::optional<std::string> text = sources(path);
    if (text) texts.push_back(*text);
    return text;
  };
  (void)format::lint_command(command, noting);
  std::istringstream words(command);
  for (std::string word; words >> word;) noting(word);
  return texts;
}

bool starts_npm(const std::string& command) {
  for (const char* program : {"npm", "npx", "pnpm", "yarn"}) {
    if (command.find(program) != std::string::npos) return true;
  }
  return false;
}

bool is_npm_setting(const std::string& name) {
  return name.starts_with("npm_config_") || name.starts_with("NPM_CONFIG_");
}

}  // namespace

Withheld withheld_from_gate(const std::vector<std::string>& names, const core::Launch& launch,
                            const std::string& log, const format::shell::Sources& sources) {
  Withheld found;
  const std::vector<std::string> texts = texts_of(launch.command, sources);
  // npm sets a dozen of its own for what it starts: assay, then.
  const bool below_npm =
      std::find(names.begin(), names.end(), "npm_lifecycle_event") != names.end();
  std::vector<std::string> missed;
  for (const std::string& name : names) {
    const bool given = std::any_of(launch.env.begin(), launch.env.end(),
                                   [&](const auto& variable) { return variable.first == name; });
    if (given || format::is_variable_of_shells(name)) continue;
    const bool complained = format::misses_variable(log, name);
    const bool read = std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
      return format::reads_variable(text, name);
    });
    const bool set_up = is_npm_setting(name) && !below_npm && starts_npm(launch.command);
    if (!complained && !read && !set_up) continue;
    missed.push_back(name);
    found.complained = found.complained || complained;
  }
  if (missed.empty()) return found;
  std::string list;
  for (std::size_t i = 0; i < std::min(missed.size(), named_max); ++i)
    list += (i == 0 ? "" : ", ") + missed[i];
  const bool one = missed.size() == 1;
  const std::string more = missed.size() > named_max
                               ? " and " + std::to_string(missed.size() - named_max) + " more"
                               : "";
  found.remark = "assay: " + list + more + (one ? " is" : " are") +
                 " set here, but gates do not get " + (one ? "it" : "them") + ": add `pass_env: [" +
                 list + "]` under verify: in assay.yaml";
  return found;
}

}  // namespace assay::reading
