// SPDX-License-Identifier: MIT
#include "format/shell/sources.h"

#include <algorithm>

namespace assay::format::shell {
namespace {

constexpr std::string_view known_shells = " bash sh dash zsh ksh ash ";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r"), text.size());
  const std::size_t end = std::min(text.find_last_not_of(" \t\r") + 1, text.size());
  return text.substr(begin, end > begin ? end - begin : 0);
}

}  // namespace

std::string path_in(const std::string& folder, std::string_view name) {
  if (folder.empty() || name.starts_with('/')) return std::string(name);
  while (name.starts_with("./")) name.remove_prefix(2);
  return folder + "/" + std::string(name);
}

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

}  // namespace assay::format::shell
