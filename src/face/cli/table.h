// SPDX-License-Identifier: MIT
// Tables for people: columns as wide as their widest cell.
#pragma once

#include "base/instant.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::cli {

using Row = std::vector<std::string>;

/// The first row has the titles.
std::string table(const std::vector<Row>& rows);

std::size_t width_of(const std::vector<Row>& rows);

/// The column of that title; nothing happens if there is none.
void drop_column(std::vector<Row>& rows, std::string_view title);

/// Cuts the cells of one column so that the table fits, but not below `least` columns.
void cut_column(std::vector<Row>& rows, std::size_t column, std::size_t width, std::size_t least);

/// As clocks on walls show it: "2026-11-16 17:24".
std::string local_time(Instant at);

}  // namespace assay::cli
