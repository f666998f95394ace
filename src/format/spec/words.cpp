// SPDX-License-Identifier: MIT
#include "format/spec/words.h"

#include "base/text/utf8.h"

namespace assay::format {

std::string as_unicode(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = decode_utf8(text, at).length;
    if (length == 0) {
      out += "\xEF\xBF\xBD";
      ++at;
    } else {
      out.append(text, at, length);
      at += length;
    }
  }
  return out;
}

}  // namespace assay::format
