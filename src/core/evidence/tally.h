// SPDX-License-Identifier: MIT
// What a test runner, or the report file it wrote, says about the tests it ran.
#pragma once

#include <cstdint>
#include <string>

namespace assay::core {

/// Executed means: started and came to a verdict of its own. Skipped, ignored, filtered, phantom,
/// dry-run and cached tests are not executed.
struct Tally {
  std::int64_t executed = -1;  ///< -1: nothing told
  std::int64_t failed = 0;  ///< failures and errors the output admits to, whatever the exit status
  std::int64_t skipped = 0;
  bool cached = false;  ///< results were served from a cache: nothing ran now
  std::string
      source;  ///< who told: "pytest", "cargo + pytest", "junit build/junit.xml"; empty if nobody
  std::string hint;  ///< when unknown or not believable: why, and how to make it known

  std::string doubt =
      {};  ///< why a success of all this cannot be believed: sources that contradict
           ///< each other, a log that is not what was captured; empty: no reason

  bool known() const { return executed >= 0; }
  friend bool operator==(const Tally&, const Tally&) = default;
};

}  // namespace assay::core
