// SPDX-License-Identifier: MIT
// Which lines of a markdown text are somebody's own words, and which are code or quotation. As much
// of markdown as that question needs; when in doubt a line is code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace assay::format {

struct MarkdownLine {
  enum class Kind : std::uint8_t {
    prose,
    blank,
    fence,     ///< the line that opens or closes a code block
    code,      ///< inside a fenced block, blank or not
    indented,  ///< a code block made by indentation
    quote,     ///< "> ..."
  };

  Kind kind = Kind::prose;
  std::string_view text;  ///< without its line ending
  std::size_t block = 0;  ///< of fence and code: index into Markdown::blocks
};

/// A fenced block; its content is lines [begin, end).
struct CodeBlock {
  std::string_view language;  ///< first word after the opening fence; may be empty
  std::size_t indent = 0;     ///< of the opening fence
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t first = 0;  ///< the first line that is not blank; `end` if there is none
  bool closed = false;
};

struct Markdown {
  std::vector<MarkdownLine> lines;  ///< line n of the text is lines[n - 1]
  std::vector<CodeBlock> blocks;
};

/// `text` must outlive the result.
Markdown read_markdown(std::string_view text);

/// Columns of blanks at the start; a tab goes to the next multiple of four.
std::size_t indent_of(std::string_view line);

/// How long the list mark at the start is ("- ", "* ", "3. "), with the blanks after it; 0: none.
std::size_t list_mark(std::string_view text);

/// The text of a line without what markdown wraps around it: blanks, a heading or list mark, and
/// emphasis or backticks that enclose all of it. "- **`DONE`**" -> "DONE".
std::string_view unwrapped(std::string_view line);

/// True for "- x", "* x", "+ x", "3. x" and "3) x".
bool is_list_item(std::string_view line);

}  // namespace assay::format
