// SPDX-License-Identifier: MIT
// Questions to other programs (git, versions), bounded in time and output. Nothing a program starts
// is waited for longer than the program itself.
#pragma once

#include "base/instant.h"
#include "base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace assay::os {

struct Question {
  std::vector<std::string> argv;
  std::string cwd;
  std::optional<std::vector<std::string>> environment;  ///< NAME=value each; none: as ours
  std::string input;                                    ///< what it can read
  Millis patience{10'000};
  std::size_t answer_max = 1U << 20;
};

struct Answer {
  /// Its exit status; -1: a signal ended it, or we did.
  int status = -1;
  std::string output;
  std::string complaint;  ///< the first 16 KiB of its stderr
  bool too_long = false;  ///< it had more to say than answer_max, and was ended for it
  bool too_late = false;  ///< it was ended when patience was over
};

/// Runs the program in a process group of its own, which is ended with it if it has to be.
Result<Answer> put(const Question& question);

/// What the program prints. Fails if its exit status is not 0. At most 10 s, 1 MiB.
Result<std::string> ask(const std::vector<std::string>& argv, const std::string& cwd);

}  // namespace assay::os
