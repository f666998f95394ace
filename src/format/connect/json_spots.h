// SPDX-License-Identifier: MIT
// Where the values of a JSON text stand. Comments and trailing commas are passed over. Private to
// format/connect.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

struct JsonSpot {
  enum class Kind : std::uint8_t { object, list, other };

  Kind kind = Kind::other;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<std::string> names;        ///< of an object, one for each item
  std::vector<std::size_t> name_begins;  ///< where each name stands
  std::vector<JsonSpot> items;

  /// The last member of that name, which is the one that counts; -1: none.
  std::ptrdiff_t find(std::string_view name) const;
  /// Where an item begins, its name included.
  std::size_t item_begin(std::size_t item) const {
    return kind == Kind::object ? name_begins[item] : items[item].begin;
  }
};

/// Fault::bad_input with the line.
Result<JsonSpot> find_spots(std::string_view text);

/// Behind white space and comments that begin there.
std::size_t behind_blanks(std::string_view text, std::size_t at);

}  // namespace assay::format
