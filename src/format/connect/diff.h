// SPDX-License-Identifier: MIT
// What changes in a file, for people to read before it is done.
#pragma once

#include <string>
#include <string_view>

namespace assay::format {

/// A unified diff of one piece: from the first line that differs to the last. Empty: none does.
std::string diff_text(std::string_view path, std::string_view before, std::string_view after);

}  // namespace assay::format
