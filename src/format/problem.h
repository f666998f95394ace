// SPDX-License-Identifier: MIT
// What is wrong with a file a person wrote: every problem at once, each with its place, and never
// more than fits a screen or two.
#pragma once

#include "base/quoted.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

/// Printed as `where: what`.
struct Problem {
  std::string where;  ///< "manifest.json:12: commands[3].stage", "assay.yaml:12"
  std::string what;   ///< "unknown key 'paralell_safe' (did you mean 'parallel_safe'?)"

  friend bool operator==(const Problem&, const Problem&) = default;
};

/// Collects the problems of one file and puts them in order of their place.
class ProblemLog {
 public:
  static constexpr std::size_t shown_max = 100;

  explicit ProblemLog(std::string_view name) : name_(name) {}

  /// `place` orders the problems: a line or an offset. `path` may be empty.
  void add(std::size_t place, std::string path, std::string what);
  bool empty() const { return total_ == 0; }
  std::size_t total() const { return total_; }

  /// The first problems by place, which are lines; then how many more there are.
  std::vector<Problem> by_line();
  /// The same where places are offsets into `text`.
  std::vector<Problem> by_offset(std::string_view text);

 private:
  struct Found {
    std::size_t place = 0;
    std::string path;
    std::string what;
  };

  void settle();
  std::vector<Problem> listed() const;

  std::string name_;
  std::vector<Found> found_;
  std::size_t total_ = 0;
};

/// Counted from 1.
std::size_t line_of(std::string_view text, std::size_t offset);

/// "unknown key 'x' (did you mean 'y'?)"
std::string unknown_key(std::string_view key, const std::vector<std::string_view>& known);

}  // namespace assay::format
