// SPDX-License-Identifier: MIT
// Only one run at a time works on the repository of a workspace. The kernel keeps the claim as long
// as its process lives.
#pragma once

#include "adapters/os/descriptor.h"
#include "base/result.h"

#include <string>

namespace assay::workshop {

/// Fault::conflict names who has it.
Result<os::Descriptor> claim_workspace(const std::string& state_dir);

}  // namespace assay::workshop
