// SPDX-License-Identifier: MIT
// Looks into a workspace for what tasks promised: files, patterns, values. One pass over the tree
// serves all patterns of all tasks. Changes nothing, runs nothing.
#pragma once

#include "base/result.h"
#include "core/goals/check.h"

#include <span>
#include <string>
#include <vector>

namespace assay::scan {

/// Bounds of one inspection; what is beyond them could not be checked.
struct Bounds {
  std::size_t file_bytes_max = std::size_t{64} << 20;
  std::uint64_t confirm_bytes_max = std::uint64_t{64}
                                    << 30;  ///< read by RE2, all patterns together
};

/// What is asked of a workspace.
struct Question {
  std::span<const core::goals::Check> checks;
  std::span<const std::string> never_evidence =
      {};  ///< globs of files that prove nothing, for or against
};

class Scanner {
 public:
  /// `workspace` is absolute and without symbolic links. One result per check, in order; commands
  /// and semantic checks come back as nobody has carried them out. `threads` are joined before it
  /// returns.
  static Result<std::vector<core::goals::CheckResult>> inspect(const std::string& workspace,
                                                               const Question& question,
                                                               unsigned threads,
                                                               const Bounds& bounds);
  static Result<std::vector<core::goals::CheckResult>> inspect(const std::string& workspace,
                                                               const Question& question,
                                                               unsigned threads) {
    return inspect(workspace, question, threads, Bounds{});
  }
};

}  // namespace assay::scan
