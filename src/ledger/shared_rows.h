// SPDX-License-Identifier: MIT
// Tables that no run has to itself: how long commands took, and what is remembered of tests. What
// all runs together lead to is held against what is there.
#pragma once

#include "base/digest.h"
#include "base/result.h"
#include "shell/ports/store.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace assay::ledger {

class SharedRows {
 public:
  /// What one run that has ended leads to. `number`: of its end, which is the order in which runs
  /// were stored; 0: it is from before there was a key, and nobody knows.
  void add(std::uint64_t number, const shell::Duration& duration);
  /// `digest`: what its tests came to; none: nobody can say any more.
  void add(std::uint64_t number, const std::string& run_id, const shell::TestRun& run,
           const Digest& digest);

  /// Every difference, in words.
  Result<std::vector<std::string>> compare(shell::Store& store, shell::StoreAudit& audit) const;

 private:
  struct Took {
    std::uint64_t number = 0;
    std::vector<std::pair<std::uint32_t, std::string>> any_of = {};  ///< milliseconds, and when
  };
  struct Tested {
    std::uint64_t number = 0;
    std::string run_id;
    shell::TestRun run;  ///< without its tests
    Digest digest;
  };

  void compare_durations(const std::vector<shell::Duration>& stored,
                         std::vector<std::string>& problems) const;
  Result<std::string> compare_tests(shell::Store& store, const shell::TestedCommand& command) const;
  static std::string difference(const Tested& wanted, const shell::StoredTestRun& stored,
                                const std::vector<std::pair<std::uint32_t, std::string>>& names);

  std::map<Digest, Took> took_;
  std::map<Digest, std::vector<Tested>> tested_;  ///< by the keys of commands, as they were stored
};

}  // namespace assay::ledger
