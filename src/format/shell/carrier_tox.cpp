// SPDX-License-Identifier: MIT
// Environments of tox.
#include "base/text/join.h"
#include "format/shell/carriers.h"
#include "format/shell/settings.h"

#include <algorithm>
#include <utility>

namespace assay::format::shell {
namespace {

/// tox.toml and [tool.tox] with the names of tox.ini.
Settings like_ini(const Settings& toml, std::string_view above) {
  Settings out;
  for (const auto& [section, keys] : toml) {
    std::string_view name = section;
    if (!above.empty()) {
      if (!name.starts_with(above)) continue;
      name.remove_prefix(above.size());
      if (name.starts_with('.')) name.remove_prefix(1);
    }
    std::string own = name.empty() ? "tox" : std::string(name);
    if (name == "env_run_base") own = "testenv";
    if (name.starts_with("env.")) own = "testenv:" + std::string(name.substr(4));
    out[own] = keys;
    if (own != "tox") continue;
    const auto list = keys.find("env_list");
    if (list != keys.end()) out[own]["envlist"] = list->second;
  }
  return out;
}

bool has_environments(const Settings& settings) {
  return std::any_of(settings.begin(), settings.end(), [](const auto& section) {
    return section.first.starts_with("testenv") || section.first == "tox" ||
           section.first == "tox:tox";
  });
}

std::optional<Settings> tox_settings(const std::string& file, const std::string& folder,
                                     const Sources& sources, std::string& name) {
  std::vector<std::string> names{"tox.ini", "setup.cfg", "pyproject.toml", "tox.toml"};
  if (!file.empty()) names = {file};
  for (const std::string& one : names) {
    const auto text = sources(path_in(folder, one));
    if (!text) continue;
    name = one;
    if (!one.ends_with(".toml")) {
      Settings settings = read_ini(*text);
      if (has_environments(settings)) return settings;
      continue;
    }
    const Settings toml = read_toml(*text);
    const auto& legacy = lines_of(toml, "tool.tox", "legacy_tox_ini");
    if (!legacy.empty()) return read_ini(joined(legacy, "\n"));
    Settings settings = like_ini(toml, one == "tox.toml" ? "" : "tool.tox");
    if (has_environments(settings)) return settings;
  }
  return {};
}

class ToxFile {
 public:
  ToxFile(Settings settings, std::string file)
      : settings_(std::move(settings)), file_(std::move(file)) {}

  std::vector<std::string> default_environments() const {
    for (const char* section : {"tox", "tox:tox"}) {
      for (const char* key : {"envlist", "env_list"}) {
        const auto& lines = lines_of(settings_, section, key);
        if (!lines.empty()) return names_in(joined(lines, ","));
      }
    }
    return {"py"};
  }

  static std::vector<std::string> names_in(std::string_view text) {
    std::vector<std::string> out;
    std::string name;
    int braces = 0;
    for (const char c : std::string(text) + ",") {
      braces += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (braces == 0 && (c == ',' || c == ' ' || c == '\n' || c == '\t')) {
        if (!name.empty()) out.push_back(std::exchange(name, {}));
      } else {
        name.push_back(c);
      }
    }
    return out;
  }

  void add(const std::string& environment, Carried& out) const {
    const std::string section =
        settings_.contains("testenv:" + environment) ? "testenv:" + environment : "testenv";
    const auto value = [&](const char* key) -> const std::vector<std::string>& {
      const auto& own = lines_of(settings_, section, key);
      return own.empty() ? lines_of(settings_, "testenv", key) : own;
    };
    const std::string outcome = joined(value("ignore_outcome"), " ");
    const bool ignored = outcome == "true" || outcome == "True" || outcome == "1";
    add_lines(value("commands"), environment, ignored ? "`ignore_outcome = true`" : "", 0, out);
  }

 private:
  void add_lines(const std::vector<std::string>& lines, const std::string& environment,
                 const std::string& ignored, int depth, Carried& out) const {
    for (std::string_view line : lines) {
      line = behind_factor(line);
      // `{[testenv]commands}`
      const std::size_t close = line.find(']');
      if (line.starts_with("{[") && close != std::string_view::npos && line.ends_with('}')) {
        const std::string section(line.substr(2, close - 2));
        const std::string key(line.substr(close + 1, line.size() - close - 2));
        const auto& others = lines_of(settings_, section, key);
        if (others.empty() || depth > references_deep_max) out.needs_unknown = true;
        if (depth <= references_deep_max) add_lines(others, environment, ignored, depth + 1, out);
        continue;
      }
      Piece piece;
      piece.ignored = ignored;
      while (!line.empty() && (line.front() == '-' || line.front() == ' ')) {
        if (line.front() == '-') piece.ignored = "the `-` in front";
        line.remove_prefix(1);
      }
      if (line.empty() || out.pieces.size() > pieces_max) continue;
      piece.text = without_templates(line, "{", "}");
      piece.place = file_ + ", environment " + environment;
      piece.no_shell = true;
      out.pieces.push_back(std::move(piece));
    }
  }

  // `py312,!win: pytest`
  static std::string_view behind_factor(std::string_view line) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string_view::npos) return line;
    const bool factors =
        std::all_of(line.begin(), line.begin() + static_cast<long>(colon), [](char c) {
          return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '!' ||
                 c == ',' || c == '.' || c == '-' || c == '{' || c == '}';
        });
    if (!factors || line.front() == '-') return line;
    line.remove_prefix(colon + 2);
    while (line.starts_with(' ')) line.remove_prefix(1);
    return line;
  }

  Settings settings_;
  std::string file_;
};

}  // namespace

std::optional<Carried> tox_commands(Words words, const std::string& folder,
                                    const Sources& sources) {
  const Call call(words, " -e --env -c --conf ");
  if (call.has(" -f -m --workdir --root ")) return {};
  for (const std::string& operand : call.operands()) {
    if (!lists(" run r p run-parallel s run-sequential auto ", operand))
      return {};  // `tox list`, `tox devenv`
  }
  std::string name;
  auto settings = tox_settings(call.value(" -c --conf "), folder, sources, name);
  if (!settings) return {};
  const ToxFile tox(std::move(*settings), name);
  std::vector<std::string> environments = ToxFile::names_in(call.value(" -e --env "));
  if (environments.empty()) environments = tox.default_environments();
  Carried out;
  out.folder = folder;
  for (const std::string& environment : environments) tox.add(environment, out);
  return out;
}

}  // namespace assay::format::shell
