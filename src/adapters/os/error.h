// SPDX-License-Identifier: MIT
// What an errno means to us, in one place.
#pragma once

#include "base/result.h"

#include <string>

namespace assay::os {

Fault fault_of(int problem);

/// There is nothing of that name, or nothing that can be reached without following a link.
bool is_gone(int problem);

/// "chdir /x: No such file or directory"
Error error_of(const std::string& what, int problem);

/// The same for a path that must not be left: links, and what is no folder, are the mistake of who
/// put them there.
Error refused(const std::string& what, int problem);

}  // namespace assay::os
