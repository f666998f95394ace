// SPDX-License-Identifier: MIT
#include "format/shell/sources.h"

#include "format/json/tree.h"

#include <algorithm>
#include <map>
#include <set>

namespace assay::format::shell {
namespace {

constexpr std::size_t package_nodes_max = 20'000;
constexpr std::size_t targets_max = 64;
constexpr std::string_view known_shells = " bash sh dash zsh ksh ash ";

std::string path_in(const std::string& folder, std::string_view name) {
  if (folder.empty() || name.starts_with('/')) return std::string(name);
  while (name.starts_with("./")) name.remove_prefix(2);
  return folder + "/" + std::string(name);
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r"), text.size());
  const std::size_t end = std::min(text.find_last_not_of(" \t\r") + 1, text.size());
  return text.substr(begin, end > begin ? end - begin : 0);
}

// The script's name, or nothing where npm does something else.
std::string script_of_package_manager(std::string_view tool, Words args) {
  constexpr std::string_view built_in =
      " install i ci add remove publish pack exec dlx x audit init link update up why info view "
      "config cache login version create import list ls outdated rebuild dedupe workspaces set "
      "patch store fetch deploy npm node plugin ";
  std::size_t i = 0;
  for (; i < args.size() && args[i].text.starts_with('-'); ++i) {
    if (lists(" -C --dir --prefix --cwd --filter -F -w --workspace ", args[i].text)) return {};
    if (args[i].text.find("workspace") != std::string::npos || args[i].text == "-r") return {};
  }
  if (i == args.size()) return {};
  const std::string& first = args[i].text;
  if (first == "run" || first == "run-script") {
    for (++i; i < args.size() && args[i].text.starts_with('-'); ++i) {
      if (args[i].text.find("workspace") != std::string::npos || args[i].text == "-w") return {};
    }
    return i < args.size() ? args[i].text : std::string();
  }
  if (first == "test" || first == "t" || first == "tst") return tool == "bun" ? "" : "test";
  if (tool == "npm") return first == "start" || first == "stop" ? first : std::string();
  if (tool == "bun" || lists(built_in, first)) return {};
  return first;
}

/// A Makefile, as far as rules and plain variables go.
class Makefile {
 public:
  explicit Makefile(std::string_view text) { read(text); }

  /// The lines of the targets themselves; where a target only gathers others, theirs.
  Recipes recipes(const std::vector<std::string>& wanted) const {
    Recipes out;
    std::vector<std::string> open = wanted;
    if (open.empty() && !first_.empty()) open.push_back(first_);
    std::set<std::string> met;
    while (!open.empty() && met.size() < targets_max) {
      const std::string target = open.back();
      open.pop_back();
      const auto rule = rules_.find(target);
      if (!met.insert(target).second || rule == rules_.end()) continue;
      const auto& [needs, lines] = rule->second;
      for (const Line& line : lines) out.lines.push_back(piece(line, target));
      if (lines.empty()) open.insert(open.end(), needs.begin(), needs.end());
      out.needs_others = out.needs_others || (!lines.empty() && has_recipe(needs));
      if (ignored_.contains(target)) out.ignores = ".IGNORE: " + target;
    }
    if (!ignores_all_.empty()) out.ignores = ignores_all_;
    return out;
  }

 private:
  struct Line {
    std::string text;
    std::size_t number = 0;
  };
  struct Rule {
    std::vector<std::string> needs;
    std::vector<Line> lines;
  };

  bool has_recipe(const std::vector<std::string>& targets) const {
    return std::any_of(targets.begin(), targets.end(), [&](const std::string& target) {
      const auto rule = rules_.find(target);
      // A file that no rule tells how to make may come from an include.
      return rule == rules_.end() || !rule->second.lines.empty() || !rule->second.needs.empty();
    });
  }

  void read(std::string_view text) {
    std::vector<std::string> current;
    std::size_t number = 0;
    while (!text.empty()) {
      std::string line;
      const std::size_t begun = number + 1;
      for (bool more = true; more && !text.empty();) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view part = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        more = part.ends_with('\\');
        line += part;
        if (more) line += '\n';
      }
      if (line.starts_with('\t')) {
        for (const std::string& target : current) {
          rules_[target].lines.push_back({line.substr(1), begun});
        }
        continue;
      }
      if (trimmed(line).empty() || line.front() == '#') continue;
      current = read_rule(line, begun);
    }
  }

  std::vector<std::string> read_rule(const std::string& line, std::size_t number) {
    const std::size_t equals = line.find('=');
    const std::size_t colon = line.find(':');
    const bool assigns = equals != std::string::npos &&
                         (colon == std::string::npos || equals < colon || equals == colon + 1);
    if (assigns) {
      assign(line, equals);
      return {};
    }
    if (colon == std::string::npos) return {};
    std::string rest = line.substr(colon + 1);
    std::string recipe;
    if (const std::size_t semi = rest.find(';'); semi != std::string::npos) {
      recipe = rest.substr(semi + 1);
      rest.resize(semi);
    }
    const std::vector<std::string> targets = words(line.substr(0, colon));
    const std::vector<std::string> needs = words(rest);
    for (const std::string& target : targets) {
      if (target == ".IGNORE") {
        if (needs.empty()) ignores_all_ = ".IGNORE";
        ignored_.insert(needs.begin(), needs.end());
        continue;
      }
      if (first_.empty() && !target.starts_with('.') && target.find('%') == std::string::npos)
        first_ = target;
      Rule& rule = rules_[target];
      rule.needs.insert(rule.needs.end(), needs.begin(), needs.end());
      if (!recipe.empty()) rule.lines.push_back({recipe, number});
    }
    return targets;
  }

  void assign(const std::string& line, std::size_t equals) {
    std::string name(trimmed(std::string_view(line).substr(0, equals)));
    while (!name.empty() && std::string_view("+:?! ").find(name.back()) != std::string_view::npos)
      name.pop_back();
    if (name.starts_with("export ")) name.erase(0, 7);
    const std::string value(trimmed(std::string_view(line).substr(equals + 1)));
    variables_[name] = value;
    if (name == "MAKEFLAGS" && passes_over(value)) ignores_all_ = std::string(trimmed(line));
  }

  static bool passes_over(std::string_view value) {
    while (!value.empty()) {
      const std::size_t end = std::min(value.find(' '), value.size());
      const std::string_view flag = value.substr(0, end);
      if (flag == "--ignore-errors" || flag == "i" || flag == "-n" || flag == "n" || flag == "-t" ||
          flag == "--dry-run" || flag == "--just-print")
        return true;
      const bool cluster = flag.size() > 1 && flag[0] == '-' && flag[1] != '-' && flag[1] != 'j';
      if (cluster && flag.find('i') != std::string_view::npos) return true;
      value.remove_prefix(std::min(end + 1, value.size()));
    }
    return false;
  }

  static std::vector<std::string> words(std::string_view text) {
    std::vector<std::string> out;
    std::string word;
    for (const char c : text) {
      if (c == ' ' || c == '\t' || c == '\n' || c == '\\' || c == '|') {
        if (!word.empty()) out.push_back(std::exchange(word, {}));
      } else {
        word.push_back(c);
      }
    }
    if (!word.empty()) out.push_back(std::move(word));
    return out;
  }

  // `$$` is the shell's dollar, `$(X)` a variable of make; what is not known stays an expansion.
  std::string expanded(std::string_view text, int depth) const {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '$' || i + 1 >= text.size()) {
        out.push_back(text[i]);
        continue;
      }
      const char next = text[i + 1];
      if (next == '$') {
        out.push_back('$');
        ++i;
      } else if (next == '(' || next == '{') {
        const std::size_t end = text.find(next == '(' ? ')' : '}', i);
        if (end == std::string_view::npos) return out;
        const std::string name(text.substr(i + 2, end - i - 2));
        const auto found = variables_.find(name);
        out += found != variables_.end() && depth < 5 ? expanded(found->second, depth + 1)
                                                      : "\"$make_variable\"";
        i = end;
      } else {
        out += "\"$make_variable\"";
        ++i;
      }
    }
    return out;
  }

  Piece piece(const Line& line, const std::string& target) const {
    Piece out;
    std::string_view text = trimmed(line.text);
    while (!text.empty() &&
           (text[0] == '@' || text[0] == '-' || text[0] == '+' || text[0] == ' ')) {
      out.ignored = out.ignored || text[0] == '-';
      text.remove_prefix(1);
    }
    out.text = expanded(text, 0);
    out.place = "Makefile:" + std::to_string(line.number) + ", target " + target;
    return out;
  }

  std::map<std::string, Rule> rules_;
  std::map<std::string, std::string> variables_;
  std::set<std::string> ignored_;
  std::string ignores_all_;
  std::string first_;
};

}  // namespace

ScriptKind script_kind(std::string_view text, std::string_view path) {
  if (text.find('\0') != std::string_view::npos) return ScriptKind::none;
  if (!text.starts_with("#!")) {
    const bool named = path.ends_with(".sh") || path.ends_with(".bash");
    return named ? ScriptKind::bash : ScriptKind::none;
  }
  const std::string_view line = trimmed(text.substr(2, std::min(text.find('\n'), text.size()) - 2));
  std::string_view program = line.substr(0, std::min(line.find(' '), line.size()));
  if (program.ends_with("/env")) {
    program = trimmed(line.substr(program.size()));
    while (program.starts_with('-')) {
      program = trimmed(program.substr(std::min(program.find(' '), program.size())));
    }
    program = program.substr(0, std::min(program.find(' '), program.size()));
  }
  const std::string_view name = base_name(program);
  if (name == "bash") return ScriptKind::bash;
  return lists(known_shells, name) ? ScriptKind::other_shell : ScriptKind::none;
}

const Word* script_file(Words words) {
  if (words.empty() || !words.front().literal) return nullptr;
  const std::string_view name = program_name(words.front());
  if (!lists(known_shells, name)) {
    return words.front().text.find('/') == std::string::npos ? nullptr : &words.front();
  }
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view text = words[i].text;
    const bool option = text.size() > 1 && (text.front() == '-' || text.front() == '+');
    if (!option) return words[i].literal ? &words[i] : nullptr;
    if (text == "-c" || text == "-s" || text == "-n") return nullptr;
    if (text.ends_with('o') || text == "--rcfile" || text == "--init-file") ++i;
    if (text[1] != '-' && text.find('c') != std::string_view::npos) return nullptr;
  }
  return nullptr;
}

std::vector<Piece> package_scripts(Words words, const std::string& folder, const Sources& sources) {
  if (words.empty() || !sources) return {};
  const std::string_view tool = program_name(words.front());
  if (!lists(" npm yarn pnpm bun ", tool)) return {};
  const std::string name = script_of_package_manager(tool, words.subspan(1));
  if (name.empty()) return {};
  const auto text = sources(path_in(folder, "package.json"));
  if (!text) return {};
  const JsonTree tree = read_json_tree(*text, package_nodes_max);
  const JsonNode* scripts = tree.fault.empty() ? tree.root.find("scripts") : nullptr;
  if (scripts == nullptr) return {};
  std::vector<Piece> pieces;
  for (const std::string& one : {"pre" + name, name, "post" + name}) {
    const JsonNode* script = scripts->find(one);
    if (script == nullptr || script->kind != JsonNode::Kind::text) continue;
    pieces.push_back({script->text, "package.json, script " + one, false, one != name});
  }
  return pieces;
}

std::optional<Recipes> make_recipes(Words words, const std::string& folder,
                                    const Sources& sources) {
  if (words.empty() || !sources || !lists(" make gmake ", program_name(words.front()))) return {};
  std::string place = folder;
  std::string file;
  std::vector<std::string> targets;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& text = words[i].text;
    const bool last = i + 1 >= words.size();
    if (text == "-C" || text == "--directory") {
      if (!last) place = path_in(place, words[++i].text);
    } else if (text.starts_with("-C") && text.size() > 2) {
      place = path_in(place, text.substr(2));
    } else if (text == "-f" || text == "--file" || text == "--makefile") {
      if (!last) file = words[++i].text;
    } else if (text.starts_with('-')) {
      if (text == "-j" && !last &&
          words[i + 1].text.find_first_not_of("0123456789") == std::string::npos)
        ++i;
    } else if (text.find('=') == std::string::npos) {
      targets.push_back(text);
    }
  }
  std::optional<std::string> text;
  for (const char* name : {"GNUmakefile", "makefile", "Makefile"}) {
    if (!text) text = sources(path_in(place, file.empty() ? name : std::string_view(file)));
  }
  if (!text) return {};
  return Makefile(*text).recipes(targets);
}

}  // namespace assay::format::shell
