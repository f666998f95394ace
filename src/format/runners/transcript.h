// SPDX-License-Identifier: MIT
// A command's output as clean lines: what the recognisers of test runners read.
#pragma once

#include "format/runners/started.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

/// Lines without escape sequences, control characters and trailing blanks. A carriage return or a
/// cursor movement ends a line like a line feed does, so what a progress display overwrote is still
/// there, as a line of its own. Runs of empty lines are kept as one. Over-long lines are cut at
/// `line_max` bytes.
class Transcript {
 public:
  static constexpr std::size_t line_max = 64 * 1024;

  /// What the command starts is read from its text alone.
  explicit Transcript(std::string_view command, std::string_view raw);
  Transcript(std::string_view command, std::string_view raw, Started started);

  /// The command line that printed all this, as given to the shell.
  std::string_view command() const { return command_; }
  /// Whether the command starts that program, e.g. "pytest" in `cd x && python3 -m pytest -q`.
  bool command_names(std::string_view program) const { return started_.names_program(program); }
  /// Whether the word stands anywhere in the command, as an argument above all.
  bool command_mentions(std::string_view word) const;
  const Started& started() const { return started_; }

  std::size_t size() const { return starts_.size() - 1; }
  bool empty() const { return size() == 0; }
  std::string_view line(std::size_t index) const;
  /// The line, or nothing when the index is beyond either end: recognisers look around without
  /// fear.
  std::string_view line_or_empty(std::size_t index) const {
    return index < size() ? line(index) : std::string_view{};
  }
  /// All lines in one piece, each ended by a line feed.
  std::string_view text() const { return text_; }

 private:
  std::string command_;
  Started started_;
  std::string text_;
  std::vector<std::uint32_t> starts_;  // of each line, and one past the last
};

}  // namespace assay::format
