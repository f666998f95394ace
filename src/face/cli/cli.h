// SPDX-License-Identifier: MIT
// The command line.
#pragma once

#include "api/place.h"

#include <string>

namespace assay::cli {

/// Parses the arguments, runs the command they name, and returns the exit status.
int run(int argc, const char* const* argv, const std::string& version, shell::Outside& outside);

}  // namespace assay::cli
