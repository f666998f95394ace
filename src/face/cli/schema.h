// SPDX-License-Identifier: MIT
// The JSON Schemas that are compiled in.
#pragma once

#include <string>
#include <vector>

namespace assay::cli {

std::vector<std::string> schema_names();

}  // namespace assay::cli
