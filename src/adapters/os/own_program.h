// SPDX-License-Identifier: MIT
// Programs that assay starts for itself, outside of every isolation.
#pragma once

#include <string>

namespace assay::os {

/// Where the program of that name is. Folders of the search path that nobody but the machine's
/// administrator writes come first: in those of the user's own (~/.local/bin) an agent may have put
/// one. The name itself, where there is none anywhere.
std::string own_program(const std::string& name);

}  // namespace assay::os
