// SPDX-License-Identifier: MIT
// Lines and code spans: the small change of reading a task list.
#pragma once

#include "base/text/ascii.h"
#include "format/signal/markdown.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::tasklist {

struct Line {
  std::size_t begin = 0;
  std::string_view text;    ///< without its ending; of the first line also without a BOM
  std::string_view ending;  ///< "\n", "\r\n" or nothing
};

std::vector<Line> lines_of(std::string_view text);

/// A text cut at its code spans.
struct Piece {
  std::string_view text;  ///< without the backticks
  bool code = false;
};

/// Backticks without a partner are text. Linear in the size of the text.
std::vector<Piece> pieces_of(std::string_view text);

/// In backticks, of as many as it takes.
std::string in_backticks(std::string_view code);

}  // namespace assay::format::tasklist
