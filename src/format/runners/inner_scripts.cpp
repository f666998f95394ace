// SPDX-License-Identifier: MIT
#include "format/runners/inner_scripts.h"

#include "format/json/tree.h"
#include "format/runners/scan.h"

#include <algorithm>
#include <map>
#include <set>

namespace assay::format {
namespace inner {
namespace {

using Read = std::function<std::string(const std::string&)>;
using Scripts = std::vector<InnerScript>;

bool is_flag(const std::string& word) { return !word.empty() && word.front() == '-'; }

std::string joined(const std::string& folder, const std::string& file) {
  return folder.empty() ? file : folder + "/" + file;
}

/// `npm test`, `npm run unit -- --ci`, `yarn --cwd web test`, `pnpm -C web test`.
std::optional<Scripts> package_script(const std::vector<std::string>& words, const Read& read) {
  const std::string& tool = words.front();
  std::string folder;
  std::string name;
  bool run = false;
  for (std::size_t i = 1; i < words.size() && name.empty(); ++i) {
    const std::string& word = words[i];
    if ((word == "--prefix" || word == "--cwd" || word == "-C" || word == "--dir") &&
        i + 1 < words.size()) {
      folder = words[++i];
    } else if (word == "-r" || word == "--recursive" || word == "-ws" || word == "--workspaces" ||
               word == "--filter" || word == "-w" || word == "--workspace" ||
               word == "--if-present") {
      return std::nullopt;  // other folders decide
    } else if (is_flag(word)) {
      continue;
    } else if (!run && (word == "run" || word == "run-script")) {
      run = true;
    } else if (!run && tool == "npm" && (word == "t" || word == "tst")) {
      name = "test";
    } else if (run || word == "test" || word == "start" || tool == "yarn" || tool == "pnpm") {
      name = word;
    } else {
      return std::nullopt;
    }
  }
  if (name.empty() || (tool == "bun" && !run)) return std::nullopt;
  const JsonTree package = read_json_tree(read(joined(folder, "package.json")), 100'000);
  const JsonNode* scripts = package.fault.empty() ? package.root.find("scripts") : nullptr;
  if (scripts == nullptr) return std::nullopt;
  Scripts found;
  bool there = false;
  for (const std::string& one : {"pre" + name, name, "post" + name}) {
    const JsonNode* script = scripts->find(one);
    if (script == nullptr || script->kind != JsonNode::Kind::text) continue;
    there = there || one == name;
    found.push_back({script->text, folder});
  }
  return there ? std::optional(std::move(found)) : std::nullopt;
}

/// A makefile as far as `NAME = value` and `target: needs` with recipes go.
struct Makefile {
  struct Rule {
    std::vector<std::string> needs;
    std::vector<std::string> recipe;
  };
  std::map<std::string, std::string> values;
  std::map<std::string, Rule> rules;
  std::string first;
};

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  Scan scan(text);
  while (const auto word = scan.blanks().word()) parts.emplace_back(*word);
  return parts;
}

std::string expanded(std::string_view text, const Makefile& file, int depth = 0) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char open = i + 1 < text.size() ? text[i + 1] : '\0';
    if (text[i] != '$' || (open != '(' && open != '{' && open != '$')) {
      out.push_back(text[i]);
      continue;
    }
    if (open == '$') {
      out.push_back('$');
      ++i;
      continue;
    }
    const std::size_t end = text.find(open == '(' ? ')' : '}', i);
    if (end == std::string_view::npos) break;
    const std::string name(text.substr(i + 2, end - i - 2));
    const auto value = file.values.find(name);
    if (value != file.values.end() && depth < 8) {
      out += expanded(value->second, file, depth + 1);
    } else if (name == "MAKE") {
      out += "make";
    } else {
      out += "\"$unknown\"";
    }
    i = end;
  }
  return out;
}

/// False where the file uses what is not read here.
bool note_rule(std::string_view line, Makefile& file, std::vector<std::string>& current) {
  const std::size_t equals = line.find('=');
  const std::size_t colon = line.find(':');
  const bool assigns = equals != std::string_view::npos &&
                       (colon == std::string_view::npos || equals < colon || colon + 1 == equals ||
                        (colon + 2 == equals && line[colon + 1] == ':'));
  if (assigns) {
    std::string_view name = line.substr(0, equals);
    while (!name.empty() && (is_blank(name.back()) || name.back() == '?' || name.back() == ':' ||
                             name.back() == '+'))
      name.remove_suffix(1);
    if (starts_with(name, "export ")) name.remove_prefix(7);
    file.values[std::string(trim(name))] = std::string(trim(line.substr(equals + 1)));
    current.clear();
    return true;
  }
  if (colon == std::string_view::npos) {
    const std::string_view word = line.substr(0, line.find_first_of(" \t("));
    return word != "include" && word != "-include" && word != "define" && word != "$";
  }
  std::string_view needs = line.substr(colon + 1);
  if (!needs.empty() && needs.front() == ':') needs.remove_prefix(1);
  const std::size_t semicolon = needs.find(';');
  current = split(expanded(line.substr(0, colon), file));
  for (const std::string& target : current) {
    if (target.find('%') != std::string::npos) return false;
    Makefile::Rule& rule = file.rules[target];
    for (std::string& need : split(expanded(needs.substr(0, semicolon), file)))
      rule.needs.push_back(std::move(need));
    if (semicolon != std::string_view::npos) rule.recipe.emplace_back(needs.substr(semicolon + 1));
    if (file.first.empty() && target.front() != '.') file.first = target;
  }
  return true;
}

std::optional<Makefile> read_makefile(std::string_view text) {
  Makefile file;
  std::vector<std::string> current;
  while (!text.empty()) {
    std::size_t end = text.find('\n');
    while (end != std::string_view::npos && end > 0 && text[end - 1] == '\\')
      end = text.find('\n', end + 1);
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (!line.empty() && line.front() == '\t') {
      for (const std::string& target : current)
        file.rules[target].recipe.emplace_back(line.substr(1));
      continue;
    }
    line = trim(line.substr(0, line.find('#')));
    if (!line.empty() && !note_rule(line, file, current)) return std::nullopt;
  }
  return file;
}

void collect(const Makefile& file, const std::string& target, std::set<std::string>& seen,
             Scripts& out) {
  const auto rule = file.rules.find(target);
  if (rule == file.rules.end() || !seen.insert(target).second || seen.size() > 200) return;
  for (const std::string& need : rule->second.needs) collect(file, need, seen, out);
  for (const std::string& line : rule->second.recipe) {
    std::string_view text = trim_left(line);
    while (!text.empty() && (text.front() == '@' || text.front() == '-' || text.front() == '+'))
      text = trim_left(text.substr(1));
    out.push_back({expanded(text, file), ""});
  }
}

std::optional<Scripts> make_targets(const std::vector<std::string>& words, const Read& read) {
  std::string folder;
  std::string named;
  std::vector<std::string> targets;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "-C" || word == "--directory") {
      if (++i < words.size()) folder = words[i];
    } else if (word == "-f" || word == "--file" || word == "--makefile") {
      if (++i < words.size()) named = words[i];
    } else if (word == "-j" || word == "-l") {
      if (i + 1 < words.size() && is_digit(words[i + 1].empty() ? 'x' : words[i + 1].front())) ++i;
    } else if (!is_flag(word) && word.find('=') == std::string::npos && !word.empty()) {
      targets.push_back(word);
    }
  }
  std::string text;
  for (const char* file : {"GNUmakefile", "makefile", "Makefile"}) {
    if (!text.empty()) break;
    text = read(joined(folder, named.empty() ? file : named));
  }
  const auto file = text.empty() ? std::nullopt : read_makefile(text);
  if (!file) return std::nullopt;
  if (targets.empty() && !file->first.empty()) targets.push_back(file->first);
  Scripts out;
  std::set<std::string> seen;
  for (const std::string& target : targets) {
    if (file->rules.find(target) == file->rules.end()) return std::nullopt;
    collect(*file, target, seen, out);
  }
  for (InnerScript& script : out) script.folder = folder;
  return out.empty() ? std::nullopt : std::optional(std::move(out));
}

bool is_shell_script(std::string_view text) {
  if (!starts_with(text, "#!")) return false;
  const std::string_view line = trim(text.substr(2, text.find('\n') - 2));
  const std::size_t cut = line.find_last_of("/ ");
  const std::string_view name = line.substr(cut == std::string_view::npos ? 0 : cut + 1);
  return name == "sh" || name == "bash" || name == "dash" || name == "zsh" || name == "ksh" ||
         ends_with(line, "bash -e") || ends_with(line, "sh -e") || ends_with(line, "bash -eu") ||
         ends_with(line, "sh -eu");
}

std::optional<Scripts> shell_script(const std::vector<std::string>& words, const Read& read) {
  const std::string& first = words.front();
  const bool is_shell = first == "bash" || first == "sh" || first == "dash";
  std::string path = first;
  if (is_shell) {
    const auto file = std::find_if(words.begin() + 1, words.end(),
                                   [](const std::string& word) { return !is_flag(word); });
    if (file == words.end()) return std::nullopt;
    path = *file;
  } else if (path.find('/') == std::string::npos) {
    return std::nullopt;
  }
  std::string text = read(path);
  if (text.empty() || (!is_shell && !is_shell_script(text))) return std::nullopt;
  return Scripts{{std::move(text), ""}};
}

}  // namespace
}  // namespace inner

std::optional<std::vector<InnerScript>> inner_scripts(
    const std::vector<std::string>& words,
    const std::function<std::string(const std::string&)>& read) {
  if (words.empty() || words.front().empty()) return std::nullopt;
  const std::string& tool = words.front();
  if (tool == "npm" || tool == "yarn" || tool == "pnpm" || tool == "bun")
    return inner::package_script(words, read);
  if (tool == "make" || tool == "gmake") return inner::make_targets(words, read);
  return inner::shell_script(words, read);
}

}  // namespace assay::format
