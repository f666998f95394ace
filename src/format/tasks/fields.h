// SPDX-License-Identifier: MIT
// The five fields of a task's block, with what is nested in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::tasklist {

struct FieldLine {
  std::string_view text;  ///< without blanks at the end; of the first line: what follows the label
  std::size_t indent = 0;
  bool fence = false;  ///< opens or closes a fenced block
  bool code = false;   ///< inside one
};

struct Field {
  std::uint32_t line = 0;        ///< of its label within the block, from 0; 0: there is no label
  std::vector<FieldLine> lines;  ///< without blank ones, except in code

  /// There, and says something.
  bool said() const;
};

struct BlockFields {
  Field steps;  ///< Do
  Field files;
  Field done_when;
  Field verify;
  Field commit;
  Field proof;

  bool any() const;  ///< some label is there
};

/// `block` must outlive the result. A field that is given twice goes on.
BlockFields read_fields(std::string_view block);

/// The text of a field cut at its list items, each on one line; without code blocks.
std::vector<std::string> segments_of(const Field& field);

/// The lines of each fenced block.
std::vector<std::vector<std::string_view>> code_blocks_of(const Field& field);

/// All of it on one line; a line of a code block stands in backticks.
std::string on_one_line(const Field& field);

/// How many list items it has at its outermost level; a mere text is one.
std::size_t steps_of(const Field& field);

/// True if it has list items with check boxes.
bool has_checklist(const Field& field);

}  // namespace assay::format::tasklist
