// SPDX-License-Identifier: MIT
#include "base/text/utf8.h"
#include "format/spec/progress.h"
#include "format/spec/sections.h"
#include "format/spec/words.h"

#include <algorithm>

namespace assay::format {

namespace {

constexpr std::string_view left_out = "[...]\n";

/// From the front, in whole lines; a single line that is too long is cut between characters.
std::string head_of(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  if (bytes <= left_out.size()) return "";
  const std::string_view part = text.substr(0, bytes - left_out.size());
  const std::size_t line = part.rfind('\n');
  if (line != std::string_view::npos) {
    return std::string(part.substr(0, line + 1)) + std::string(left_out);
  }
  return std::string(text.substr(0, whole_characters(text, part.size() - 1))) + "\n" +
         std::string(left_out);
}

/// The last whole lines.
std::string tail_of(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  if (bytes <= left_out.size()) return "";
  const std::size_t from = text.size() - (bytes - left_out.size());
  const std::size_t line = text.find('\n', from - 1);
  if (line == std::string_view::npos || line + 1 >= text.size()) return head_of(text, bytes);
  return std::string(left_out) + std::string(text.substr(line + 1));
}

struct Part {
  std::string_view heading;  ///< with its line ending; empty: there is no such section
  std::string_view body;
};

Part part_of(std::string_view text, const ProgressText& read, std::string_view title) {
  for (const ProgressSection& section : read.sections) {
    if (!is_titled(section.title, title)) continue;
    const ProgressLine& heading = read.lines[section.heading];
    const std::size_t end = read.lines[section.end - 1].end;
    return {text.substr(heading.begin, heading.end - heading.begin),
            text.substr(heading.end, end - heading.end)};
  }
  return {};
}

/// Everything before the first section that assay writes.
std::string_view intro_of(std::string_view text, const ProgressText& read) {
  for (const ProgressSection& section : read.sections) {
    for (const char* title :
         {"Completed Tasks", "Fix Task History", "Review Suggestions", "Learnings"}) {
      if (is_titled(section.title, title)) {
        return text.substr(0, read.lines[section.heading].begin);
      }
    }
  }
  return text;
}

/// The heading with as much of the end of its section as fits; a heading alone says nothing.
std::string told(const Part& part, std::size_t bytes) {
  if (part.heading.empty() || part.heading.size() + 1 >= bytes) return "";
  const std::string tail = tail_of(part.body, bytes - part.heading.size() - 1);
  if (tail.empty()) return "";
  return std::string(part.heading) + tail + (tail.back() == '\n' ? "" : "\n");
}

}  // namespace

std::string progress_digest(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  const ProgressText read = read_progress_text(text);
  const Part completed = part_of(text, read, "Completed Tasks");
  const Part learnings = part_of(text, read, "Learnings");
  if (completed.heading.empty() && learnings.heading.empty()) return head_of(text, bytes);
  std::string out = head_of(intro_of(text, read), bytes / 3);
  if (!out.empty() && out.back() != '\n') out.push_back('\n');
  out += told(completed, bytes / 3);
  out += told(learnings, bytes - std::min(bytes, out.size()));
  return out;
}

}  // namespace assay::format
