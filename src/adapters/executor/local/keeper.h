// SPDX-License-Identifier: MIT
// A tiny process that outlives a killed assay just long enough to end what assay was running.
// PDEATHSIG ends only the shell of each attempt; what that shell had started would go on.
#pragma once

#include "adapters/executor/local/mark.h"
#include "adapters/executor/local/system.h"

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace assay::process {

class Keeper {
 public:
  Keeper() = default;
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;
  /// With nothing on its table the keeper leaves at once; otherwise it ends that first.
  ~Keeper();

  /// Forks the keeper, unless it is there already. It holds nothing of ours but one end of a pipe.
  Result<> start(const Marks& marks);
  pid_t pid() const { return pid_; }

  /// Puts a session that was begun at `start` ticks on the table.
  void watch(pid_t session, std::uint64_t start);
  void forget(pid_t session);

 private:
  // One word is one session, so that a table which is read after our sudden death is never half
  // written.
  using Slot = std::atomic<std::uint64_t>;
  static constexpr std::size_t slots_max = 4096;

  [[noreturn]] static void keep(const Slot* table, const Marks& marks, int pipe);

  pid_t pid_ = -1;
  Descriptor alive_;  ///< the write end: nothing is ever written, its closing is the message
  Slot* table_ = nullptr;
};

}  // namespace assay::process
