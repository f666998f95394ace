// SPDX-License-Identifier: MIT
// Finds out whether a ledger still says what was written into it.
#pragma once

#include "base/result.h"
#include "shell/ports/store.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::ledger {

struct ChainProblem {
  std::string run_id;     ///< empty: concerns the file as a whole
  std::uint64_t seq = 0;  ///< 0: concerns the run as a whole
  std::string what;
};

/// What a check of the chains found. Sound means: nothing was changed, dropped, added or swapped
/// since it was written, as far as the heads can tell.
struct ChainReport {
  std::uint64_t runs = 0;
  std::uint64_t events = 0;
  std::uint64_t logs = 0;
  std::uint64_t pruned = 0;    ///< logs that were removed by prune(), and are told to be so
  std::uint64_t sealed = 0;    ///< runs whose end is signed
  std::uint64_t unsealed = 0;  ///< runs that ended before there was a key
  std::uint64_t problem_count = 0;
  std::vector<ChainProblem> problems;  ///< the first `problems_max`

  static constexpr std::size_t problems_max = 100;
  bool sound() const { return problem_count == 0; }
};

/// One run, or all. Checks the store itself, every chain from genesis to the run's head, that
/// attempts and the rows of pipelines are what the events say, that every log an event refers
/// to exists with the digest it had, and that every end was signed with a key of this ledger: those
/// before there was one are counted, and none is missing.
Result<ChainReport> verify_chains(shell::Store& store, const std::optional<std::string>& run_id);

}  // namespace assay::ledger
