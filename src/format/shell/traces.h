// SPDX-License-Identifier: MIT
// Lines by which make and npm say that something failed, found in the output of a command that
// ended well.
#pragma once

#include "format/shell/sources.h"

#include <string>
#include <string_view>

namespace assay::format {

/// True if the command may start make or a package manager, so that its output is worth reading.
bool may_pass_over(std::string_view command);

/// A sentence about the first failure that was passed over; empty if there is none. A recipe line
/// that only tidies up may fail: it is looked up.
std::string passed_over(std::string_view log, std::string_view command,
                        const shell::Sources& sources);

}  // namespace assay::format
