// SPDX-License-Identifier: MIT
// Lock files that a killed git left behind, told apart from those of a git that is at work.
#pragma once

#include "adapters/repository/git/place.h"
#include "base/instant.h"
#include "base/result.h"

namespace assay::git {

struct Patience {
  Millis live{5'000};   ///< how long a git that is at work is waited for
  Millis young{1'000};  ///< a lock of less age is never called stale: not everything that locks is
                        ///< named git
};

/// Returns when nothing locks this working tree: index, HEAD and its branch, and what all working
/// trees of the repository share. A lock is stale, and removed, if no git of this user works there.
/// Fault::conflict: somebody is at work and does not end.
Result<> settle_locks(const Place& place, Patience patience = {});

}  // namespace assay::git
