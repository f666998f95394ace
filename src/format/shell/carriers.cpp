// SPDX-License-Identifier: MIT
// Programs that run what stands in a file of the workspace: one row for each family, and how the
// file of that family is read.
#include "format/config/yaml_tree.h"
#include "format/json/tree.h"
#include "format/shell/rulebook.h"
#include "format/shell/settings.h"
#include "format/shell/sources.h"

#include <algorithm>
#include <map>
#include <utility>

namespace assay::format::shell {
namespace {

constexpr std::size_t package_nodes_max = 20'000;
constexpr int references_deep_max = 8;
constexpr std::size_t pieces_max = 500;
constexpr std::string_view not_known = "\"$unknown_text\"";

// Programs whose arguments are a program: `poetry run pytest`. The verb may be missing.
struct Launcher {
  std::string_view programs;
  std::string_view verbs;
  std::string_view valued;  // options whose value is the next word
};

constexpr Launcher launchers[] = {
    {" poetry pipenv pdm hatch rye pixi ", " run ", " "},
    {" uv ", " run ", " --with --python -p --extra --group --package --project --directory "},
    {" conda mamba micromamba ", " run ", " -n --name -p --prefix "},
    {" pipx ", " run ", " --spec --python "},
    {" uvx npx pnpx bunx ", "", " -p --package --from --with --python "},
    {" npm pnpm yarn bundle opam ", " exec dlx ", " -p --package "},
};

std::string tool_name(Words words) {
  if (words.empty() || !words.front().literal) return {};
  return std::string(base_name(words.front().text));
}

std::size_t skip_options(Words words, std::size_t at, std::string_view valued) {
  for (; at < words.size() && words[at].text.starts_with('-'); ++at) {
    if (words[at].text == "--") return at + 1;
    if (lists(valued, words[at].text)) ++at;
  }
  return at;
}

std::string joined_lines(const std::vector<std::string>& lines, std::string_view by) {
  std::string out;
  for (const std::string& line : lines) out.append(out.empty() ? "" : by).append(line);
  return out;
}

/// What stands between double braces or `{posargs}` is not known before it runs.
std::string without_templates(std::string_view text, std::string_view open,
                              std::string_view close) {
  std::string out;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find(open), text.size());
    out += text.substr(0, begin);
    text.remove_prefix(begin);
    if (text.empty()) break;
    const std::size_t end = text.find(close);
    if (end == std::string_view::npos) {
      out += text;
      break;
    }
    out += not_known;
    text.remove_prefix(end + close.size());
  }
  return out;
}

// ---- npm, yarn, pnpm, bun, and the runners of several scripts

/// `npm --prefix web run test`: which scripts of which package.
struct Asked {
  std::string folder;
  std::vector<std::string> names;
};

Asked scripts_asked(std::string_view tool, Words args, const std::string& folder) {
  constexpr std::string_view built_in =
      " install i ci add remove publish pack exec dlx x audit init link update up why info view "
      "config cache login version create import list ls outdated rebuild dedupe workspaces set "
      "patch store fetch deploy npm node plugin workspace ";
  constexpr std::string_view places = " -C --dir --prefix --cwd -w --workspace ";
  Asked asked{folder, {}};
  std::vector<std::string> operands;
  for (std::size_t i = 0; i < args.size() && args[i].text != "--"; ++i) {
    const std::string& text = args[i].text;
    if (!text.starts_with('-')) {
      operands.push_back(text);
      continue;
    }
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    // Behind a script's name npm alone still listens.
    const bool named = !operands.empty() && (operands.size() > 1 || operands[0] != "run");
    if (named && tool != "npm") break;
    if (tool == "pnpm" && name == "-w") return asked;
    if (lists(places, name)) {
      if (equals == std::string::npos && ++i >= args.size()) return asked;
      asked.folder =
          path_in(folder, equals == std::string::npos ? args[i].text : text.substr(equals + 1));
    } else if (name.find("workspace") != std::string::npos ||
               lists(" -r --recursive --filter -F ", name)) {
      return asked;
    }
  }
  if (operands.empty()) return asked;
  const std::string& first = operands.front();
  if (first == "run" || first == "run-script") {
    if (operands.size() > 1) asked.names = {operands[1]};
  } else if (first == "test" || first == "t" || first == "tst") {
    if (tool != "bun") asked.names = {"test"};
  } else if (tool == "npm") {
    if (first == "start" || first == "stop") asked.names = {first};
  } else if (tool != "bun" && !lists(built_in, first)) {
    asked.names = {first};
  }
  return asked;
}

bool fits(std::string_view pattern, std::string_view name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name;
  return name.size() > star && name.starts_with(pattern.substr(0, star));
}

std::optional<Carried> package_scripts(Words words, const std::string& folder,
                                       const Sources& sources) {
  const std::string tool = tool_name(words);
  Asked asked{folder, {}};
  const bool several = lists(" run-s run-p npm-run-all npm-run-all2 ", tool);
  if (several) {
    for (const Word& word : words.subspan(1)) {
      if (word.text == "--") break;
      if (!word.text.starts_with('-')) asked.names.push_back(word.text);
    }
  } else {
    asked = scripts_asked(tool, words.subspan(1), folder);
  }
  if (asked.names.empty()) return {};
  const auto text = sources(path_in(asked.folder, "package.json"));
  const JsonTree tree = text ? read_json_tree(*text, package_nodes_max) : JsonTree{};
  const JsonNode* scripts = text && tree.fault.empty() ? tree.root.find("scripts") : nullptr;
  if (scripts == nullptr) return {};
  Carried out;
  out.folder = asked.folder;
  out.decisive = !several;
  const auto add = [&](const std::string& name, bool beside) {
    const JsonNode* script = scripts->find(name);
    if (script == nullptr || script->kind != JsonNode::Kind::text) return;
    Piece piece;
    piece.text = script->text;
    piece.place = path_in(asked.folder, "package.json") + ", script " + name;
    piece.beside = beside;
    out.pieces.push_back(std::move(piece));
  };
  const bool forgiving = std::any_of(words.begin(), words.end(),
                                     [](const Word& word) { return word.text == "--if-present"; });
  for (const std::string& wanted : asked.names) {
    if (forgiving && scripts->find(wanted) == nullptr) {
      out.pieces.push_back({.text = std::string(not_known),
                            .place = path_in(asked.folder, "package.json"),
                            .ignored = "`--if-present` without a script `" + wanted + "`"});
    }
    for (const std::string& name : scripts->names) {
      if (!fits(wanted, name) || out.pieces.size() > pieces_max) continue;
      add("pre" + name, true);
      add(name, false);
      add("post" + name, true);
    }
  }
  return out;
}

// ---- composer

void composer_script(const JsonNode& scripts, const std::string& name, int depth, Carried& out) {
  const JsonNode* script = scripts.find(name);
  if (script == nullptr || depth > references_deep_max || out.pieces.size() > pieces_max) {
    out.needs_unknown = true;
    return;
  }
  const auto add = [&](const JsonNode& line) {
    std::string text = line.text;
    if (text.starts_with("@php ") || text.starts_with("@composer ")) {
      text.erase(0, 1);
    } else if (text.starts_with("@putenv ")) {
      return;
    } else if (text.starts_with('@')) {
      const std::string other = text.substr(1, text.find(' ') - 1);
      return composer_script(scripts, other, depth + 1, out);
    } else if (text.find("::") != std::string::npos && text.find(' ') == std::string::npos) {
      out.needs_unknown = true;  // a method of PHP
      return;
    }
    Piece piece;
    piece.text = std::move(text);
    piece.place = "composer.json, script " + name;
    out.pieces.push_back(std::move(piece));
  };
  if (script->kind == JsonNode::Kind::text) add(*script);
  for (const JsonNode& line : script->items) {
    if (script->kind == JsonNode::Kind::list) add(line);
  }
}

std::optional<Carried> composer_scripts(Words words, const std::string& folder,
                                        const Sources& sources) {
  constexpr std::string_view built_in =
      " install update require remove validate dump-autoload dumpautoload show outdated audit "
      "exec create-project init about archive browse bump clear-cache config depends diagnose fund "
      "global help licenses list prohibits reinstall search self-update status suggests ";
  Carried out;
  out.folder = folder;
  std::vector<std::string> operands;
  for (std::size_t i = 1; i < words.size() && words[i].text != "--"; ++i) {
    const std::string& text = words[i].text;
    if (text == "-d" || text == "--working-dir") {
      if (i + 1 < words.size()) out.folder = path_in(folder, words[++i].text);
    } else if (text.starts_with("--working-dir=")) {
      out.folder = path_in(folder, text.substr(14));
    } else if (!text.starts_with('-')) {
      operands.push_back(text);
    }
  }
  if (!operands.empty() && lists(" run run-script ", operands.front()))
    operands.erase(operands.begin());
  else if (!operands.empty() && lists(built_in, operands.front()))
    return {};
  if (operands.empty()) return {};
  const auto text = sources(path_in(out.folder, "composer.json"));
  const JsonTree tree = text ? read_json_tree(*text, package_nodes_max) : JsonTree{};
  const JsonNode* scripts = text && tree.fault.empty() ? tree.root.find("scripts") : nullptr;
  if (scripts == nullptr || scripts->find(operands.front()) == nullptr) return {};
  composer_script(*scripts, operands.front(), 0, out);
  return out;
}

// ---- make, just

// `make test PYTHON=true`: a program that does nothing in the place of one that checks.
void name_stand_ins(const std::map<std::string, std::string>& given, std::string_view file,
                    Carried& out) {
  for (const auto& [name, value] : given) {
    const std::string program = value.substr(0, value.find(' '));
    if (!lists(" true : echo printf ", base_name(program))) continue;
    for (const std::string& use :
         {"\t$(" + name + ")", "\t${" + name + "}", "\t@$(" + name + ")", "\t@${" + name + "}"}) {
      if (file.find(use) == std::string_view::npos) continue;
      out.pieces.push_back({.text = std::string(not_known),
                            .place = "makefile",
                            .ignored = "`" + name + "=" + value + "` on the command line"});
      return;
    }
  }
}

std::optional<Carried> make_recipes(Words words, const std::string& folder,
                                    const Sources& sources) {
  std::string place = folder;
  std::string file;
  std::vector<std::string> targets;
  std::map<std::string, std::string> given;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& text = words[i].text;
    const bool last = i + 1 >= words.size();
    if (text == "-C" || text == "--directory") {
      if (!last) place = path_in(place, words[++i].text);
    } else if (text.starts_with("-C") && text.size() > 2) {
      place = path_in(place, text.substr(2));
    } else if (text.starts_with("--directory=")) {
      place = path_in(place, text.substr(12));
    } else if (text == "-f" || text == "--file" || text == "--makefile") {
      if (!last) file = words[++i].text;
    } else if (text.starts_with("-f") && text.size() > 2) {
      file = text.substr(2);
    } else if (text.starts_with('-')) {
      if (text == "-j" && !last &&
          words[i + 1].text.find_first_not_of("0123456789") == std::string::npos)
        ++i;
    } else if (const std::size_t equals = text.find('='); equals != std::string::npos) {
      if (words[i].literal) given[text.substr(0, equals)] = text.substr(equals + 1);
    } else {
      targets.push_back(text);
    }
  }
  for (const char* name : {"GNUmakefile", "makefile", "Makefile"}) {
    const std::string one = file.empty() ? name : file;
    const auto text = sources(path_in(place, one));
    if (!text) continue;
    Rulebook book(given);
    book.read_make(one, *text, place, sources);
    Carried out = book.lines_of(targets);
    name_stand_ins(given, *text, out);
    out.folder = place;
    return out;
  }
  return {};
}

std::optional<Carried> just_recipes(Words words, const std::string& folder,
                                    const Sources& sources) {
  std::string place = folder;
  std::string file;
  std::vector<std::string> operands;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& text = words[i].text;
    const bool last = i + 1 >= words.size();
    if (text == "-f" || text == "--justfile") {
      if (!last) file = words[++i].text;
    } else if (text == "-d" || text == "--working-directory") {
      if (!last) place = path_in(folder, words[++i].text);
    } else if (text == "--set") {
      i += 2;
    } else if (!text.starts_with('-') && text.find('=') == std::string::npos) {
      operands.push_back(text);
    }
  }
  for (const char* name : {"justfile", "Justfile", ".justfile"}) {
    const std::string one = file.empty() ? name : file;
    const auto text = sources(path_in(folder, one));
    if (!text) continue;
    Rulebook book{std::map<std::string, std::string>{}};
    book.read_just(one, *text);
    // Behind a recipe stand its arguments, or further recipes.
    std::erase_if(operands, [&](const std::string& target) { return !book.has(target); });
    const bool asks = words.size() > 1;
    if (asks && operands.empty()) return {};
    Carried out = book.lines_of(operands);
    out.folder = place;
    return out;
  }
  return {};
}

// ---- task

const YamlNode* member(const YamlNode* map, std::string_view key) {
  if (map == nullptr || map->kind != YamlNode::Kind::map) return nullptr;
  for (std::size_t i = 0; i + 1 < map->items.size(); i += 2) {
    if (map->items[i].text == key) return &map->items[i + 1];
  }
  return nullptr;
}

bool is_true(const YamlNode* node) { return node != nullptr && node->text == "true"; }

class Taskfile {
 public:
  Taskfile(const YamlNode& root, std::string file)
      : tasks_(member(&root, "tasks")), file_(std::move(file)) {}

  bool has(const std::string& name) const { return member(tasks_, name) != nullptr; }

  void add(const std::string& name, bool beside, std::string ignored, int depth, Carried& out) {
    const YamlNode* task = member(tasks_, name);
    if (task == nullptr || depth > references_deep_max || out.pieces.size() > pieces_max) {
      out.needs_unknown = true;
      return;
    }
    if (is_true(member(task, "ignore_error"))) ignored = "`ignore_error: true`";
    if (const YamlNode* needs = member(task, "deps")) {
      for (const YamlNode& need : needs->items) {
        const YamlNode* other = need.kind == YamlNode::Kind::map ? member(&need, "task") : &need;
        if (other != nullptr) add(other->text, true, ignored, depth + 1, out);
      }
    }
    const YamlNode* cmds = member(task, "cmds");
    if (cmds == nullptr) cmds = member(task, "cmd");
    if (cmds == nullptr) cmds = task;
    if (cmds->kind == YamlNode::Kind::scalar) add_line(*cmds, name, beside, ignored, depth, out);
    if (cmds->kind != YamlNode::Kind::list) return;
    for (const YamlNode& line : cmds->items) add_line(line, name, beside, ignored, depth, out);
  }

 private:
  void add_line(const YamlNode& line, const std::string& task, bool beside, std::string ignored,
                int depth, Carried& out) {
    if (is_true(member(&line, "ignore_error"))) ignored = "`ignore_error: true`";
    if (const YamlNode* other = member(&line, "task"))
      return add(other->text, beside, ignored, depth + 1, out);
    const YamlNode* cmd = line.kind == YamlNode::Kind::map ? member(&line, "cmd") : &line;
    if (cmd == nullptr || cmd->kind != YamlNode::Kind::scalar) return;
    Piece piece;
    piece.text = without_templates(cmd->text, "{{", "}}");
    piece.place = file_ + ":" + std::to_string(cmd->line) + ", task " + task;
    piece.ignored = std::move(ignored);
    piece.beside = beside;
    piece.errexit = true;
    out.pieces.push_back(std::move(piece));
  }

  const YamlNode* tasks_;
  std::string file_;
};

std::optional<Carried> taskfile_lines(Words words, const std::string& folder,
                                      const Sources& sources) {
  Carried out;
  out.folder = folder;
  std::string file;
  std::vector<std::string> wanted;
  for (std::size_t i = 1; i < words.size() && words[i].text != "--"; ++i) {
    const std::string& text = words[i].text;
    const bool valued = lists(" -d --dir -t --taskfile -C --concurrency -o --output ", text);
    if (valued && i + 1 < words.size()) {
      if (text == "-d" || text == "--dir") out.folder = path_in(folder, words[i + 1].text);
      if (text == "-t" || text == "--taskfile") file = words[i + 1].text;
      ++i;
    } else if (!text.starts_with('-') && text.find('=') == std::string::npos) {
      wanted.push_back(text);
    }
  }
  if (wanted.empty()) wanted.emplace_back("default");
  for (const char* name : {"Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml",
                           "Taskfile.dist.yml", "Taskfile.dist.yaml"}) {
    const std::string one = file.empty() ? name : file;
    const auto text = sources(path_in(out.folder, one));
    if (!text) continue;
    const YamlReading reading = read_yaml(*text);
    if (!reading.faults.empty()) return {};
    Taskfile tasks(reading.root, one);
    for (const std::string& task : wanted) tasks.add(task, false, "", 0, out);
    return out;
  }
  return {};
}

// ---- tox

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
    if (!legacy.empty()) return read_ini(joined_lines(legacy, "\n"));
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
        if (!lines.empty()) return names_in(joined_lines(lines, ","));
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
    const std::string outcome = joined_lines(value("ignore_outcome"), " ");
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

std::optional<Carried> tox_commands(Words words, const std::string& folder,
                                    const Sources& sources) {
  std::string file;
  std::vector<std::string> environments;
  for (std::size_t i = 1; i < words.size() && words[i].text != "--"; ++i) {
    const std::string& text = words[i].text;
    const bool last = i + 1 >= words.size();
    if (text == "-e" || text == "--env") {
      if (!last) environments = ToxFile::names_in(words[++i].text);
    } else if (text.starts_with("-e") && text.size() > 2) {
      environments = ToxFile::names_in(text.substr(2));
    } else if (text == "-c" || text == "--conf") {
      if (!last) file = words[++i].text;
    } else if (lists(" -f -m --workdir --root ", text)) {
      return {};
    } else if (!text.starts_with('-') &&
               !lists(" run r p run-parallel s run-sequential auto ", text)) {
      return {};  // `tox list`, `tox devenv`
    }
  }
  std::string name;
  auto settings = tox_settings(file, folder, sources, name);
  if (!settings) return {};
  const ToxFile tox(std::move(*settings), name);
  if (environments.empty()) environments = tox.default_environments();
  Carried out;
  out.folder = folder;
  for (const std::string& environment : environments) tox.add(environment, out);
  return out;
}

// ---- nox

/// The calls `session.run("pytest", ..., success_codes=[0, 1])` of a noxfile.
class Noxfile {
 public:
  explicit Noxfile(std::string_view text) : text_(text) {}

  Carried runs(const std::vector<std::string>& sessions) const {
    Carried out;
    std::size_t begin = text_.find("\ndef ");
    while (begin != std::string_view::npos) {
      const std::size_t name_at = begin + 5;
      const std::size_t next = text_.find("\ndef ", name_at);
      const std::string_view body = text_.substr(name_at, next - name_at);
      const std::string name(body.substr(0, body.find('(')));
      const bool wanted = std::any_of(
          sessions.begin(), sessions.end(),
          [&](const std::string& session) { return session.substr(0, session.find('-')) == name; });
      if (sessions.empty() || wanted) add_calls(body, name, out);
      begin = next;
    }
    return out;
  }

 private:
  static void add_calls(std::string_view body, const std::string& session, Carried& out) {
    for (std::size_t at = body.find(".run("); at != std::string_view::npos;
         at = body.find(".run(", at)) {
      at += 5;
      Piece piece;
      piece.no_shell = true;
      piece.place = "noxfile.py, session " + session;
      at = read_call(body, at, piece);
      if (!piece.text.empty() && out.pieces.size() < pieces_max) out.pieces.push_back(piece);
    }
  }

  // From behind the parenthesis; returns where the call ends.
  static std::size_t read_call(std::string_view body, std::size_t at, Piece& piece) {
    int depth = 0;
    bool named = false;
    std::string word;
    for (; at < body.size(); ++at) {
      const char c = body[at];
      if (c == '"' || c == '\'') {
        std::size_t end = at + 1;
        while (end < body.size() && body[end] != c && body[end] != '\n')
          end += body[end] == '\\' ? 2U : 1U;
        if (!named && depth == 0)
          piece.text += (piece.text.empty() ? "'" : " '") +
                        std::string(body.substr(at + 1, std::min(end, body.size()) - at - 1)) + "'";
        at = end;
        continue;
      }
      if (c == '(' || c == '[' || c == '{') ++depth;
      if (c == ')' || c == ']' || c == '}') --depth;
      if (depth < 0) break;
      if (depth == 0 && c == ',') {
        if (!named && !word.empty())
          piece.text += (piece.text.empty() ? "" : " ") + std::string(not_known);
        named = false;
        word.clear();
      } else if (depth == 0 && c == '=') {
        named = true;
        const std::string_view value = body.substr(at + 1, body.find_first_of(")]\n", at) - at - 1);
        if (word == "success_codes" && takes_failures(value))
          piece.ignored = "`success_codes` with more than 0";
      } else if (c != ' ' && c != '\n' && c != '\t' && c != '*') {
        word.push_back(c);
      }
    }
    if (!named && !word.empty())
      piece.text += (piece.text.empty() ? "" : " ") + std::string(not_known);
    return at;
  }

  // 1 is how a check says no; pytest's 5 only says that there was nothing to do.
  static bool takes_failures(std::string_view value) {
    if (value.find("range") != std::string_view::npos) return true;
    for (std::size_t at = value.find('1'); at != std::string_view::npos;
         at = value.find('1', at + 1)) {
      const auto digit = [&](std::size_t i) {
        return i < value.size() && value[i] >= '0' && value[i] <= '9';
      };
      if (!digit(at + 1) && (at == 0 || !digit(at - 1))) return true;
    }
    return false;
  }

  std::string_view text_;
};

std::optional<Carried> nox_runs(Words words, const std::string& folder, const Sources& sources) {
  std::vector<std::string> sessions;
  std::string file = "noxfile.py";
  for (std::size_t i = 1; i < words.size() && words[i].text != "--"; ++i) {
    const std::string& text = words[i].text;
    const bool last = i + 1 >= words.size();
    if (lists(" -s --session --sessions -e ", text)) {
      while (i + 1 < words.size() && !words[i + 1].text.starts_with('-'))
        sessions.push_back(words[++i].text);
    } else if (text == "-f" || text == "--noxfile") {
      if (!last) file = words[++i].text;
    } else if (lists(" -k -t -p --python --tags ", text)) {
      return {};
    }
  }
  const auto text = sources(path_in(folder, file));
  if (!text) return {};
  Carried out = Noxfile("\n" + *text).runs(sessions);
  out.folder = folder;
  return out;
}

struct Carrier {
  std::string_view programs;
  std::optional<Carried> (*read)(Words words, const std::string& folder, const Sources& sources);
};

constexpr Carrier carriers[] = {
    {" npm yarn pnpm bun run-s run-p npm-run-all npm-run-all2 ", package_scripts},
    {" make gmake ", make_recipes},
    {" just ", just_recipes},
    {" task go-task ", taskfile_lines},
    {" tox ", tox_commands},
    {" ctest ", ctest_commands},
    {" nox ", nox_runs},
    {" composer composer.phar ", composer_scripts},
};

// ---- settings of tools that are no commands

bool is_script_shell(std::string_view path) {
  std::string name(path.substr(path.find_last_of("/\\") + 1));
  if (name.ends_with(".exe")) name.resize(name.size() - 4);
  return lists(shell_names, name) || lists(" pwsh powershell cmd busybox ", name) ||
         name.find('$') != std::string::npos;
}

struct OptionFile {
  std::string_view tools;
  const char* file;
  const char* section;  // empty: the file is nothing but options
  const char* key;
};

constexpr OptionFile option_files[] = {
    {" pytest py.test ", "pytest.ini", "pytest", "addopts"},
    {" pytest py.test ", "pyproject.toml", "tool.pytest.ini_options", "addopts"},
    {" pytest py.test ", "tox.ini", "pytest", "addopts"},
    {" pytest py.test ", "setup.cfg", "tool:pytest", "addopts"},
    {" rspec ", ".rspec", "", ""},
    {" prove ", ".proverc", "", ""},
    {" mvn mvnw ", ".mvn/maven.config", "", ""},
};

// Elements of an XML file that count wherever they stand, but not in profiles, which may be off.
struct Element {
  std::string_view tools;
  const char* file;
  std::string_view name;
};

constexpr Element elements[] = {
    {" mvn mvnw ", "pom.xml", "testFailureIgnore"},
    {" mvn mvnw ", "pom.xml", "maven.test.failure.ignore"},
};

std::string without_parts(std::string_view text, std::string_view open, std::string_view close) {
  std::string out;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find(open), text.size());
    out += text.substr(0, begin);
    text.remove_prefix(begin);
    const std::size_t end = text.find(close);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + close.size());
  }
  return out;
}

// `test { ignoreFailures = true }`, also for Kotlin; those of other plugins are no tests.
bool gradle_ignores_tests(std::string_view text) {
  const std::string plain = without_parts(text, "/*", "*/");
  std::vector<bool> about_tests;
  std::string head;
  const auto names_tests = [](std::string_view words) {
    return words.find("test") != words.npos || words.find("Test") != words.npos;
  };
  std::string_view rest = plain;
  while (!rest.empty()) {
    const char c = rest.front();
    if (rest.starts_with("//")) {
      rest.remove_prefix(std::min(rest.find('\n'), rest.size()));
      continue;
    }
    if (c == '{') about_tests.push_back(names_tests(head));
    if (c == '}' && !about_tests.empty()) about_tests.pop_back();
    if (rest.starts_with("ignoreFailures") || rest.starts_with("setIgnoreFailures")) {
      std::string_view value = rest.substr(rest.find("ailures") + 7);
      value.remove_prefix(std::min(value.find_first_not_of(" =(\t"), value.size()));
      const bool within =
          std::find(about_tests.begin(), about_tests.end(), true) != about_tests.end();
      if (value.starts_with("true") && (within || names_tests(head))) return true;
    }
    if (c == '{' || c == '}' || c == '\n' || c == ';') {
      head.clear();
    } else {
      head.push_back(c);
    }
    rest.remove_prefix(1);
  }
  return false;
}

bool asks_for_tests(Words words) {
  for (const Word& word : words.subspan(1)) {
    const std::string_view task = std::string_view(word.text).substr(word.text.rfind(':') + 1);
    if (word.text.starts_with('-')) continue;
    if (lists(" check build verify package install deploy ", task) ||
        task.find("est") != std::string_view::npos)
      return true;
  }
  return false;
}

std::string option_setting(std::string_view tool, const std::string& folder,
                           const Sources& sources) {
  for (const OptionFile& file : option_files) {
    if (!lists(file.tools, tool)) continue;
    const auto text = sources(path_in(folder, file.file));
    if (!text) continue;
    std::string given = *text;
    const std::string_view name = file.file;
    if (*file.section != '\0') {
      const Settings settings = name.ends_with(".toml") ? read_toml(*text) : read_ini(*text);
      given = joined_lines(lines_of(settings, file.section, file.key), " ");
    }
    if (const auto effect = find_hostile_option(tool, given))
      return std::string(name) + ": an option there " + std::string(*effect);
  }
  return {};
}

// `script-shell=/bin/true` in .npmrc: what runs the scripts is no shell.
std::string shell_setting(std::string_view tool, const std::string& folder,
                          const Sources& sources) {
  if (!lists(" npm pnpm yarn npx ", tool)) return {};
  const auto text = sources(path_in(folder, ".npmrc"));
  if (!text) return {};
  const Settings settings = read_ini(*text);
  const auto& lines = lines_of(settings, "", "script-shell");
  if (lines.empty() || is_script_shell(lines.front())) return {};
  return ".npmrc: `script-shell` is no shell, so that the scripts may not run";
}

// `"dry-run": true` in .mocharc.json, `dry-run: true` in .mocharc.yml
std::string mocha_setting(std::string_view tool, const std::string& folder,
                          const Sources& sources) {
  if (!lists(" mocha _mocha ", tool)) return {};
  for (const char* file : {".mocharc.json", ".mocharc.jsonc", ".mocharc.yml", ".mocharc.yaml"}) {
    const auto text = sources(path_in(folder, file));
    if (!text) continue;
    const YamlReading reading = read_yaml(*text);
    for (const char* key : {"dry-run", "dryRun"}) {
      if (reading.faults.empty() && is_true(member(&reading.root, key)))
        return std::string(file) + ": `" + key + "` lets the tests pass without running them";
    }
  }
  return {};
}

// A conftest.py that calls failures something else.
std::string conftest_setting(std::string_view tool, const std::string& folder,
                             const Sources& sources) {
  if (!lists(" pytest py.test ", tool)) return {};
  for (const char* file : {"conftest.py", "tests/conftest.py", "test/conftest.py"}) {
    const auto text = sources(path_in(folder, file));
    if (!text) continue;
    std::string squeezed;
    for (const char c : *text) {
      if (c != ' ' && c != '\t') squeezed.push_back(c == '"' ? '\'' : c);
    }
    for (const std::string_view sets : {".outcome='passed'", ".outcome='skipped'", ".exitstatus=0",
                                        ".testsfailed=0", ".wasxfail="}) {
      if (squeezed.find(sets) != std::string::npos)
        return std::string(file) + ": `" + std::string(sets.substr(1)) +
               "` calls a failure something else";
    }
  }
  return {};
}

}  // namespace

Words launched_words(Words words) {
  for (int depth = 0; depth < references_deep_max && !words.empty(); ++depth) {
    const std::string tool = tool_name(words);
    std::size_t at = 0;
    if (tool.starts_with("python") || tool.starts_with("pypy")) {
      for (std::size_t i = 1; i + 1 < words.size() && words[i].text.starts_with('-'); ++i) {
        if (words[i].text == "-m") at = i + 1;
        if (lists(" -m -c ", words[i].text)) break;
        if (lists(" -W -X ", words[i].text)) ++i;
      }
    }
    for (const Launcher& launcher : launchers) {
      if (!lists(launcher.programs, tool)) continue;
      std::size_t next = skip_options(words, 1, launcher.valued);
      if (!launcher.verbs.empty()) {
        if (next >= words.size() || !lists(launcher.verbs, words[next].text)) continue;
        next = skip_options(words, next + 1, launcher.valued);
      }
      at = next;
    }
    if (at == 0 || at >= words.size()) return words;
    words = words.subspan(at);
  }
  return words;
}

std::optional<Carried> carried_by(Words words, const std::string& folder, const Sources& sources) {
  words = launched_words(words);
  if (words.empty() || !sources) return {};
  const std::string tool = tool_name(words);
  // A program of the workspace that is called like one of them is another one.
  if (program_name(words.front()) != tool) return {};
  for (const Carrier& carrier : carriers) {
    if (lists(carrier.programs, tool)) return carrier.read(words, folder, sources);
  }
  return {};
}

std::string lenient_setting(Words words, const std::string& folder, const Sources& sources) {
  words = launched_words(words);
  if (words.empty() || !sources) return {};
  const std::string tool = tool_name(words);
  if (std::string found = option_setting(tool, folder, sources); !found.empty()) return found;
  if (std::string found = shell_setting(tool, folder, sources); !found.empty()) return found;
  if (std::string found = conftest_setting(tool, folder, sources); !found.empty()) return found;
  if (std::string found = mocha_setting(tool, folder, sources); !found.empty()) return found;
  const bool maven = lists(" mvn mvnw ", tool);
  const bool gradle = lists(" gradle gradlew ", tool);
  if ((!maven && !gradle) || !asks_for_tests(words)) return {};
  for (const Element& element : elements) {
    if (!lists(element.tools, tool)) continue;
    const auto text = sources(path_in(folder, element.file));
    if (!text) continue;
    const std::string plain =
        without_parts(without_parts(*text, "<!--", "-->"), "<profile>", "</profile>");
    const std::string set = "<" + std::string(element.name) + ">true<";
    if (plain.find(set) != std::string::npos)
      return std::string(element.file) + ": `" + set.substr(0, set.size() - 1) +
             "` makes it succeed whatever fails";
  }
  for (const char* file : {"build.gradle", "build.gradle.kts"}) {
    const auto text = gradle ? sources(path_in(folder, file)) : std::nullopt;
    if (text && gradle_ignores_tests(*text))
      return std::string(file) + ": `ignoreFailures` makes it succeed whatever fails";
  }
  return {};
}

}  // namespace assay::format::shell
