// SPDX-License-Identifier: MIT
#include "format/doctor.h"

#include "base/text/ascii.h"
#include "base/text/escape.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

namespace assay::format {
namespace {

constexpr std::size_t answer_max = 8192;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// The version that begins at `at`: at least "1.2", with what is attached by '-' or '+'.
std::string_view version_at(std::string_view line, std::size_t at) {
  std::size_t end = at;
  int dots = 0;
  while (end < line.size() && is_digit(line[end])) {
    while (end < line.size() && is_digit(line[end])) ++end;
    if (end + 1 >= line.size() || line[end] != '.' || !is_digit(line[end + 1])) break;
    ++dots;
    ++end;
  }
  if (dots == 0) return {};
  const std::size_t numbers_end = end;
  if (end < line.size() && (line[end] == '-' || line[end] == '+')) {
    ++end;
    while (end < line.size() && (is_word(line[end]) || line[end] == '.' || line[end] == '-')) ++end;
    while (end > numbers_end && !is_word(line[end - 1])) --end;
  }
  return line.substr(at, std::min<std::size_t>(end - at, 64));
}

std::string_view first_version(std::string_view line) {
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (!is_digit(line[at])) continue;
    const bool after_v = at > 0 && (line[at - 1] == 'v' || line[at - 1] == 'V') &&
                         (at == 1 || !is_word(line[at - 2]));
    const bool begins = at == 0 || after_v || !(is_word(line[at - 1]) || line[at - 1] == '.');
    if (!begins) continue;
    const std::string_view version = version_at(line, at);
    if (!version.empty()) return version;
  }
  return {};
}

/// 0: only a version somewhere; 2: this line is about the tool's own version.
int trust(std::string_view line, std::string_view tool, std::string_view version) {
  const std::size_t at = line.find(version);
  const bool leads = at == 0 || (at == 1 && (line[0] == 'v' || line[0] == 'V'));
  if (leads) return 2;
  const std::string small = lowered(line);
  const bool about =
      small.rfind(lowered(tool), 0) == 0 || small.find("version") != std::string::npos;
  return about ? 1 : 0;
}

}  // namespace

std::optional<ToolVersion> read_version(std::string_view tool, std::string_view output) {
  const std::string text = strip_escapes(output.substr(0, answer_max));
  std::string_view rest = text;
  std::string best;
  int best_trust = -1;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    const std::string_view version = first_version(line);
    if (version.empty()) continue;
    const int believed = trust(line, tool, version);
    if (believed <= best_trust) continue;
    best = std::string{version};
    best_trust = believed;
  }
  if (best.empty()) return std::nullopt;
  return ToolVersion{std::string{tool}, best};
}

}  // namespace assay::format
