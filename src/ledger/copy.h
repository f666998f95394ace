// SPDX-License-Identifier: MIT
// Runs of one store in another: the same events, chains and signatures, and everything that follows
// from them. Each run is appended as its coordinator did, so that a copy that was interrupted is
// gone on with where it stopped.
#pragma once

#include "base/result.h"
#include "ledger/audit.h"
#include "shell/ports/store.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace assay::ledger {

struct CopyReport {
  struct Left {
    std::string run_id;
    std::string why;
    bool is_problem = false;  ///< otherwise the next copy will take it
  };

  std::uint64_t copied = 0;
  std::uint64_t events = 0;   ///< of those
  std::uint64_t already = 0;  ///< were there, and are the same
  std::vector<Left> left = {};
  ChainReport check = {};  ///< of everything that was copied, as the new store has it

  bool sound() const;
};

using OnCopied = std::function<void(const std::string& run_id, std::uint64_t events)>;

Result<CopyReport> copy_runs(shell::Store& from, shell::Store& to, const OnCopied& tell);

}  // namespace assay::ledger
