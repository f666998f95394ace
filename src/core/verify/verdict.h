// SPDX-License-Identifier: MIT
// The verdict over a finished verify run, and the rows people and scripts get to see of it.
#pragma once

#include "core/run/outcome.h"
#include "core/verify/state.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::core::verify {

/// True if this command alone keeps the run from passing.
bool stands_in_the_way(const CommandSpec& spec, const CommandState& command);

/// A required gate that had to prove something and did not.
bool is_ineffective(const CommandSpec& spec, const CommandState& command);

struct Verdict {
  Status overall = Status::error;
  Outcome outcome = Outcome::error;
  std::string why;
};

/// Only for a state in which every command is finished.
Verdict verdict_of(const State& state);

/// Protected files that are not as the base has them.
std::vector<std::string> protected_changed(const State& state);

/// The same in words; empty: there are none, or nothing is protected.
std::string protected_text(const State& state);

/// What the seed calls the coordinator's output, without its rows.
struct Summary {
  Status overall = Status::error;
  std::uint64_t commands_passed = 0;
  std::uint64_t commands_failed = 0;
  std::uint64_t commands_error = 0;
  std::vector<std::string> manifest_mismatches;
  std::vector<std::string> failed_required_ids;
  std::vector<std::string> failed_ineffective_required_ids;
  std::vector<std::string> short_failure_digest;  ///< at most 8 lines under 200 bytes
};

Summary summarize(const State& state);

/// One line about a command, at most 240 bytes: "exit 1 in 0.31s, 12 tests (pytest); flaky: passed
/// on attempt 2".
std::string summary_line(const State& state, std::uint32_t unit);

/// The log of the command's last attempt; empty if it has none.
std::string log_path(const State& state, std::uint32_t unit);

/// The differences between the manifest the run was started with and the one the state holds.
std::vector<std::string> manifest_mismatches(const State& state);

}  // namespace assay::core::verify
