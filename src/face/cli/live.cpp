// SPDX-License-Identifier: MIT
#include "face/cli/live.h"

#include "base/text/columns.h"

#include <algorithm>

namespace assay::cli {

std::size_t rows_of(const std::vector<std::string>& lines, std::size_t width) {
  std::size_t rows = 0;
  for (const std::string& line : lines) {
    const std::size_t taken = columns(line);
    rows += taken == 0 || width == 0 ? 1 : (taken + width - 1) / width;
  }
  return rows;
}

void Live::show(std::vector<std::string> lines) {
  if (!is_on()) return;
  const std::vector<std::string> before = shown_;
  std::string text = wiping();  // in one piece with what comes instead, so that nothing flickers
  const auto rows = static_cast<std::size_t>(std::max(2, session_.screen.height)) - 1;
  const auto width = static_cast<std::size_t>(std::max(2, session_.screen.width)) - 1;
  if (lines.size() > rows) lines.resize(rows);
  for (std::string& line : lines) line = cut_to_columns(line, width);
  if (lines == before) {
    shown_ = std::move(lines);
    return;
  }
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? "" : "\n") + lines[i];
  session_.problem(text);
  shown_ = std::move(lines);
}

void Live::clear() {
  const std::string text = wiping();
  if (!text.empty()) session_.problem(text);
}

void Live::leave() {
  if (!shown_.empty()) session_.problem("\n");
  shown_.clear();
}

std::string Live::wiping() {
  if (shown_.empty()) return "";
  session_.screen.measure();
  const std::size_t rows =
      rows_of(shown_, static_cast<std::size_t>(std::max(1, session_.screen.width)));
  shown_.clear();
  // Further up than the top of the window is where nobody can draw.
  const std::size_t up = std::min<std::size_t>(
      rows - 1, static_cast<std::size_t>(std::max(1, session_.screen.height)) - 1);
  // Row by row: some terminals keep what "erase to the end of the screen" takes away in their
  // history, and would flood it.
  std::string text = "\r\033[2K";
  for (std::size_t i = 0; i < up; ++i) text += "\033[A\033[2K";
  return text;
}

}  // namespace assay::cli
