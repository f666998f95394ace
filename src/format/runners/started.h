// SPDX-License-Identifier: MIT
// Which programs a command starts, by the words that stand where a program stands: never by a
// comment, an argument, a part of a path or the text of an echo. Package scripts, makefile targets
// and shell scripts are looked into where they can be read.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

struct Started {
  std::vector<std::string> names;    ///< "pytest" for `env A=1 python3 -m pytest -q`; all of them
  std::size_t starts = 0;            ///< programs that may run tests; a loop counts as two
  std::vector<std::string> written;  ///< the programs as the command itself writes them
  std::string text_tool;  ///< nothing but tools that show or move text is started: the first of
                          ///< them; empty otherwise

  bool names_program(std::string_view name) const;
};

/// The text of a file below the working directory; empty if there is none.
using ReadWorkFile = std::function<std::string(const std::string& path)>;

/// Linear in the texts that are read; scripts in scripts are followed a few steps deep.
Started read_started(std::string_view command, const ReadWorkFile& read = {});

}  // namespace assay::format
