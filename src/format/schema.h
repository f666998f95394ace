// SPDX-License-Identifier: MIT
// The JSON Schemas of the files assay reads and writes: made from the lists by which it does.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

/// Sorted: "assay", "manifest", ...
std::vector<std::string> schema_names();

std::optional<std::string> schema_text(std::string_view name);

}  // namespace assay::format
