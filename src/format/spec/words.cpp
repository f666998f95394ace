// SPDX-License-Identifier: MIT
#include "format/spec/words.h"

#include "format/text/utf8.h"

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

std::size_t whole_characters(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return text.size();
  std::size_t end = bytes_max;
  // A character has at most three bytes after its first.
  const auto goes_on = [&] { return (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80; };
  for (int back = 0; back < 3 && end > 0 && goes_on(); ++back) --end;
  return end;
}

}  // namespace assay::format
