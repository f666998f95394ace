// SPDX-License-Identifier: MIT
#include "format/shell/rulebook.h"

#include "base/text/ascii.h"

#include <algorithm>
#include <utility>

namespace assay::format::shell {
namespace {

constexpr std::size_t targets_max = 64;
constexpr int includes_deep_max = 5;
constexpr std::string_view unknown_text = "\"$unknown_text\"";  // stands for what cannot be read
constexpr std::string_view no_shells = " true : echo printf cat test ";

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  for (const char c : text) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\' || c == '|') {
      if (!word.empty()) out.push_back(std::exchange(word, {}));
    } else {
      word.push_back(c);
    }
  }
  if (!word.empty()) out.push_back(std::move(word));
  return out;
}

// A line with those that a backslash joins to it.
std::string take_joined(std::string_view& text, std::size_t& number) {
  std::string line;
  for (bool more = true; more && !text.empty();) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (part.ends_with('\r')) part.remove_suffix(1);
    more = part.ends_with('\\');
    line += part;
    if (more) line += '\n';
  }
  return line;
}

// `/bin/true`, `bash -n`: a shell of make's that runs nothing.
bool runs_nothing(std::string_view shell) {
  const std::vector<std::string> words = split_words(shell);
  if (words.empty()) return false;
  const auto reads_only = [](const std::string& word) {
    return word.size() > 1 && word[0] == '-' && word[1] != '-' && word[1] != 'o' &&
           word.find('n') != std::string::npos;
  };
  return lists(no_shells, base_name(words.front())) ||
         std::any_of(words.begin(), words.end(), reads_only);
}

// Where the bracket at `open` is closed.
std::size_t closing(std::string_view text, std::size_t open) {
  const char begins = text[open];
  const char ends = begins == '(' ? ')' : '}';
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += text[i] == begins ? 1 : text[i] == ends ? -1 : 0;
    if (depth == 0) return i;
  }
  return std::string_view::npos;
}

void replace_all(std::string& text, const std::string& from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

Carried Rulebook::lines_of(std::vector<std::string> wanted) const {
  Carried out;
  if (wanted.empty() && !first_.empty()) wanted.push_back(first_);
  std::set<std::string> met;
  std::vector<std::string> others;
  while (!wanted.empty() && met.size() < targets_max) {
    const std::string target = wanted.back();
    wanted.pop_back();
    const auto rule = rules_.find(target);
    if (!met.insert(target).second) continue;
    if (rule == rules_.end()) {
      out.needs_unknown = true;
      continue;
    }
    const auto& [needs, lines] = rule->second;
    add_lines(rule->second, target, false, out);
    auto& next = lines.empty() ? wanted : others;
    next.insert(next.end(), needs.begin(), needs.end());
  }
  while (!others.empty() && met.size() < targets_max) {
    const std::string target = others.back();
    others.pop_back();
    if (!met.insert(target).second) continue;
    const auto rule = rules_.find(target);
    // A target without a rule of its own may be made by a pattern rule.
    if (rule == rules_.end()) {
      out.needs_unknown = true;
      continue;
    }
    add_lines(rule->second, target, true, out);
    others.insert(others.end(), rule->second.needs.begin(), rule->second.needs.end());
  }
  out.needs_unknown = out.needs_unknown || !wanted.empty() || !others.empty();
  return out;
}

std::string Rulebook::ignored_by(const std::string& target) const {
  if (!ignores_all_.empty()) return "`" + ignores_all_ + "`";
  return ignored_.contains(target) ? "`.IGNORE: " + target + "`" : "";
}

void Rulebook::add_lines(const Rule& rule, const std::string& target, bool beside,
                         Carried& out) const {
  const auto script = [&] {
    if (rule.lines.empty()) return false;
    return one_shell_ || (just_ && trimmed(rule.lines.front().text).starts_with("#!"));
  };
  if (!script()) {
    for (const Line& line : rule.lines) {
      Piece one = piece(line, target);
      one.beside = beside;
      if (const std::string by = ignored_by(target); !by.empty()) one.ignored = by;
      out.pieces.push_back(std::move(one));
    }
    return;
  }
  Piece whole = piece(rule.lines.front(), target);
  const bool named = just_ && whole.text.starts_with("#!");
  if (named) {
    const std::string_view first = std::string_view(whole.text).substr(0, whole.text.find('\n'));
    const ScriptKind kind = script_kind(whole.text, "");
    if (kind == ScriptKind::none) {
      out.needs_unknown = true;
      return;
    }
    whole.bash = kind == ScriptKind::bash;
    whole.errexit = first.find(" -e") != std::string_view::npos;
  }
  for (std::size_t i = 1; i < rule.lines.size(); ++i) {
    whole.text +=
        "\n" + (just_ ? interpolated(rule.lines[i].text) : expanded(rule.lines[i].text, 0));
  }
  whole.beside = beside;
  if (const std::string by = ignored_by(target); !by.empty()) whole.ignored = by;
  out.pieces.push_back(std::move(whole));
}

void Rulebook::read_make(const std::string& file, std::string_view text, const std::string& folder,
                         const Sources& sources, int depth) {
  std::vector<std::string> current;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t begun = number + 1;
    const std::string line = take_joined(text, number);
    if (!defining_.empty()) {
      std::string& value = variables_[defining_];
      if (trimmed(line).starts_with("endef")) {
        defining_.clear();
      } else {
        value += (value.empty() ? "" : "\n") + line;
      }
      continue;
    }
    if (!line.empty() && line.front() == prefix_) {
      for (const std::string& target : current) {
        rules_[target].lines.push_back({line.substr(1), file, begun});
      }
      continue;
    }
    if (trimmed(line).empty() || trimmed(line).front() == '#') continue;
    // Conditions may stand between the lines of a recipe.
    if (read_directive(line, folder, sources, depth)) continue;
    current = read_rule(line, {"", file, begun});
  }
}

bool Rulebook::read_directive(const std::string& line, const std::string& folder,
                              const Sources& sources, int depth) {
  const std::vector<std::string> words = split_words(line);
  if (words.empty()) return false;
  const std::string& first = words.front();
  if (lists(" ifeq ifneq ifdef ifndef else endif vpath unexport ", first)) return true;
  if (first == "define" && words.size() > 1) {
    defining_ = words[1];
    variables_[defining_].clear();
    return true;
  }
  if (!lists(" include -include sinclude ", first)) return false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string path = path_in(folder, expanded(words[i], 0));
    if (depth >= includes_deep_max || !included_.insert(path).second) continue;
    if (const auto text = sources(path)) read_make(path, *text, folder, sources, depth + 1);
  }
  return true;
}

std::vector<std::string> Rulebook::read_rule(const std::string& line, const Line& at) {
  const std::size_t equals = line.find('=');
  const std::size_t colon = line.find(':');
  const bool assigns =
      equals != std::string::npos && (colon == std::string::npos || equals < colon ||
                                      equals == colon + 1 || line.substr(colon, 3) == "::=");
  if (assigns) {
    assign(line, equals);
    return {};
  }
  if (colon == std::string::npos) return {};
  std::string rest = line.substr(colon + 1);
  if (rest.starts_with(':')) rest.erase(0, 1);
  std::string recipe;
  if (const std::size_t semi = rest.find(';'); semi != std::string::npos) {
    recipe = rest.substr(semi + 1);
    rest.resize(semi);
  }
  // `test: X = y` sets a variable for one target.
  if (const std::size_t own = rest.find('='); own != std::string::npos) {
    const std::string_view name = trimmed(std::string_view(rest).substr(0, own));
    if (name.starts_with("MAKEFLAGS") || name.starts_with("SHELL")) assign(rest, own);
    return {};
  }
  const std::vector<std::string> targets = split_words(expanded(line.substr(0, colon), 0));
  const std::vector<std::string> needs = split_words(expanded(rest, 0));
  for (const std::string& target : targets) {
    if (target == ".ONESHELL") one_shell_ = true;
    if (target == ".IGNORE") {
      if (needs.empty()) ignores_all_ = ".IGNORE";
      ignored_.insert(needs.begin(), needs.end());
    }
    if (target == ".IGNORE" || target == ".PHONY" || target == ".ONESHELL") continue;
    if (first_.empty() && !target.starts_with('.') && target.find('%') == std::string::npos)
      first_ = target;
    Rule& rule = rules_[target];
    rule.needs.insert(rule.needs.end(), needs.begin(), needs.end());
    if (!recipe.empty()) rule.lines.push_back({recipe, at.file, at.number});
  }
  return targets;
}

void Rulebook::assign(const std::string& line, std::size_t equals) {
  std::string name(trimmed(std::string_view(line).substr(0, equals)));
  while (!name.empty() && std::string_view("+:?! ").find(name.back()) != std::string_view::npos)
    name.pop_back();
  for (const std::string_view word : {"export ", "override "}) {
    if (name.starts_with(word)) name.erase(0, word.size());
  }
  const std::string value(trimmed(std::string_view(line).substr(equals + 1)));
  if (!set_.contains(name)) variables_[name] = value;
  if (name == ".RECIPEPREFIX" && !value.empty()) prefix_ = value.front();
  if (name == ".SHELLFLAGS")
    errexit_ = value.find("-e") != std::string::npos || value.find("errexit") != std::string::npos;
  // A shell of the workspace's own may do anything.
  const bool own = name == "SHELL" && !value.starts_with('/') && value.find('$') == value.npos &&
                   value.find('/') != value.npos;
  const bool runs_none = own || ((name == "SHELL" || name == ".SHELLFLAGS") && runs_nothing(value));
  const bool passes = name == "MAKEFLAGS" && find_hostile_assignment("MAKEFLAGS=" + value);
  if (runs_none || passes) ignores_all_ = std::string(trimmed(line));
}

// `$$` is the shell's dollar, `$(X)` a variable of make; what is not known stays an expansion.
std::string Rulebook::expanded(std::string_view text, int depth) const {
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
      const std::size_t end = closing(text, i + 1);
      if (end == std::string_view::npos) return out;
      out += value_of(text.substr(i + 2, end - i - 2), depth);
      i = end;
    } else {
      out += unknown_text;
      ++i;
    }
  }
  return out;
}

// `X`, `call try,./check`, `foreach t,a b,./check $(t);`
std::string Rulebook::value_of(std::string_view name, int depth) const {
  if (depth >= 5) return std::string(unknown_text);
  if (name.starts_with("call ")) {
    const std::string_view rest = name.substr(5);
    const auto called = variables_.find(std::string(trimmed(rest.substr(0, rest.find(',')))));
    if (called == variables_.end()) return std::string(unknown_text);
    std::string body = called->second;
    std::string_view given = rest.substr(std::min(rest.find(','), rest.size()));
    for (int number = 1; number < 10 && !given.empty(); ++number) {
      given.remove_prefix(1);
      const std::string_view one = given.substr(0, given.find(','));
      given.remove_prefix(one.size());
      replace_all(body, "$(" + std::to_string(number) + ")", one);
      replace_all(body, "$" + std::to_string(number), one);
    }
    return expanded(body, depth + 1);
  }
  if (name.starts_with("foreach ")) {
    const std::size_t second = name.find(',', std::min(name.find(',') + 1, name.size()));
    if (second != std::string_view::npos) return expanded(name.substr(second + 1), depth + 1);
  }
  const auto found = variables_.find(std::string(name));
  if (found != variables_.end()) return expanded(found->second, depth + 1);
  return std::string(name == "MAKE" ? std::string_view("make") : unknown_text);
}

void Rulebook::read_just(const std::string& file, std::string_view text) {
  just_ = true;
  std::vector<std::string> current;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t begun = number + 1;
    const std::string line = take_joined(text, number);
    if (trimmed(line).empty()) continue;
    if (line.front() == ' ' || line.front() == '\t') {
      for (const std::string& target : current) {
        rules_[target].lines.push_back({std::string(trimmed(line)), file, begun});
      }
      continue;
    }
    if (line.front() == '#' || line.front() == '[') continue;
    current = read_header(line);
  }
}

// `@test target="all" *args: build (lint "x") && report`
std::vector<std::string> Rulebook::read_header(const std::string& line) {
  if (line.starts_with("set shell") && line.find("bash") != std::string::npos) {
    bash_ = true;
    errexit_ = line.find("-e") != std::string::npos;
  }
  const std::vector<std::string> words = split_words(line);
  if (words.empty() || lists(" set alias export import mod unexport ", words.front())) return {};
  char quote = '\0';
  std::size_t colon = std::string::npos;
  for (std::size_t i = 0; i < line.size() && colon == std::string::npos; ++i) {
    if (quote != '\0') {
      if (line[i] == quote) quote = '\0';
    } else if (line[i] == '"' || line[i] == '\'') {
      quote = line[i];
    } else if (line[i] == ':') {
      colon = i;
    }
  }
  if (colon == std::string::npos || line.substr(colon, 2) == ":=") return {};
  const std::vector<std::string> before = split_words(line.substr(0, colon));
  if (before.empty()) return {};
  std::string name = before.front();
  if (name.starts_with('@')) name.erase(0, 1);
  if (first_.empty()) first_ = name;
  Rule& rule = rules_[name];
  for (std::string need : split_words(line.substr(colon + 1))) {
    if (need.starts_with('#')) break;
    std::erase_if(need, [](char c) { return c == '(' || c == ')'; });
    const bool is_name = !need.empty() && need != "&&" && need.find('"') == std::string::npos;
    if (is_name) rule.needs.push_back(std::move(need));
  }
  return {name};
}

std::string Rulebook::interpolated(std::string_view text) const {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t end = text.substr(i, 2) == "{{" ? text.find("}}", i) : std::string_view::npos;
    if (end == std::string_view::npos) {
      out.push_back(text[i]);
    } else {
      out += unknown_text;
      i = end + 1;
    }
  }
  return out;
}

Piece Rulebook::piece(const Line& line, const std::string& target) const {
  Piece out;
  std::string_view text = trimmed(line.text);
  while (!text.empty() && (text[0] == '@' || text[0] == '-' || (text[0] == '+' && !just_) ||
                           text[0] == ' ' || text[0] == '\t')) {
    if (text[0] == '-') out.ignored = "the `-` in front";
    text.remove_prefix(1);
  }
  out.text = just_ ? interpolated(text) : expanded(text, 0);
  out.errexit = errexit_;
  out.bash = just_ && bash_;
  out.place = line.file + ":" + std::to_string(line.number) + ", target " + target;
  return out;
}

}  // namespace assay::format::shell
