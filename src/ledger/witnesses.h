// SPDX-License-Identifier: MIT
// Which runs may speak for what they have found out.
#pragma once

#include "base/result.h"
#include "ledger/seal.h"
#include "shell/ports/store.h"

#include <memory>

namespace assay::ledger {

/// Holds the ends of runs against what was signed.
class Witnesses {
 public:
  static Result<Witnesses> open(shell::Store& store);

  /// Its end is the one that was signed, or it had ended before there was a key.
  Result<bool> vouched_for(const shell::StoredRun& run, const core::AnyPlan& plan);
  /// Its end is the one that was signed.
  Result<bool> is_signed(const shell::StoredRun& run);

 private:
  Witnesses(shell::Store& store, KeysSay say, std::unique_ptr<shell::StoreAudit> audit);
  Result<EndStanding> standing(const shell::StoredRun& run, const core::AnyPlan& plan);

  shell::Store& store_;
  KeysSay say_;
  std::unique_ptr<shell::StoreAudit> audit_;
};

}  // namespace assay::ledger
