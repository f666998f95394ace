// SPDX-License-Identifier: MIT
// The lines of a `.progress.md` and the sections they make. Headings and lists inside of fences are
// neither; a fence that is never closed is none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

struct ProgressLine {
  enum class Kind : std::uint8_t { blank, heading, item, code, other };

  Kind kind = Kind::other;
  std::size_t level = 0;   ///< of a heading
  std::size_t indent = 0;  ///< blanks at its start
  std::string_view text;   ///< without its line ending
  std::size_t begin = 0;   ///< offset in the text
  std::size_t end = 0;     ///< behind its line ending
};

/// A heading of level 2 with everything below it: lines [heading, end).
struct ProgressSection {
  std::string title;
  std::size_t heading = 0;
  std::size_t end = 0;
};

struct ProgressText {
  std::vector<ProgressLine> lines;
  std::vector<ProgressSection> sections;
  bool is_certain = true;  ///< false: a fence is never closed, so the sections are a guess
};

/// `text` must outlive the result.
ProgressText read_progress_text(std::string_view text);

/// 1 to 6, or 0: the line is no heading. Only a mark at its very start makes one.
std::size_t heading_level(std::string_view line);

/// "## Learnings ##" -> "Learnings"
std::string_view heading_title(std::string_view line);

/// Ignoring the case of letters.
bool is_titled(std::string_view title, std::string_view wanted);

}  // namespace assay::format
