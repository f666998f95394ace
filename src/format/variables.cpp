// SPDX-License-Identifier: MIT
#include "format/variables.h"

#include <algorithm>
#include <array>
#include <string>

namespace assay::format {

namespace {

bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Where the name stands as a whole word, from `from` on.
std::size_t find_name(std::string_view text, std::string_view name, std::size_t from) {
  for (std::size_t at = text.find(name, from); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const bool begins = at == 0 || !is_name_byte(text[at - 1]);
    const std::size_t end = at + name.size();
    if (begins && (end == text.size() || !is_name_byte(text[end]))) return at;
  }
  return std::string_view::npos;
}

bool is_read(std::string_view before, std::string_view after) {
  if (before.ends_with("$") || before.ends_with("${") || before.ends_with("$(")) return true;
  if (before.ends_with("env.") || before.ends_with("ENV.")) return true;
  if (before.empty() || after.empty()) return false;
  const char quote = before.back();
  return (quote == '"' || quote == '\'') && after.front() == quote;
}

bool is_set(std::string_view before, std::string_view after) {
  if (!after.starts_with("=") || after.starts_with("==")) return false;
  return before.empty() || std::string_view(" \t\n;&|(\"'").find(before.back()) != before.npos;
}

constexpr std::array<std::string_view, 13> complaints = {
    "not set", "unset",       "undefined", "missing",  "required",  "must be",     "keyerror",
    "unbound", "not defined", "no value",  "is empty", "not found", "not provided"};

constexpr std::array<std::string_view, 18> of_shells = {
    "COLUMNS", "EUID",   "FUNCNAME", "HOSTNAME", "HOSTTYPE", "IFS",   "LINENO",  "LINES", "OLDPWD",
    "OPTARG",  "OPTIND", "PPID",     "PWD",      "RANDOM",   "REPLY", "SECONDS", "SHLVL", "UID"};

}  // namespace

bool reads_variable(std::string_view text, std::string_view name) {
  bool read = false;
  for (std::size_t at = find_name(text, name, 0); at != std::string_view::npos;
       at = find_name(text, name, at + 1)) {
    const std::string_view before = text.substr(0, at);
    const std::string_view after = text.substr(at + name.size());
    if (is_set(before, after)) return false;
    read = read || is_read(before, after);
  }
  return read;
}

bool misses_variable(std::string_view output, std::string_view name) {
  for (std::size_t at = find_name(output, name, 0); at != std::string_view::npos;
       at = find_name(output, name, at + 1)) {
    const std::size_t begin = at == 0 ? 0 : output.rfind('\n', at - 1) + 1;
    std::string line(output.substr(begin, output.find('\n', at) - begin));
    std::transform(line.begin(), line.end(), line.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    const bool complains =
        std::any_of(complaints.begin(), complaints.end(),
                    [&](std::string_view word) { return line.find(word) != std::string::npos; });
    if (complains) return true;
  }
  return false;
}

bool is_variable_of_shells(std::string_view name) {
  return name == "_" || name.starts_with("BASH") || name.starts_with("ASSAY_") ||
         std::find(of_shells.begin(), of_shells.end(), name) != of_shells.end();
}

}  // namespace assay::format
