// SPDX-License-Identifier: MIT
// The commit that work is held against, and what it has.
#pragma once

#include "base/result.h"

#include <optional>
#include <string>

namespace assay::git {

struct Base {
  std::string commit;
  std::string tree;  ///< of the directory, as git calls it
};

/// `ref`: a branch, tag or commit; Fault::not_found if there is none. Empty: where HEAD left the
/// default branch, the remote's if it is known; nothing if there is no such thing.
Result<std::optional<Base>> base_of(const std::string& directory, const std::string& ref);

}  // namespace assay::git
