// SPDX-License-Identifier: MIT
#include "format/shell/settings.h"

#include <algorithm>

namespace assay::format::shell {
namespace {

std::string_view bare(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  const std::size_t end = std::min(text.find_last_not_of(" \t\r\n") + 1, text.size());
  return text.substr(begin, end > begin ? end - begin : 0);
}

std::string_view cut_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

void add_value(std::vector<std::string>& lines, std::string_view value, bool& joins) {
  value = bare(value);
  if (value.empty()) {
    joins = false;
    return;
  }
  const bool more = value.ends_with('\\');
  if (more) value = bare(value.substr(0, value.size() - 1));
  if (joins && !lines.empty()) {
    lines.back().append(" ").append(value);
  } else {
    lines.emplace_back(value);
  }
  joins = more;
}

std::string quoted(std::string_view word) {
  const bool plain = !word.empty() && word.find_first_of(" \t\n\"'\\$`;|&<>()*?[]#~!") == word.npos;
  if (plain) return std::string(word);
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// Values of TOML, from where a key's `=` was.
class TomlValue {
 public:
  explicit TomlValue(std::string_view& text) : text_(text) {}

  std::vector<std::string> read() {
    std::vector<std::string> lines;
    skip_blanks(false);
    if (at('[')) {
      read_list(lines, 0);
      cut_line(text_);
    } else if (at('"') || at('\'')) {
      std::string value = read_string();
      std::string_view rest = value;
      while (!rest.empty()) lines.emplace_back(cut_line(rest));
      cut_line(text_);
    } else {
      const std::string_view line = cut_line(text_);
      lines.emplace_back(bare(line.substr(0, line.find('#'))));
    }
    return lines;
  }

 private:
  bool at(char c) const { return !text_.empty() && text_.front() == c; }

  void skip_blanks(bool lines_too) {
    while (!text_.empty()) {
      const char c = text_.front();
      if (c == '#' && lines_too) {
        cut_line(text_);
      } else if (c == ' ' || c == '\t' || (lines_too && (c == '\n' || c == '\r' || c == ','))) {
        text_.remove_prefix(1);
      } else {
        return;
      }
    }
  }

  std::string read_string() {
    const char quote = text_.front();
    const bool triple = text_.size() > 2 && text_[1] == quote && text_[2] == quote;
    const std::string end(triple ? 3 : 1, quote);
    text_.remove_prefix(end.size());
    std::string out;
    while (!text_.empty() && !text_.starts_with(end)) {
      if (text_.front() == '\\' && quote == '"' && text_.size() > 1) {
        out.push_back(text_[1] == 'n' ? '\n' : text_[1]);
        if (text_[1] == '\n') out.back() = ' ';
        text_.remove_prefix(2);
        continue;
      }
      out.push_back(text_.front());
      text_.remove_prefix(1);
    }
    text_.remove_prefix(std::min(end.size(), text_.size()));
    return out;
  }

  void read_list(std::vector<std::string>& out, int depth) {
    text_.remove_prefix(1);
    std::string words;
    for (skip_blanks(true); !text_.empty() && !at(']'); skip_blanks(true)) {
      if (at('[') && depth < 2) {
        read_list(out, depth + 1);
      } else if (at('"') || at('\'')) {
        const std::string value = read_string();
        if (depth == 0) out.push_back(value);
        if (depth > 0) words += (words.empty() ? "" : " ") + quoted(value);
      } else {
        // A table or a reference stands for what is not known.
        if (depth == 0) out.emplace_back("\"$unknown_text\"");
        int braces = 0;
        while (!text_.empty() && (braces > 0 || (!at(']') && !at(',')))) {
          braces += at('{') ? 1 : at('}') ? -1 : 0;
          text_.remove_prefix(1);
        }
      }
    }
    if (!text_.empty()) text_.remove_prefix(1);
    if (depth > 0 && !words.empty()) out.push_back(words);
  }

  std::string_view& text_;
};

}  // namespace

Settings read_ini(std::string_view text) {
  Settings out;
  std::string section;
  std::vector<std::string>* value = nullptr;
  bool joins = false;
  while (!text.empty()) {
    const std::string_view line = cut_line(text);
    const std::string_view plain = bare(line);
    if (plain.empty() || plain.front() == '#' || plain.front() == ';') continue;
    const bool indented = line.front() == ' ' || line.front() == '\t';
    if (indented && value != nullptr) {
      add_value(*value, plain.substr(0, plain.find(" #")), joins);
      continue;
    }
    joins = false;
    if (plain.front() == '[' && plain.back() == ']') {
      section = plain.substr(1, plain.size() - 2);
      value = nullptr;
      continue;
    }
    const std::size_t equals = plain.find_first_of("=:");
    if (equals == std::string_view::npos) continue;
    value = &out[section][std::string(bare(plain.substr(0, equals)))];
    std::string_view rest = plain.substr(equals + 1);
    add_value(*value, rest.substr(0, rest.find(" #")), joins);
  }
  return out;
}

Settings read_toml(std::string_view text) {
  Settings out;
  std::string section;
  while (!text.empty()) {
    std::string_view before = text;
    const std::string_view line = bare(cut_line(text));
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == '[') {
      section = bare(line.substr(1, line.find(']') - 1));
      std::erase_if(section, [](char c) { return c == '"' || c == '\'' || c == '['; });
      continue;
    }
    const std::size_t equals = before.find('=');
    if (equals == std::string_view::npos || equals > before.find('\n')) continue;
    const std::string key(bare(before.substr(0, equals)));
    before.remove_prefix(equals + 1);
    out[section][key] = TomlValue(before).read();
    text = before;
  }
  return out;
}

const std::vector<std::string>& lines_of(const Settings& settings, const std::string& section,
                                         const std::string& key) {
  static const std::vector<std::string> none;
  const auto found = settings.find(section);
  if (found == settings.end()) return none;
  const auto value = found->second.find(key);
  return value == found->second.end() ? none : value->second;
}

}  // namespace assay::format::shell
