// SPDX-License-Identifier: MIT
// A command's output as clean lines, and what kind of line each is. Private to the excerpt.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::excerpt {

enum class Kind : std::uint8_t {
  plain,
  noise,    ///< progress, passing tests, frames of libraries
  outcome,  ///< tells that something failed, not what: "make: *** [test] Error 1"
  detail,   ///< worth showing near a cause: a source line, a frame of the project
  cause,    ///< names what failed, where or why
};

struct Reading {
  Kind kind = Kind::plain;
  int follow = 0;  ///< so many of the next lines belong to it
};

/// Bounded: the first and the last MiB. Escape sequences are gone, tabs are blanks, line ends are
/// trimmed.
std::vector<std::string> clean_lines(std::string_view raw_output);

Reading read_line(std::string_view line);

/// At most `bytes_max` bytes, cut between characters, with an ellipsis if something was cut.
std::string shortened(std::string_view line, std::size_t bytes_max);

}  // namespace assay::format::excerpt
