// SPDX-License-Identifier: MIT
// The useful part of a failing command's output: what failed, where and why, rather than its last
// lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

/// One below the 200 characters a digest line may have.
inline constexpr std::size_t excerpt_line_bytes_max = 199;

/// The lines that tell of a failure, in the order of the output: failing tests, messages, compiler
/// errors, crashes; the last lines where nothing is recognised. Each line is printable, not empty
/// and told once. Only the first and the last MiB are looked at.
std::vector<std::string> failure_excerpt(std::string_view command, std::string_view raw_output,
                                         std::size_t max_lines = 20);

/// A place in a source file that the output blames.
struct SourceSpot {
  std::string path;  ///< relative to the workspace
  std::int32_t line = 0;
  std::string message;

  friend bool operator==(const SourceSpot&, const SourceSpot&) = default;
};

inline constexpr std::size_t source_spots_max = 50;

/// Places of errors (not of warnings) named in the output, each once. `cwd` is the absolute folder
/// the command ran in; absolute paths elsewhere and relative ones that leave it are dropped, as are
/// dependencies' files.
std::vector<SourceSpot> source_spots(std::string_view raw_output, std::string_view cwd);

}  // namespace assay::format
