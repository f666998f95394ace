// SPDX-License-Identifier: MIT
// Strict decoding of one UTF-8 character, and cutting between two.
#pragma once

#include <cstddef>
#include <string_view>

namespace assay::format {

struct CodePoint {
  char32_t value = 0;
  std::size_t length = 0;  ///< bytes; 0: not valid UTF-8 here
};

/// Decodes the character that begins at `at`. Overlong forms, surrogates and values beyond U+10FFFF
/// are invalid.
CodePoint decode_utf8(std::string_view text, std::size_t at);

/// How many of the first `bytes_max` bytes are whole characters.
std::size_t whole_characters(std::string_view text, std::size_t bytes_max);

}  // namespace assay::format
