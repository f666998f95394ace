// SPDX-License-Identifier: MIT
// A block of ours in a text of others, between two lines that mark it: Markdown, TOML, scripts.
#pragma once

#include <string>
#include <string_view>

namespace assay::format {

struct BlockMarks {
  std::string_view begin;  ///< a whole line
  std::string_view end;
};

inline constexpr BlockMarks markdown_marks{"<!-- assay begin -->", "<!-- assay end -->"};
inline constexpr BlockMarks script_marks{"# >>> assay >>>", "# <<< assay <<<"};

bool has_block(std::string_view text, const BlockMarks& marks);

/// In the place of the block that is there, else at the end, behind an empty line. Line ends are
/// those of the text.
std::string put_block(std::string_view text, const BlockMarks& marks, std::string_view body);

/// The same, but behind the first line: what follows may leave the script.
std::string put_block_first(std::string_view text, const BlockMarks& marks, std::string_view body);

/// Without the block and the empty line before it.
std::string remove_block(std::string_view text, const BlockMarks& marks);

}  // namespace assay::format
