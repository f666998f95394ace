// SPDX-License-Identifier: MIT
// Tells failures that may go away by themselves (network, locks, busy devices) from failures of the
// work, by what a failed command printed.
#pragma once

#include "base/result.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace assay::format {

/// Whether a `retry_on` pattern is one that RE2 takes.
Result<> check_pattern(const std::string& pattern);

class TransientPatterns {
 public:
  /// The built-in patterns and those of a command. Nothing is compiled until output is read.
  static Result<TransientPatterns> make(std::span<const std::string> retry_on);

  TransientPatterns(TransientPatterns&&) noexcept;
  TransientPatterns& operator=(TransientPatterns&&) noexcept;
  ~TransientPatterns();

  /// The last line that marks a failure as transient, printable and cut at 200 bytes; empty if
  /// there is none. Reads the last 1 MiB of the output. Safe to call from several threads.
  std::string find(std::string_view output) const;

 private:
  struct Compiled;
  explicit TransientPatterns(std::unique_ptr<Compiled> own);

  std::unique_ptr<Compiled> own_;  // null if the command has no patterns of its own
};

}  // namespace assay::format
