// SPDX-License-Identifier: MIT
#include "format/connect/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace assay::format {

namespace {

constexpr std::size_t lines_around = 3;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

void add_line(std::string& out, char sign, std::string_view line) {
  out += sign;
  const bool ends = line.ends_with('\n');
  std::string_view plain = ends ? line.substr(0, line.size() - 1) : line;
  if (plain.ends_with('\r')) plain.remove_suffix(1);
  out.append(plain).append("\n");
  if (!ends) out += "\\ No newline at end of file\n";
}

}  // namespace

std::string diff_text(std::string_view path, std::string_view before, std::string_view after) {
  if (before == after) return "";
  const auto old_lines = lines_of(before);
  const auto new_lines = lines_of(after);
  const std::size_t least = std::min(old_lines.size(), new_lines.size());
  std::size_t head = 0;
  while (head < least && old_lines[head] == new_lines[head]) ++head;
  std::size_t tail = 0;
  while (tail < least - head &&
         old_lines[old_lines.size() - 1 - tail] == new_lines[new_lines.size() - 1 - tail])
    ++tail;
  const std::size_t from = head - std::min(head, lines_around);
  const std::size_t more = std::min(tail, lines_around);
  const std::size_t old_end = old_lines.size() - tail;
  const std::size_t new_end = new_lines.size() - tail;
  std::string out =
      fmt::format("--- {}\n+++ {}\n@@ -{},{} +{},{} @@\n", before.empty() ? "/dev/null" : path,
                  after.empty() ? "/dev/null" : path, old_lines.empty() ? 0 : from + 1,
                  old_end + more - from, new_lines.empty() ? 0 : from + 1, new_end + more - from);
  for (std::size_t i = from; i < head; ++i) add_line(out, ' ', old_lines[i]);
  for (std::size_t i = head; i < old_end; ++i) add_line(out, '-', old_lines[i]);
  for (std::size_t i = head; i < new_end; ++i) add_line(out, '+', new_lines[i]);
  for (std::size_t i = old_end; i < old_end + more; ++i) add_line(out, ' ', old_lines[i]);
  return out;
}

}  // namespace assay::format
