// SPDX-License-Identifier: MIT
#include "format/connect/block.h"

#include <algorithm>
#include <optional>

namespace assay::format {

namespace {

struct BlockSpan {
  std::size_t begin = 0;       ///< of the first mark
  std::size_t inside = 0;      ///< behind its line
  std::size_t inside_end = 0;  ///< before the line of the second
  std::size_t end = 0;         ///< behind its line
};

/// Where a line that is the mark begins, from `at` on; npos: nowhere.
std::size_t find_line(std::string_view text, std::string_view mark, std::size_t at) {
  while ((at = text.find(mark, at)) != std::string_view::npos) {
    const std::size_t end = at + mark.size();
    const bool begins = at == 0 || text[at - 1] == '\n';
    const bool ends = end == text.size() || text[end] == '\n' || text[end] == '\r';
    if (begins && ends) return at;
    at = end;
  }
  return at;
}

std::size_t behind_line(std::string_view text, std::size_t at) {
  const auto end = text.find('\n', at);
  return end == std::string_view::npos ? text.size() : end + 1;
}

std::optional<BlockSpan> find_block(std::string_view text, const BlockMarks& marks) {
  BlockSpan span;
  span.begin = find_line(text, marks.begin, 0);
  if (span.begin == std::string_view::npos) return {};
  span.inside = behind_line(text, span.begin);
  span.inside_end = find_line(text, marks.end, span.inside);
  if (span.inside_end == std::string_view::npos) return {};
  span.end = behind_line(text, span.inside_end);
  return span;
}

/// With the line ends of the text.
std::string as_lines(std::string_view text, const BlockMarks& marks, std::string_view body) {
  std::string block;
  block.append(marks.begin).append("\n").append(body);
  if (!body.empty() && body.back() != '\n') block += '\n';
  block.append(marks.end).append("\n");
  if (text.find("\r\n") == std::string_view::npos) return block;
  std::string lines;
  for (const char c : block) {
    if (c == '\n') lines += '\r';
    lines += c;
  }
  return lines;
}

std::string line_end_of(std::string_view text) {
  return text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
}

std::string replaced(std::string_view text, const BlockSpan& span, std::string_view by) {
  std::string out(text.substr(0, span.begin));
  return out.append(by).append(text.substr(span.end));
}

}  // namespace

bool has_block(std::string_view text, const BlockMarks& marks) {
  return find_block(text, marks).has_value();
}

std::string put_block(std::string_view text, const BlockMarks& marks, std::string_view body) {
  const std::string block = as_lines(text, marks, body);
  if (const auto span = find_block(text, marks)) return replaced(text, *span, block);
  std::string out(text);
  const std::string line_end = line_end_of(text);
  if (!out.empty() && out.back() != '\n') out += line_end;
  if (!out.empty()) out += line_end;
  return out + block;
}

std::string put_block_first(std::string_view text, const BlockMarks& marks, std::string_view body) {
  const std::string block = as_lines(text, marks, body);
  if (const auto span = find_block(text, marks)) return replaced(text, *span, block);
  const std::size_t at = behind_line(text, 0);
  std::string out(text.substr(0, at));
  if (!out.empty() && out.back() != '\n') out += '\n';
  return out.append(block).append(text.substr(at));
}

std::string remove_block(std::string_view text, const BlockMarks& marks) {
  auto span = find_block(text, marks);
  if (!span) return std::string(text);
  const std::string empty_line = line_end_of(text) + line_end_of(text);
  const bool apart = text.substr(0, span->begin).ends_with(empty_line);
  const bool at_end = span->end == text.size();
  if (apart && at_end) span->begin -= empty_line.size() / 2;
  return replaced(text, *span, "");
}

}  // namespace assay::format
