// SPDX-License-Identifier: MIT
#include "format/git_attributes.h"

#include <algorithm>

namespace assay::format {

namespace {

constexpr std::string_view blanks = " \t\r";

/// The next word; one in double quotes is taken as C writes it, as far as git does so for paths.
std::string next_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  std::string word;
  if (!line.starts_with('"')) {
    const std::size_t end = std::min(line.find_first_of(blanks), line.size());
    word = line.substr(0, end);
    line.remove_prefix(end);
    return word;
  }
  std::size_t at = 1;
  for (; at < line.size() && line[at] != '"'; ++at) {
    if (line[at] == '\\' && at + 1 < line.size()) ++at;
    word.push_back(line[at]);
  }
  line.remove_prefix(std::min(at + 1, line.size()));
  return word;
}

bool is_attribute_name(std::string_view word) {
  constexpr std::string_view marks = "-._";
  return !word.empty() && word.front() != '-' && std::all_of(word.begin(), word.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           marks.find(c) != std::string_view::npos;
  });
}

void set(StoredAs& stored, const std::string& name, const std::string& value) {
  const bool yes = value.empty();
  const bool none = value == "-" || value == "!";
  if (name == "text" || name == "crlf") {
    using Text = StoredAs::Text;
    if (yes || value == "input") stored.text = Text::yes;
    if (value == "-") stored.text = Text::no;
    if (value == "auto") stored.text = Text::by_content;
    if (value == "!") stored.text = Text::unspecified;
    if (value == "input") stored.eol = true;
  }
  if (name == "eol") stored.eol = value == "lf" || value == "crlf";
  if (name == "ident") stored.ident = yes;
  if (name == "working-tree-encoding") stored.encoding = !none && !yes;
  if (name == "filter") stored.filter = none || yes ? "" : value;
}

}  // namespace

AttributeRules AttributeRules::parse(std::string_view text) {
  AttributeRules rules;
  rules.read(text);
  return rules;
}

AttributeRules AttributeRules::parse_below(std::string_view text, const Macros& macros) {
  AttributeRules rules;
  rules.macros_ = macros;
  rules.is_top_ = false;
  rules.read(text);
  return rules;
}

void AttributeRules::read(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    add(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// False: no attribute can be called so.
bool AttributeRules::add_setting(std::string_view word, Settings& settings, int depth) const {
  constexpr int depth_max = 8;
  std::string value;
  if (word.starts_with('-') || word.starts_with('!')) {
    value = word.substr(0, 1);
    word.remove_prefix(1);
  } else if (const std::size_t equals = word.find('='); equals != std::string_view::npos) {
    value = word.substr(equals + 1);
    word = word.substr(0, equals);
  }
  if (!is_attribute_name(word)) return false;
  settings.emplace_back(std::string(word), value);
  const auto macro = macros_.find(word);
  if (macro == macros_.end() || !value.empty() || depth > depth_max) return true;
  for (const auto& [name, inner] : macro->second) {
    const bool is_mark = inner == "-" || inner == "!";
    add_setting(is_mark         ? inner + name
                : inner.empty() ? name
                                : name + "=" + inner,
                settings, depth + 1);
  }
  return true;
}

void AttributeRules::add(std::string_view line) {
  constexpr std::string_view macro = "[attr]";
  const std::size_t begin = std::min(line.find_first_not_of(blanks), line.size());
  line.remove_prefix(begin);
  if (line.empty() || line.front() == '#') return;
  const std::string pattern = next_word(line);
  Settings settings;
  for (std::string word = next_word(line); !word.empty(); word = next_word(line)) {
    // Git passes over a line that it cannot read to its end.
    if (!add_setting(word, settings, 0)) return;
  }
  if (pattern.starts_with(macro)) {
    if (is_top_) macros_[pattern.substr(macro.size())] = std::move(settings);
    return;
  }
  // Git refuses patterns that take back others.
  if (pattern.empty() || pattern.front() == '!' || settings.empty()) return;
  lines_.push_back({IgnoreRules::parse(pattern), std::move(settings)});
}

bool AttributeRules::changes_more_than_line_ends() const {
  return std::any_of(lines_.begin(), lines_.end(), [](const Line& line) {
    return std::any_of(line.settings.begin(), line.settings.end(), [](const auto& setting) {
      return setting.first == "filter" || setting.first == "ident" ||
             setting.first == "working-tree-encoding";
    });
  });
}

void AttributeRules::apply(std::string_view path, StoredAs& stored) const {
  for (const Line& line : lines_) {
    if (line.pattern.match(path, PathKind::file) != IgnoreMatch::ignored) continue;
    for (const auto& [name, value] : line.settings) set(stored, name, value);
  }
}

}  // namespace assay::format
