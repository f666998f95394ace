// SPDX-License-Identifier: MIT
#include "adapters/executor/local/simple.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace assay::process {

namespace {

// Everything bash understands by itself. Sorted.
constexpr std::string_view shell_words[] = {
    ".",        ":",       "[",       "[[",     "alias",   "bg",       "bind",     "break",
    "builtin",  "caller",  "case",    "cd",     "command", "compgen",  "complete", "compopt",
    "continue", "coproc",  "declare", "dirs",   "disown",  "do",       "done",     "echo",
    "elif",     "else",    "enable",  "esac",   "eval",    "exec",     "exit",     "export",
    "false",    "fc",      "fg",      "fi",     "for",     "function", "getopts",  "hash",
    "help",     "history", "if",      "in",     "jobs",    "kill",     "let",      "local",
    "logout",   "mapfile", "popd",    "printf", "pushd",   "pwd",      "read",     "readarray",
    "readonly", "return",  "select",  "set",    "shift",   "shopt",    "source",   "suspend",
    "test",     "then",    "time",    "times",  "trap",    "true",     "type",     "typeset",
    "ulimit",   "umask",   "unalias", "unset",  "until",   "wait",     "while",
};

// Without arguments the programs of these names do exactly what the builtins do.
constexpr std::string_view same_as_program[] = {"false", "true"};

bool is_one_of(std::string_view word, auto& words) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool is_plain(char letter) {
  constexpr std::string_view also = "_./:,+@%-=";
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || also.find(letter) != std::string_view::npos;
}

std::vector<std::string> split(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  for (const char letter : command) {
    if (is_plain(letter)) {
      word += letter;
    } else if (letter != ' ') {
      return {};
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

/// Variables that bash obeys, imports functions from, or would set anew.
bool changes_bash(std::string_view name) {
  constexpr std::string_view names[] = {"ENV", "EXECIGNORE", "OLDPWD", "POSIXLY_CORRECT",
                                        "PWD", "SHELLOPTS",  "SHLVL",  "_"};
  return name.starts_with("BASH") || is_one_of(name, names);
}

bool is_program(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

/// Empty if it is not there, or where it is depends on more than PATH.
std::string search_path(const std::string& name, std::string_view search, Relative relative) {
  while (!search.empty()) {
    const std::size_t colon = std::min(search.find(':'), search.size());
    const std::string_view folder = search.substr(0, colon);
    if (!folder.starts_with('/') && relative == Relative::refuse) return {};
    std::string path = std::string(folder) + "/" + name;
    if (folder.starts_with('/') && is_program(path)) return path;
    search.remove_prefix(std::min(colon + 1, search.size()));
  }
  return {};
}

}  // namespace

std::string find_program(const std::string& name, const std::string& cwd,
                         const Environment& environment, Relative relative) {
  if (name.find('/') != std::string::npos) {
    return is_program(name.starts_with('/') ? name : cwd + "/" + name) ? name : "";
  }
  for (const auto& [key, value] : environment) {
    if (key == "PATH") return search_path(name, value, relative);
  }
  return {};
}

std::optional<SimpleCommand> simple_command(std::string_view command, const std::string& cwd,
                                            const Environment& environment) {
  constexpr std::size_t bytes_max = 4096;
  if (command.size() > bytes_max) return std::nullopt;
  SimpleCommand simple{split(command), {}};
  if (simple.words.empty()) return std::nullopt;
  const std::string& first = simple.words.front();
  if (first.find('=') != std::string::npos || first.starts_with('%')) return std::nullopt;
  const bool same = simple.words.size() == 1 && is_one_of(first, same_as_program);
  if (is_one_of(first, shell_words) && !same) return std::nullopt;
  for (const auto& [name, value] : environment) {
    if (changes_bash(name)) return std::nullopt;
  }
  simple.path = find_program(first, cwd, environment, Relative::refuse);
  if (simple.path.empty()) return std::nullopt;
  return simple;
}

void add_shell_variables(Environment& environment, const std::string& cwd,
                         const SimpleCommand& command) {
  environment.emplace_back("PWD", cwd);
  environment.emplace_back("SHLVL", "0");
  environment.emplace_back("_", command.path);
}

}  // namespace assay::process
