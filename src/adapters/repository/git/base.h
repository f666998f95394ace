// SPDX-License-Identifier: MIT
// The commit that work is held against, and what it has.
#pragma once

#include "base/result.h"
#include "shell/ports/repository.h"

#include <string>

namespace assay::git {

/// `ref`: a branch, tag or commit; Fault::not_found if there is none. Empty: where HEAD left the
/// default branch, the remote's if it is known; no commit if there is no such thing.
Result<shell::BaseFacts> base_of(const std::string& directory, const std::string& ref);

}  // namespace assay::git
