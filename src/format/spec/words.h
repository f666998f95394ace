// SPDX-License-Identifier: MIT
// What the files of a spec share: marks and bytes of texts that anybody may have written.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay::format {

/// Its length, if the text begins with one.
inline std::size_t byte_order_mark(std::string_view text) {
  return text.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0;
}

/// Bytes that are no UTF-8 become U+FFFD: other readers of these files refuse them.
std::string as_unicode(std::string_view text);

}  // namespace assay::format
