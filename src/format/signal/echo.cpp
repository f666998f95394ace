// SPDX-License-Identifier: MIT
#include "format/signal/echo.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace assay::format {

namespace {

constexpr std::size_t prompt_max = std::size_t{1} << 20;

/// For each prefix of the pattern, how much of it is also its suffix (Knuth, Morris, Pratt).
std::vector<std::uint32_t> borders_of(std::string_view pattern) {
  std::vector<std::uint32_t> borders(pattern.size(), 0);
  for (std::size_t i = 1, length = 0; i < pattern.size(); ++i) {
    while (length > 0 && pattern[i] != pattern[length]) length = borders[length - 1];
    if (pattern[i] == pattern[length]) ++length;
    borders[i] = static_cast<std::uint32_t>(length);
  }
  return borders;
}

void blank_out(std::string& text, std::size_t from, std::size_t to) {
  std::for_each(text.begin() + static_cast<std::ptrdiff_t>(from),
                text.begin() + static_cast<std::ptrdiff_t>(to), [](char& c) {
                  if (c != '\n') c = ' ';
                });
}

}  // namespace

std::string without_echo(std::string_view text, std::string_view given) {
  std::string out(text);
  while (!given.empty() && (given.back() == '\n' || given.back() == '\r')) given.remove_suffix(1);
  while (!given.empty() && (given.front() == '\n' || given.front() == '\r')) given.remove_prefix(1);
  const bool several_lines = given.find('\n') != given.npos;
  if (!several_lines || given.size() > text.size() || given.size() > prompt_max) return out;
  const std::vector<std::uint32_t> borders = borders_of(given);
  for (std::size_t i = 0, length = 0; i < text.size(); ++i) {
    while (length > 0 && text[i] != given[length]) length = borders[length - 1];
    if (text[i] == given[length]) ++length;
    if (length < given.size()) continue;
    const std::size_t from = i + 1 - length;
    const bool starts_line = from == 0 || text[from - 1] == '\n';
    const bool ends_line = i + 1 == text.size() || text[i + 1] == '\n' || text[i + 1] == '\r';
    if (starts_line && ends_line) blank_out(out, from, i + 1);
    length = starts_line && ends_line ? 0 : borders[length - 1];
  }
  return out;
}

}  // namespace assay::format
