// SPDX-License-Identifier: MIT
// UTF-8: strict decoding of one character, writing one, and cutting between two.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay {

struct CodePoint {
  char32_t value = 0;
  std::size_t length = 0;  ///< bytes; 0: not valid UTF-8 here
};

/// Decodes the character that begins at `at`. Overlong forms, surrogates and values beyond U+10FFFF
/// are invalid.
CodePoint decode_utf8(std::string_view text, std::size_t at);

/// Whether it is valid to its end.
bool is_utf8(std::string_view text);

/// Writes one character; `value` is a code point, surrogates included.
void append_utf8(std::string& out, char32_t value);

/// How many characters a valid text has.
std::size_t characters(std::string_view text);

/// How many of the first `bytes_max` bytes are whole characters.
std::size_t whole_characters(std::string_view text, std::size_t bytes_max);

/// The first and the last whole characters of the text, at most `bytes_max` bytes of them.
std::string_view beginning_of(std::string_view text, std::size_t bytes_max);
std::string_view ending_of(std::string_view text, std::size_t bytes_max);

}  // namespace assay
