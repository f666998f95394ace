// SPDX-License-Identifier: MIT
#include "face/cli/table.h"

#include "base/text/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace assay::cli {

std::string table(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(row[i]));
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line += (i == 0 ? "" : "  ") + padded(row[i], widths[i]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::size_t width_of(const std::vector<Row>& rows) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < rows.front().size(); ++i) {
    std::size_t widest = 0;
    for (const Row& row : rows) widest = std::max(widest, columns(row[i]));
    sum += widest + (i == 0 ? 0 : 2);
  }
  return sum;
}

void drop_column(std::vector<Row>& rows, std::string_view title) {
  const Row& head = rows.front();
  const auto at = std::find(head.begin(), head.end(), title) - head.begin();
  if (at == static_cast<std::ptrdiff_t>(head.size())) return;
  for (Row& row : rows) row.erase(row.begin() + at);
}

void cut_column(std::vector<Row>& rows, std::size_t column, std::size_t width, std::size_t least) {
  const std::size_t wide = width_of(rows);
  if (wide <= width) return;
  std::size_t widest = 0;
  for (const Row& row : rows) widest = std::max(widest, columns(row[column]));
  const std::size_t over = wide - width;
  const std::size_t room = widest > over ? std::max(widest - over, least) : least;
  for (std::size_t i = 1; i < rows.size(); ++i)
    rows[i][column] = cut_to_columns(rows[i][column], room);
}

std::string local_time(Instant at) {
  const std::time_t seconds =
      std::chrono::duration_cast<std::chrono::seconds>(at.time_since_epoch()).count();
  std::tm parts{};
  if (::localtime_r(&seconds, &parts) == nullptr) return to_text(at);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min);
}

}  // namespace assay::cli
