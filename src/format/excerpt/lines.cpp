// SPDX-License-Identifier: MIT
#include "format/excerpt/lines.h"

#include "base/text/escape.h"
#include "base/text/utf8.h"

#include <algorithm>

namespace assay::format::excerpt {
namespace {

constexpr std::size_t scan_max = std::size_t{1} << 20;
constexpr std::size_t line_max = 4096;  // what a line says, it says early

void add_lines(std::string_view raw, std::vector<std::string>& lines) {
  const std::string text = flatten_terminal(raw);
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    std::string line{rest.substr(0, std::min(end, line_max))};
    std::replace(line.begin(), line.end(), '\t', ' ');
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(std::move(line));
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
}

}  // namespace

std::vector<std::string> clean_lines(std::string_view raw_output) {
  std::vector<std::string> lines;
  if (raw_output.size() <= 2 * scan_max) {
    add_lines(raw_output, lines);
    return lines;
  }
  add_lines(raw_output.substr(0, scan_max), lines);
  lines.emplace_back();
  add_lines(raw_output.substr(raw_output.size() - scan_max), lines);
  return lines;
}

std::string shortened(std::string_view line, std::size_t bytes_max) {
  constexpr std::string_view ellipsis = "\xE2\x80\xA6";
  if (line.size() <= bytes_max) return std::string{line};
  return std::string{beginning_of(line, bytes_max - ellipsis.size())} + std::string{ellipsis};
}

}  // namespace assay::format::excerpt
