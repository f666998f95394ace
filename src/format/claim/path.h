// SPDX-License-Identifier: MIT
// Which words are file names, and whether two of them name the same file.
#pragma once

#include <string>
#include <string_view>

namespace assay::format::claim {

/// "./src/a.ts:12" -> "src/a.ts"; empty if it is no relative file name beyond doubt.
std::string file_named(std::string_view word, bool in_code);

/// True if `changed` is the file or ends with it: people leave folders out.
bool is_same_file(std::string_view claimed, std::string_view changed);

}  // namespace assay::format::claim
