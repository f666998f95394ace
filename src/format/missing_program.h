// SPDX-License-Identifier: MIT
// Whether a shell could not start the program of a command, told from what it said.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

struct MissingProgram {
  std::string name;    ///< as the command writes it; empty: nothing is missing
  bool there = false;  ///< it is there, and cannot be executed
};

/// For a command that ended with 126 or 127. `written` are the programs the command itself names:
/// what a script further inside did not find is that script's failure.
MissingProgram find_missing_program(std::string_view raw_output,
                                    const std::vector<std::string>& written);

}  // namespace assay::format
