// SPDX-License-Identifier: MIT
// A lock that is a file: held by one open description at a time, and let go when that is closed,
// however its process ends.
#pragma once

#include "adapters/os/descriptor.h"
#include "base/result.h"

#include <string>

namespace assay::os {

/// `how`: F_OFD_SETLK or F_OFD_SETLKW. Fault::conflict: somebody else holds it.
Result<Descriptor> hold(const std::string& path, int how);

}  // namespace assay::os
