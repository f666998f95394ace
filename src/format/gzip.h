// SPDX-License-Identifier: MIT
// Bytes made smaller for who can read them so.
#pragma once

#include <string>
#include <string_view>

namespace assay::format {

/// RFC 1952. `level`: 1 is fast, 9 is small. The same bytes give the same answer.
std::string gzip(std::string_view bytes, int level);

}  // namespace assay::format
